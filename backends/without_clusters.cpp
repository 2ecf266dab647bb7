// The cluster part of contract.hpp, for backends whose devices have none.

#include "contract.hpp"

namespace duet::vendor {

namespace {
[[noreturn]] void refuse() {
  throw Error(ErrorCode::not_supported,
              std::string(backend_name) + " devices have no clusters of blocks");
}
}  // namespace

bool launches_clusters(DeviceHandle) { return false; }
void launch_clusters(FunctionHandle, const LaunchShape&, StreamHandle, void**) { refuse(); }
int largest_cluster(FunctionHandle, const LaunchShape&) { refuse(); }
int active_clusters(FunctionHandle, const LaunchShape&) { refuse(); }

}  // namespace duet::vendor
