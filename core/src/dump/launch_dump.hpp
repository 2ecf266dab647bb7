#pragma once

#include <span>

#include <duet/argument_type.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

#include "base/kept_module.hpp"

namespace duet::detail {

struct KernelState;

/// Like `start_launch`, and writes the launch to $DUET_KEEP_LAUNCHES, see duet/launch_dump.hpp. The
/// device must be current. @throws Error  also (io); the kernel's own error
void start_launch_dump(StreamRef stream, const KernelState& kernel, const LaunchShape& shape,
                       std::span<void*> values, std::span<const ArgumentShape> arguments);

}  // namespace duet::detail
