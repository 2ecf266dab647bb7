#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <duet/export.hpp>
#include <duet/float16.hpp>

DUET_API_BEGIN
namespace duet {

/// What can be known of the type of an argument, or of a kernel's parameter: enough to notice that
/// the one is passed for the other by mistake. Signs are left out, since C++ converts them.
struct ArgumentType {
  enum class Kind : std::uint8_t { unknown, integer, real, bfloat16 };

  Kind kind = Kind::unknown;  ///< of the value, or of what a pointer points to
  std::uint8_t bytes = 0;     ///< of the same; 0 if unknown
  bool is_pointer = false;

  friend bool operator==(const ArgumentType&, const ArgumentType&) = default;
};

/// How an argument travels to a kernel.
struct ArgumentShape {
  std::size_t bytes = 0;
  ArgumentType type{};
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
  if constexpr (std::is_same_v<T, std::byte>) return {};  // memory of any type
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return {ArgumentType::Kind::integer, bytes};
  }
  return {};
}

}  // namespace detail

template <typename T>
constexpr ArgumentType argument_type() noexcept {
  ArgumentType type = detail::scalar_type<std::remove_cv_t<std::remove_pointer_t<T>>>();
  type.is_pointer = std::is_pointer_v<T>;
  return type;
}

}  // namespace duet
DUET_API_END
