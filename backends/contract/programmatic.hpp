#pragma once

// Contract: launches that begin before the kernel before them has ended.

#include <span>

#include <duet/shape.hpp>

#include "vendor_check.hpp"

namespace duet::vendor {

/// Whether the device and the loaded driver have such launches. If not, core does not call the
/// other functions of this header.
bool launches_programmatically(DeviceHandle device);

/// @param shape   may have a cluster; not cooperative
/// @param values  one address per parameter; copied during the call
void launch_programmatically(FunctionHandle function, const LaunchShape& shape, StreamHandle stream,
                             void** values);

/// Makes a kernel node, which follows no node, begin early after another node of its graph. After a
/// node that is no kernel it begins as usual.
void follow_programmatically(GraphHandle graph, GraphNodeHandle before, GraphNodeHandle node);

}  // namespace duet::vendor
