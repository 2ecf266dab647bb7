#pragma once

#include <duet/spelling/std/cstddef.hpp>

/// For declarations of host functions.
typedef struct duet_FILE FILE;

namespace std {
using ::FILE;
using ::printf;
}  // namespace std
