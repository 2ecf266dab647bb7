#pragma once

#include <duet/spelling/std/algorithm.hpp>

namespace thrust {
using ::std::max;
using ::std::min;
}  // namespace thrust
