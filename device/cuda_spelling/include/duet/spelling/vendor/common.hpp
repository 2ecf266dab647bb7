#pragma once

#include <duet/spelling/builtin/address_spaces.hpp>
#include <duet/spelling/builtin/conversions.hpp>
#include <duet/spelling/builtin/memory.hpp>
#include <duet/spelling/builtin/warp.hpp>

#include <duet/spelling/builtin/integers.hpp>
#include <duet/spelling/builtin/simd.hpp>
#include <duet/spelling/builtin/vector_atomics.hpp>
