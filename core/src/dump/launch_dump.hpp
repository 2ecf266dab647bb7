#pragma once

#include <span>

#include <duet/argument_type.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

#include "base/kept_module.hpp"

namespace duet::detail {

struct KernelState;

/// `start_launch`, kept in $DUET_KEEP_LAUNCHES as duet/launch_dump.hpp says. The device must be
/// current. @throws Error  also io; what the kernel fails with
void start_launch_dump(StreamRef stream, const KernelState& kernel, const LaunchShape& shape,
                       std::span<void*> values, std::span<const ArgumentShape> arguments);

}  // namespace duet::detail
