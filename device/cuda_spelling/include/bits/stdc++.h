#pragma once

// What kernels use of the standard library.

#include <duet/spelling/std/algorithm.hpp>
#include <duet/spelling/std/array.hpp>
#include <duet/spelling/std/cmath.hpp>
#include <duet/spelling/std/complex.hpp>
#include <duet/spelling/std/cstdint.hpp>
#include <duet/spelling/std/cstdio.hpp>
#include <duet/spelling/std/cstdlib.hpp>
#include <duet/spelling/std/cstring.hpp>
#include <duet/spelling/std/functional.hpp>
#include <duet/spelling/std/limits.hpp>
#include <duet/spelling/std/numeric.hpp>
#include <duet/spelling/std/tuple.hpp>
#include <duet/spelling/std/type_traits.hpp>
#include <duet/spelling/std/utility.hpp>
