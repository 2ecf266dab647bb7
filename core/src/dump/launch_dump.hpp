#pragma once

#include <functional>
#include <memory>
#include <span>

#include <duet/argument_type.hpp>
#include <duet/program.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

namespace duet {

namespace detail {
struct KernelState;
}

/// A launch that was checked but not started.
struct CheckedLaunch {
  StreamRef stream;
  const detail::KernelState& kernel;
  const LaunchShape& shape;
  std::span<void* const> values;
  std::span<const ArgumentShape> arguments;
};

/// Properties of the module of a launched kernel.
struct ModuleOrigin {
  std::shared_ptr<const Program> program{};  ///< null if this process did not compile it
  bool has_variables = false;
  bool gave_symbol = false;  ///< a caller may have set variables
};

/// Starts a launch and dumps it to $DUET_KEEP_LAUNCHES, see duet/launch_dump.hpp. The device must
/// be current, and no other dumped launch may run.
/// @throws Error  also (io); the kernel's own error
void dump_launch(const CheckedLaunch& launch, const ModuleOrigin& origin,
                 const std::function<void()>& start);

}  // namespace duet
