#pragma once

#include <duet/spelling/std/cstdlib.hpp>
#include <duet/spelling/std/cmath.hpp>
