#pragma once

#include <duet/device/detail/type_traits.hpp>
#include <duet/spelling/builtin/rounding.hpp>

// Values of registers: bits that instructions read as numbers of their types.

namespace duet::ptx {

/// False for every type: for errors in templates that nothing instantiates.
template <typename T>
inline constexpr bool is_unknown = false;

template <typename T>
inline constexpr bool is_number =
    detail::is_integer<T> || detail::is_same<T, float> || detail::is_same<T, double>;
template <typename T>
struct Plain {
  using type = T;
};
template <typename T>
struct Plain<const T> {
  using type = T;
};
template <typename T>
struct Plain<volatile T> {
  using type = T;
};
template <typename T>
struct Plain<T* __restrict__> {
  using type = T*;
};

template <typename To, typename From>
__device__ inline To bits_as(const From& from) {
  To to{};
  __builtin_memcpy(&to, &from, sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From));
  return to;
}
/// The bits of a register as a value. Integers are truncated or extended, pointers become numbers.
template <typename To, typename From>
__device__ inline To word(const From& from) {
  if constexpr (detail::is_same<To, From>) {
    return from;
  } else if constexpr (detail::is_integer<To> && (detail::is_integer<From> || __is_enum(From))) {
    return To(from);
  } else if constexpr (is_number<To> && is_number<From> && sizeof(To) != sizeof(From) &&
                       !detail::is_integer<To>) {
    return To(from);
  } else {
    return bits_as<To>(from);
  }
}
/// An array decays to a pointer.
template <typename To, typename From>
__device__ inline To word(From* from) {
  return bits_as<To>(from);
}
template <typename To, typename From>
__device__ inline void store(To& to, const From& from) {
  to = word<typename Plain<To>::type>(from);
}

}  // namespace duet::ptx
