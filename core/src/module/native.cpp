#include <duet/native.hpp>

#include "module_state.hpp"

namespace duet {

NativeModule native(const Module& module) { return module.state().handle; }
NativeFunction native(const Kernel& kernel) { return kernel.state().function; }
NativeContext native(const Device& device) { return device.state().context; }

}  // namespace duet
