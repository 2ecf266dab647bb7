#pragma once

// Contract: launches in clusters of blocks.

#include <duet/shape.hpp>

#include "vendor_check.hpp"

namespace duet::vendor {

/// Whether the device and the loaded driver launch clusters. If not, core does not call the other
/// functions of this header.
bool launches_clusters(DeviceHandle device);

/// @param shape   has a cluster; may be cooperative
/// @param values  one address per parameter; copied during the call
void launch_clusters(FunctionHandle function, const LaunchShape& shape, StreamHandle stream,
                     void** values);

/// The number of blocks of the largest cluster that can be launched. Launches may use that size
/// afterwards. @param shape  block and shared memory count; its cluster does not
int largest_cluster(FunctionHandle function, const LaunchShape& shape);

/// How many clusters of the shape are resident on the device at once.
int active_clusters(FunctionHandle function, const LaunchShape& shape);

}  // namespace duet::vendor
