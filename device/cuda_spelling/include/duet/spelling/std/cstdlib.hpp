#pragma once

#include <duet/spelling/std/cstddef.hpp>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
namespace std {
using ::abs;
using ::free;
using ::malloc;
}  // namespace std
