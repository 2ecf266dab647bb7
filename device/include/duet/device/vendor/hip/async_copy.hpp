#pragma once

#include <duet/device/detail/plain_copy.hpp>

namespace duet::vendor {

using AsyncCopy = detail::PlainCopy;

}  // namespace duet::vendor
