#pragma once

#include <duet/spelling/std/cstddef.hpp>

namespace std {
using ::printf;
}  // namespace std
