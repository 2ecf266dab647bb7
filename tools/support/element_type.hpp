#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace duet::tool {

/// The element types of arrays and scalars that the programs read and write. NumPy has no bfloat16;
/// its files store the bits as u16.
enum class ElementType {
  boolean,
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f16,
  f32,
  f64,
  c64,
  c128,
  bf16
};

/// "bool", "i8" … "u64", "f16", "f32", "f64", "c64", "c128" (complex), "bf16". Static storage.
const char* name_of(ElementType type) noexcept;
std::size_t size_of(ElementType type) noexcept;
constexpr bool is_complex(ElementType type) noexcept {
  return type == ElementType::c64 || type == ElementType::c128;
}
std::optional<ElementType> find_element_type(std::string_view name) noexcept;
/// @throws std::runtime_error for an unknown name
ElementType parse_element_type(const std::string& name);
/// All names, separated by spaces, for messages.
std::string element_type_names();

/// NumPy's spelling, such as "<f4" or "|i1".
std::string numpy_name(ElementType type);
/// @param name  without the byte order: "f4"
std::optional<ElementType> find_numpy_type(std::string_view name) noexcept;

}  // namespace duet::tool
