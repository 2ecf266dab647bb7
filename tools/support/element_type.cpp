#include "element_type.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace duet::tool {
namespace {

struct Row {
  ElementType type;
  const char* name;
  const char* numpy;
  std::size_t bytes;
};

// In the order of the enumerators.
constexpr std::array rows{
    Row{ElementType::boolean, "bool", "b1", 1}, Row{ElementType::i8, "i8", "i1", 1},
    Row{ElementType::i16, "i16", "i2", 2},      Row{ElementType::i32, "i32", "i4", 4},
    Row{ElementType::i64, "i64", "i8", 8},      Row{ElementType::u8, "u8", "u1", 1},
    Row{ElementType::u16, "u16", "u2", 2},      Row{ElementType::u32, "u32", "u4", 4},
    Row{ElementType::u64, "u64", "u8", 8},      Row{ElementType::f16, "f16", "f2", 2},
    Row{ElementType::f32, "f32", "f4", 4},      Row{ElementType::f64, "f64", "f8", 8},
    Row{ElementType::c64, "c64", "c8", 8},      Row{ElementType::c128, "c128", "c16", 16},
    Row{ElementType::bf16, "bf16", "u2", 2},
};

const Row& row_of(ElementType type) noexcept { return rows[static_cast<std::size_t>(type)]; }

template <typename Matches>
std::optional<ElementType> find(Matches matches) noexcept {
  const auto row = std::find_if(rows.begin(), rows.end(), matches);
  if (row == rows.end()) return std::nullopt;
  return row->type;
}

}  // namespace

const char* name_of(ElementType type) noexcept { return row_of(type).name; }

std::size_t size_of(ElementType type) noexcept { return row_of(type).bytes; }

std::optional<ElementType> find_element_type(std::string_view name) noexcept {
  return find([name](const Row& row) { return name == row.name; });
}

ElementType parse_element_type(const std::string& name) {
  if (const auto type = find_element_type(name)) return *type;
  throw std::runtime_error("'" + name + "' is not an element type");
}

std::string element_type_names() {
  std::string names;
  for (const Row& row : rows) names.append(names.empty() ? "" : " ").append(row.name);
  return names;
}

std::string numpy_name(ElementType type) {
  return std::string(size_of(type) == 1 ? "|" : "<") + row_of(type).numpy;
}

std::optional<ElementType> find_numpy_type(std::string_view name) noexcept {
  if (name == "?") return ElementType::boolean;
  return find([name](const Row& row) { return name == row.numpy; });
}

}  // namespace duet::tool
