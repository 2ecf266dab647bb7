#pragma once

#include <duet/spelling/std/constants.hpp>
#include <duet/spelling/std/type_traits.hpp>

typedef std::ptrdiff_t ptrdiff_t;
struct alignas(16) max_align_t {
  unsigned char bytes[16];
};
namespace std {
using ::max_align_t;
enum class byte : unsigned char {};
}  // namespace std
#ifndef offsetof
#ifdef DUET_SPELLING_IS_NATIVE
#define offsetof(type, member) (reinterpret_cast<size_t>(&reinterpret_cast<type*>(0)->member))
#else
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
#endif
