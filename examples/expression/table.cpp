#include "table.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>
#include <duet/float16.hpp>

#include "support/file.hpp"
#include "support/npy.hpp"
#include "support/usage_error.hpp"

namespace expression {
namespace {

using duet::tool::ElementType;
using duet::tool::NpyArray;
using duet::tool::UsageError;

std::string_view trim(std::string_view text) {
  constexpr std::string_view spaces = " \t\r";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view unquote(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return text.substr(1, text.size() - 2);
  return text;
}

template <typename T>
std::vector<double> convert(const NpyArray& array) {
  std::vector<T> elements(array.count());
  if (!elements.empty()) std::memcpy(elements.data(), array.bytes.data(), array.bytes.size());
  return {elements.begin(), elements.end()};
}

std::vector<double> to_doubles(const NpyArray& array) {
  switch (array.type) {
    case ElementType::boolean:
    case ElementType::u8: return convert<std::uint8_t>(array);
    case ElementType::i8: return convert<std::int8_t>(array);
    case ElementType::i16: return convert<std::int16_t>(array);
    case ElementType::u16: return convert<std::uint16_t>(array);
    case ElementType::i32: return convert<std::int32_t>(array);
    case ElementType::u32: return convert<std::uint32_t>(array);
    case ElementType::f32: return convert<float>(array);
    case ElementType::f64: return convert<double>(array);
    case ElementType::f16: {
      auto values = convert<std::uint16_t>(array);
      for (double& value : values) {
        value = duet::half::from_bits(static_cast<std::uint16_t>(value));
      }
      return values;
    }
    case ElementType::bf16: {
      auto values = convert<std::uint16_t>(array);
      for (double& value : values) {
        value = duet::bfloat16::from_bits(static_cast<std::uint16_t>(value));
      }
      return values;
    }
    // A double cannot represent all 64-bit integers, and no complex numbers.
    case ElementType::i64:
    case ElementType::u64:
    case ElementType::c64:
    case ElementType::c128: break;
  }
  throw UsageError(fmt::format("elements of type {} cannot be used; convert them to f64",
                               duet::tool::name_of(array.type)));
}

}  // namespace

void Table::add_csv(const std::filesystem::path& path) {
  const std::string text = duet::tool::read_text(path);
  std::string_view content = text;
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  const auto lines = split(content, '\n');
  const auto fail = [&](std::size_t line, const std::string& reason) {
    throw UsageError(fmt::format("{}:{}: {}", path.string(), line + 1, reason));
  };

  std::vector<Column> columns;
  for (const std::string_view cell : split(lines.front(), ',')) {
    const std::string_view name = unquote(trim(cell));
    if (name.empty()) fail(0, "the first line must name the columns, such as x,y");
    columns.push_back({std::string(name), {}, path.string()});
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (trim(lines[i]).empty()) continue;
    const auto cells = split(lines[i], ',');
    if (cells.size() != columns.size())
      fail(i, fmt::format("{} cells, but there are {} columns", cells.size(), columns.size()));
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const std::string_view cell = trim(cells[j]);
      double value = 0;
      const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
      if (error != std::errc{} || end != cell.data() + cell.size())
        fail(i, fmt::format("column '{}': '{}' is not a number", columns[j].name, cell));
      columns[j].values.push_back(value);
    }
  }
  for (Column& column : columns) add(std::move(column));
}

void Table::add_array(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == assignment.size())
    throw UsageError(fmt::format("--array '{}': write NAME=FILE, such as x=x.npy", assignment));
  const std::string path(assignment.substr(equals + 1));
  const NpyArray array = duet::tool::read_npy(path);
  if (array.fortran_order && array.shape.size() > 1)
    throw UsageError("'" + path + "' is in Fortran order; save it after numpy.ascontiguousarray");
  try {
    add({std::string(assignment.substr(0, equals)), to_doubles(array), path});
  } catch (const UsageError& error) {
    throw UsageError("cannot use '" + path + "': " + error.what());
  }
}

void Table::add(Column column) {
  for (const Column& other : columns_)
    if (other.name == column.name)
      throw UsageError(
          fmt::format("'{}' is in {} and in {}", column.name, other.origin, column.origin));
  columns_.push_back(std::move(column));
}

std::vector<const Column*> Table::find(const std::vector<std::string>& names) const {
  std::vector<const Column*> found;
  for (const std::string& name : names) {
    const auto column = std::find_if(columns_.begin(), columns_.end(),
                                     [&](const Column& each) { return each.name == name; });
    if (column == columns_.end()) {
      std::string there;
      for (const Column& each : columns_) there += " " + each.name;
      throw UsageError(fmt::format("the formula uses '{}', but {}", name,
                                   there.empty() ? "there is no data; pass --data or --array"
                                                 : "the data has only" + there));
    }
    found.push_back(&*column);
    const Column& first = *found.front();
    if (column->values.size() != first.values.size())
      throw UsageError(fmt::format("'{}' has {} elements ({}), but '{}' has {} ({})", first.name,
                                   first.values.size(), first.origin, name, column->values.size(),
                                   column->origin));
  }
  return found;
}

}  // namespace expression
