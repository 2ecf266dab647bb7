#pragma once

#include <duet/spelling/std/utility.hpp>

namespace thrust {
using ::std::swap;
}
