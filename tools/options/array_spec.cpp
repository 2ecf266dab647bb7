#include "array_spec.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "number_text.hpp"
#include "support/npy.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

using Fields = std::span<const std::string>;

bool is_generator(std::string_view name) {
  return name == "rand" || name == "full" || name == "arange";
}

ElementType parse_type(std::string_view name) {
  if (const auto type = find_element_type(name)) return *type;
  throw UsageError(
      fmt::format("'{}' is not an element type; the types are {}", name, element_type_names()));
}

std::vector<std::size_t> parse_shape(std::string_view shape) {
  std::vector<std::size_t> extents;
  for (std::string_view rest = shape;;) {
    const std::size_t cross = rest.find('x');
    const std::string_view digits = rest.substr(0, cross);
    const char* last = digits.data() + digits.size();
    std::size_t extent = 0;
    const auto [end, error] = std::from_chars(digits.data(), last, extent);
    if (error == std::errc::result_out_of_range) throw UsageError("the shape is too large");
    if (error != std::errc{} || end != last)
      throw UsageError(fmt::format("'{}' is not a shape; examples: 1024, 32x32", shape));
    extents.push_back(extent);
    if (cross == std::string_view::npos) return extents;
    rest.remove_prefix(cross + 1);
  }
}

/// @param fields  TYPE and SHAPE
ArrayArgument typed_array(Fields fields) {
  ArrayArgument array;
  array.type = parse_type(fields[0]);
  array.shape = parse_shape(fields[1]);
  array_bytes(array.type, array.shape);
  return array;
}

const char* default_high(ElementType type) {
  switch (type) {
    case ElementType::boolean:
    case ElementType::f16:
    case ElementType::bf16:
    case ElementType::f32:
    case ElementType::f64: return "1";
    case ElementType::c64:
    case ElementType::c128: return "1,1";
    default: return "99";
  }
}

/// @param fields  TYPE:SHAPE[:LOW:HIGH]
ArrayArgument parse_random(Fields fields) {
  if (fields.size() != 2 && fields.size() != 4)
    throw UsageError("write rand:TYPE:SHAPE or rand:TYPE:SHAPE:LOW:HIGH, such as rand:f32:1024");
  ArrayArgument array = typed_array(fields);
  array.content.kind = ArrayContent::Kind::random;
  const char* high = default_high(array.type);
  array.content.first = parse_number(array.type, fields.size() == 4 ? fields[2] : "0");
  array.content.second = parse_number(array.type, fields.size() == 4 ? fields[3] : high);
  return array;
}

ArrayArgument parse_constant(Fields fields) {
  if (fields.size() != 3) throw UsageError("write full:TYPE:SHAPE:VALUE, such as full:i32:1024:7");
  ArrayArgument array = typed_array(fields);
  array.content.kind = ArrayContent::Kind::constant;
  array.content.first = parse_number(array.type, fields[2]);
  return array;
}

ArrayArgument parse_range(Fields fields) {
  if (fields.size() < 2 || fields.size() > 4) {
    throw UsageError(
        "write arange:TYPE:SHAPE, arange:TYPE:SHAPE:START or arange:TYPE:SHAPE:START:STEP, such as "
        "arange:i32:1024");
  }
  ArrayArgument array = typed_array(fields);
  if (array.type == ElementType::boolean) throw UsageError("a range of bool does not exist");
  array.content.kind = ArrayContent::Kind::range;
  array.content.first = parse_number(array.type, fields.size() > 2 ? fields[2] : "0");
  array.content.second = parse_number(array.type, fields.size() > 3 ? fields[3] : "1");
  return array;
}

ArrayArgument parse_generator(std::string_view name, Fields fields) {
  if (name == "rand") return parse_random(fields);
  return name == "full" ? parse_constant(fields) : parse_range(fields);
}

ArrayArgument parse_file(std::string path) {
  ArrayArgument array;
  array.content.kind = ArrayContent::Kind::file;
  array.content.path = std::move(path);
  return array;
}

void set_output(ArrayArgument& array, const std::string& path) {
  array.is_output = true;
  if (path != "-") array.output = path;
}

ArrayArgument parse_input(Fields fields) {
  std::string path = fmt::format("{}", fmt::join(fields, ":"));
  if (path.empty()) throw UsageError("write in:FILE, such as in:x.npy");
  return parse_file(std::move(path));
}

ArrayArgument parse_output(Fields fields) {
  // The path may contain colons: type and shape are the last two fields.
  const std::size_t count = fields.size() < 3 ? 0 : fields.size() - 2;
  const std::string path = fmt::format("{}", fmt::join(fields.first(count), ":"));
  if (path.empty()) throw UsageError("write out:FILE:TYPE:SHAPE, such as out:y.npy:f32:1024");
  ArrayArgument array = typed_array(fields.last(2));
  set_output(array, path);
  return array;
}

ArrayArgument parse_in_out(Fields fields) {
  const bool is_generated = is_generator(fields[0]);
  if (fields.size() < 2 || fields[0].empty() || fields.back().empty())
    throw UsageError("write inout:FILE:RESULT, such as inout:y.npy:y2.npy");
  if (!is_generated && fields.size() != 2) {
    throw UsageError(
        "write inout:FILE:RESULT, such as inout:y.npy:y2.npy; a colon in a file name is written "
        "as \\:");
  }
  ArrayArgument array = is_generated
                            ? parse_generator(fields[0], fields.subspan(1, fields.size() - 2))
                            : parse_file(fields[0]);
  set_output(array, fields.back());
  return array;
}

}  // namespace

std::optional<ArrayArgument> parse_array(const std::string& form, Fields fields) {
  if (form == "in") return parse_input(fields);
  if (form == "out") return parse_output(fields);
  if (form == "inout") return parse_in_out(fields);
  if (is_generator(form)) return parse_generator(form, fields);
  return std::nullopt;
}

}  // namespace duet::tool
