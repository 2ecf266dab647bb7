#pragma once

// What programs that name std get without an #include.

#include <duet/spelling/std/algorithm.hpp>
#include <duet/spelling/std/cmath.hpp>
#include <duet/spelling/std/cstddef.hpp>
#include <duet/spelling/std/cstring.hpp>
#include <duet/spelling/std/initializer_list.hpp>
#include <duet/spelling/std/iterator.hpp>
#include <duet/spelling/std/limits.hpp>
