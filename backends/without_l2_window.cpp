// contract/l2_window.hpp for backends whose launches cannot keep memory in the level-2 cache.

#include "contract.hpp"

namespace duet::vendor {

namespace {
[[noreturn]] void throw_no_window() {
  throw Error(ErrorCode::not_supported,
              std::string(backend_name) + " launches cannot keep memory in the level-2 cache");
}
}  // namespace

L2Limits l2_limits(DeviceHandle) noexcept { return {}; }
void launch_with_window(FunctionHandle, const LaunchShape&, StreamHandle, void**) {
  throw_no_window();
}
void reset_persisting_l2() { throw_no_window(); }

}  // namespace duet::vendor
