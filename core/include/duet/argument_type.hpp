#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <duet/export.hpp>
#include <duet/float16.hpp>

DUET_API_BEGIN
namespace duet {

/// What the type of a kernel argument or parameter is known to be. It suffices to reject an
/// argument of a wrong type. It does not tell signed from unsigned integers, which C++ converts.
struct ArgumentType {
  /// What a value is: unknown, an integer (enumerations and bool included), an IEEE 754
  /// floating-point number, or a bfloat16.
  enum class Kind : std::uint8_t { unknown, integer, real, bfloat16 };

  Kind kind = Kind::unknown;  ///< Kind of the value, or of what a pointer points to.
  std::uint8_t bytes = 0;     ///< Size of the same in bytes; 0 if unknown.
  bool is_pointer = false;    ///< Whether it is a pointer to such a value.

  friend bool operator==(const ArgumentType&, const ArgumentType&) = default;
};

/// The name of a kind: "unknown", "integer", "real" or "bfloat16". Static storage, never null.
const char* name_of(ArgumentType::Kind kind) noexcept;

/// The size and the type of a kernel argument.
struct ArgumentShape {
  std::size_t bytes = 0;  ///< Size in bytes, as passed to the kernel.
  ArgumentType type{};    ///< What is known of its type.
};

namespace detail {

template <typename T>
constexpr ArgumentType scalar_type() noexcept {
  constexpr auto bytes = []() -> std::uint8_t {
    if constexpr (std::is_void_v<T> || std::is_function_v<T>) {
      return 0;
    } else {
      return sizeof(T) <= 16 ? static_cast<std::uint8_t>(sizeof(T)) : 0;
    }
  }();
  if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half>) {
    return {ArgumentType::Kind::real, bytes};
  }
  if constexpr (std::is_same_v<T, bfloat16>) return {ArgumentType::Kind::bfloat16, bytes};
  if constexpr (std::is_pointer_v<T>) {  // what a pointer to pointers points to
    return {ArgumentType::Kind::integer, bytes};
  }
  if constexpr (std::is_same_v<T, std::byte>) return {};  // points to memory of any type
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return {ArgumentType::Kind::integer, bytes};
  }
  return {};
}

}  // namespace detail

/// The `ArgumentType` of a C++ type.
/// @tparam T  the type as passed to the kernel: a scalar, a structure or a pointer
template <typename T>
constexpr ArgumentType argument_type() noexcept {
  ArgumentType type = detail::scalar_type<std::remove_cv_t<std::remove_pointer_t<T>>>();
  type.is_pointer = std::is_pointer_v<T>;
  return type;
}

}  // namespace duet
DUET_API_END
