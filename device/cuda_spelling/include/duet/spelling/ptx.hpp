#pragma once

// What inline PTX becomes on targets without it.

#include <duet/device/float16_pair.hpp>
#include <duet/spelling/builtin/conversions.hpp>
#include <duet/spelling/builtin/integers.hpp>
#include <duet/spelling/builtin/warp.hpp>
#include <duet/spelling/ptx/comparison.hpp>
#include <duet/spelling/ptx/memory.hpp>
#include <duet/spelling/ptx/numbers.hpp>
#include <duet/spelling/ptx/warp.hpp>
