#pragma once

// Contract: launches that keep memory in the level-2 cache.

#include <cstddef>

#include <duet/shape.hpp>

#include "vendor_check.hpp"

namespace duet::vendor {

/// In bytes. 0: the device or the loaded driver has no windows, and core does not call the other
/// functions of this header.
struct L2Limits {
  std::size_t window = 0;      ///< largest window of a launch
  std::size_t persisting = 0;  ///< largest DeviceLimits::persisting_l2
};
L2Limits l2_limits(DeviceHandle device) noexcept;

/// @param shape   has a window; may have a cluster, and be cooperative or programmatic
/// @param values  one address per parameter; copied during the call
void launch_with_window(FunctionHandle function, const LaunchShape& shape, StreamHandle stream,
                        void** values);

/// Makes lines of the current device's cache that persist normal again.
void reset_persisting_l2();

}  // namespace duet::vendor
