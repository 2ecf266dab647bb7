#pragma once

#include <duet/spelling/std/utility.hpp>

namespace thrust {
using ::std::make_pair;
using ::std::pair;
}  // namespace thrust
