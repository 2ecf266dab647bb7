#pragma once

#include <span>

#include <duet/argument_type.hpp>
#include <duet/shape.hpp>

namespace duet::detail {

struct KernelState;

/// @throws Error (invalid_argument) naming what is wrong with a launch of the kernel
void check_launch(const KernelState& kernel, const LaunchShape& shape,
                  std::span<const ArgumentShape> arguments);

}  // namespace duet::detail
