#pragma once

// Includes the chosen backend's vendor.hpp and checks that it defines each name of
// vendor_names.def. The first error then says what is missing and what it is for. Functions of the
// contract that a backend does not define are undefined symbols when duet is linked.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <vendor.hpp>

#ifndef DUET_PICK
#error \
    "vendor.hpp must define DUET_PICK(neutral, cuda, hip, ...): the function behind a row of \
driver.def and compiler.def, for example '#define DUET_PICK(neutral, ...) ::duet::cpu::neutral'"
#endif

namespace duet::vendor_check {

/// Stands for a name that vendor.hpp does not define.
struct Missing {};
template <typename T>
inline constexpr bool is_missing = std::is_same_v<std::remove_cv_t<T>, Missing>;

// The kinds of types.
template <typename T>
concept Enumeration = std::is_enum_v<T>;
template <typename T>
concept Handle =
    std::equality_comparable<T> && std::default_initializable<T> && std::is_trivially_copyable_v<T>;
template <typename T>
concept PointerHandle = std::is_pointer_v<T>;
template <typename T>
concept PointerOrUnsigned = std::is_pointer_v<T> || std::unsigned_integral<T>;
template <typename T>
concept DeviceAddress = PointerOrUnsigned<T> && sizeof(T) == sizeof(void*);
template <typename T>
concept Word32 = std::integral<T> && sizeof(T) == 4;
template <typename T>
concept Parameters = std::default_initializable<T> && std::is_trivially_copyable_v<T>;
template <typename T>
concept HostParameters = Parameters<T> && requires(void (*function)(void*), void* data) {
  T{function, data};
};

/// Accepts constant expressions only, in a static_assert.
template <typename T>
constexpr bool is_constant(T) {
  return true;
}

// What names stand for that vendor.hpp does not define.
namespace fallback {
#define DUET_VENDOR_TYPE(name, kind, purpose) using name = Missing;
#define DUET_VENDOR_CONSTANT(name, type, purpose) inline constexpr Missing name{};
#define DUET_VENDOR_MEMBER(group, name, type, purpose)
#include "vendor_names.def"
using device_attribute = Missing;
using DeviceLimits = Missing;
using function_attribute = Missing;
using jit_option = Missing;
Missing to_address(const void*);
Missing to_pointer(...);
}  // namespace fallback

}  // namespace duet::vendor_check

namespace duet::vendor::names {

// Look-up finds a name in the enclosing namespace duet::vendor before it finds a fallback.
using namespace vendor_check;
using namespace vendor_check::fallback;

#define DUET_VENDOR_TYPE(name, kind, purpose)                                              \
  static_assert(!is_missing<name>, "vendor.hpp must define the type " #name ": " purpose); \
  static_assert(is_missing<name> || kind<name>,                                            \
                "vendor.hpp: the type " #name " (" purpose                                 \
                ") does not meet the concept vendor_check::" #kind);
#define DUET_VENDOR_CONSTANT(name, type, purpose)                                          \
  static_assert(!is_missing<decltype(name)>,                                               \
                "vendor.hpp must define the constant " #type " " #name ": " purpose);      \
  static_assert(is_missing<decltype(name)> || std::is_same_v<decltype(name), type const>,  \
                "vendor.hpp: " #name " (" purpose ") must be an inline constexpr " #type); \
  static_assert(is_constant(name), "vendor.hpp: " #name " must be constexpr");
#define DUET_VENDOR_MEMBER(group, name, type, purpose) \
  template <typename T>                                \
  concept has_##group##_##name = requires {            \
    { T::name } -> std::convertible_to<type>;          \
  };                                                   \
  static_assert(has_##group##_##name<group>,           \
                "vendor.hpp must define " #group "::" #name " as a " #type ": " purpose);
#include "vendor_names.def"

static_assert(std::is_same_v<decltype(to_address(nullptr)), Address>,
              "vendor.hpp must define Address to_address(const void*) noexcept: a pointer to "
              "device memory as the driver takes it");
static_assert(
    std::is_same_v<decltype(to_pointer(Address{})), void*>,
    "vendor.hpp must define void* to_pointer(Address) noexcept: the inverse of to_address");

}  // namespace duet::vendor::names
