// contract/cluster.hpp for backends whose devices have no clusters of blocks.

#include "contract.hpp"

namespace duet::vendor {

namespace {
[[noreturn]] void throw_unsupported() {
  throw Error(ErrorCode::not_supported,
              std::string(backend_name) + " devices have no clusters of blocks");
}
}  // namespace

bool launches_clusters(DeviceHandle) { return false; }
void launch_clusters(FunctionHandle, const LaunchShape&, StreamHandle, void**) {
  throw_unsupported();
}
int largest_cluster(FunctionHandle, const LaunchShape&) { throw_unsupported(); }
int active_clusters(FunctionHandle, const LaunchShape&) { throw_unsupported(); }

}  // namespace duet::vendor
