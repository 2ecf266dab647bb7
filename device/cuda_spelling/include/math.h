#pragma once

#include <duet/spelling/std/cmath.hpp>
