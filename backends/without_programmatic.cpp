// contract/programmatic.hpp for backends whose kernels begin when earlier ones have ended.

#include "contract.hpp"

namespace duet::vendor {

namespace {
[[noreturn]] void throw_no_programmatic() {
  throw Error(ErrorCode::not_supported,
              std::string(backend_name) + " kernels begin when earlier ones have ended");
}
}  // namespace

bool launches_programmatically(DeviceHandle) { return false; }
void launch_programmatically(FunctionHandle, const LaunchShape&, StreamHandle, void**) {
  throw_no_programmatic();
}
void follow_programmatically(GraphHandle, GraphNodeHandle, GraphNodeHandle) {
  throw_no_programmatic();
}

}  // namespace duet::vendor
