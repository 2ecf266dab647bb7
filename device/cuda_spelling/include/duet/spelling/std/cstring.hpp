#pragma once

#include <duet/spelling/std/cstddef.hpp>

namespace std {
using ::memcpy;
using ::memset;
}  // namespace std
