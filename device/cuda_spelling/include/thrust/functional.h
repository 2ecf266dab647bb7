#pragma once

#include <duet/spelling/libcu/functional.hpp>

namespace thrust {
using ::cuda::maximum;
using ::cuda::minimum;
using ::std::divides;
using ::std::equal_to;
using ::std::greater;
using ::std::greater_equal;
using ::std::identity;
using ::std::less;
using ::std::less_equal;
using ::std::minus;
using ::std::modulus;
using ::std::multiplies;
using ::std::negate;
using ::std::not_equal_to;
using ::std::plus;
}  // namespace thrust
