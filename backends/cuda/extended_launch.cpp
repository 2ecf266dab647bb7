// Launches of contract/cluster.hpp, contract/l2_window.hpp and contract/programmatic.hpp on the
// CUDA driver.

#include <array>

#include "driver/driver.hpp"
#include "l2_window.hpp"

namespace duet::vendor {

namespace {

/// A launch in the form of cuLaunchKernelEx and the occupancy calls. Has pointers into itself.
class Configuration {
 public:
  explicit Configuration(const LaunchShape& shape, StreamHandle stream = nullptr) {
    config_.gridDimX = shape.grid.x;
    config_.gridDimY = shape.grid.y;
    config_.gridDimZ = shape.grid.z;
    config_.blockDimX = shape.block.x;
    config_.blockDimY = shape.block.y;
    config_.blockDimZ = shape.block.z;
    config_.sharedMemBytes = static_cast<unsigned>(shape.shared_bytes);
    config_.hStream = stream;
    config_.attrs = attributes_.data();
    if (shape.cluster) {
      CUlaunchAttribute& cluster = add(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
      cluster.value.clusterDim.x = shape.cluster->x;
      cluster.value.clusterDim.y = shape.cluster->y;
      cluster.value.clusterDim.z = shape.cluster->z;
    }
    if (shape.l2_window) {
      add(CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW).value.accessPolicyWindow =
          cuda::to_cuda(*shape.l2_window);
    }
    if (shape.cooperative) {
      add(CU_LAUNCH_ATTRIBUTE_COOPERATIVE).value.cooperative = 1;
    } else if (shape.programmatic) {
      add(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
          .value.programmaticStreamSerializationAllowed = 1;
    }
  }
  Configuration(const Configuration&) = delete;
  Configuration& operator=(const Configuration&) = delete;

  const CUlaunchConfig* get() const noexcept { return &config_; }

 private:
  CUlaunchAttribute& add(CUlaunchAttributeID id) {
    CUlaunchAttribute& attribute = attributes_[config_.numAttrs++];
    attribute.id = id;
    return attribute;
  }

  std::array<CUlaunchAttribute, 3> attributes_{};
  CUlaunchConfig config_{};
};

void launch(FunctionHandle function, const LaunchShape& shape, StreamHandle stream, void** values) {
  const Configuration configuration(shape, stream);
  DUET_DRIVER(launch_extended, configuration.get(), function, values, nullptr);
}

}  // namespace

// Drivers before 11.8 have neither the attribute nor the calls.
bool launches_clusters(DeviceHandle device) {
  if (!driver_has<&DriverNames::launch_extended>(driver().launch_extended)) return false;
  int value = 0;
  // Asked twice: an error that passes does not mean that the driver lacks the attribute.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const Status status =
        driver().device_attribute(&value, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, device);
    if (status == success) return value != 0;
  }
  return false;
}

void launch_clusters(FunctionHandle function, const LaunchShape& shape, StreamHandle stream,
                     void** values) {
  launch(function, shape, stream, values);
}

int largest_cluster(FunctionHandle function, const LaunchShape& shape) {
  // Clusters of more than 8 blocks need permission, since not every device supports them.
  DUET_DRIVER(function_set_attribute, function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
              1);
  LaunchShape plain = shape;
  plain.l2_window.reset();
  const Configuration configuration(plain);
  int blocks = 0;
  DUET_DRIVER(largest_cluster, &blocks, function, configuration.get());
  return blocks;
}

int active_clusters(FunctionHandle function, const LaunchShape& shape) {
  LaunchShape plain = shape;
  plain.cooperative = false;  // callers compare the result with a cooperative grid
  plain.programmatic = false;
  plain.l2_window.reset();
  const Configuration configuration(plain);
  int clusters = 0;
  DUET_DRIVER(active_clusters, &clusters, function, configuration.get());
  return clusters;
}

bool launches_programmatically(DeviceHandle device) {
  int major = 0;
  // Drivers before 12.3 have no such edges of graphs.
  return driver_has<&DriverNames::launch_extended>(driver().launch_extended) &&
         driver_has<&DriverNames::graph_add_edges>(driver().graph_add_edges) &&
         driver().device_attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) ==
             success &&
         major >= 9;
}

void launch_programmatically(FunctionHandle function, const LaunchShape& shape, StreamHandle stream,
                             void** values) {
  launch(function, shape, stream, values);
}

void launch_with_window(FunctionHandle function, const LaunchShape& shape, StreamHandle stream,
                        void** values) {
  launch(function, shape, stream, values);
}

void follow_programmatically(GraphHandle graph, GraphNodeHandle before, GraphNodeHandle node) {
  CUgraphNodeType type{};
  DUET_DRIVER(graph_node_type, before, &type);
  CUgraphEdgeData edge{};
  if (type == CU_GRAPH_NODE_TYPE_KERNEL) {
    edge.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
    edge.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
  }
  DUET_DRIVER(graph_add_edges, graph, &before, &node, &edge, 1);
}

}  // namespace duet::vendor
