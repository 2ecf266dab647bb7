#pragma once

#include <string>

#include <duet/device.hpp>

namespace duet::detail {

/// Whether kernels of `device` can access memory of another device. Queries the driver unless that
/// was allowed by duet or seen before.
bool can_reach(const Device& device, const Device& home, const void* address);

/// Says in words how kernels of `device` can use memory of `home`.
std::string access_advice(const Device& device, const Device& home);

}  // namespace duet::detail
