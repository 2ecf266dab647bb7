#pragma once

// What the headers of CUDA's runtime and driver add for device code.

#include <duet/spelling/std/cmath.hpp>
#include <duet/spelling/std/constants.hpp>
#include <duet/spelling/std/cstddef.hpp>
#include <duet/spelling/vendor/runtime_types.hpp>
