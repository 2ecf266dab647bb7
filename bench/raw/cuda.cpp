#include <cuda.h>

#include <string>
#include <vector>

#include "file.hpp"
#include "library.hpp"
#include "raw.hpp"

namespace duet::bench {
namespace {

class CudaChain : public RawChain {
 public:
  CudaChain(const RawLibrary& library, CUstream stream, const RawLaunch& launch, int launches)
      : set_(DUET_FIND(library, cuGraphExecKernelNodeSetParams)),
        launch_(DUET_FIND(library, cuGraphLaunch)),
        stream_(stream) {
    DUET_CALL(library, cuGraphCreate, &graph_, 0);
    const auto add = DUET_FIND(library, cuGraphAddKernelNode);
    const CUDA_KERNEL_NODE_PARAMS parameters = parameters_of(launch);
    nodes_.resize(static_cast<std::size_t>(launches));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      check(add(&nodes_[i], graph_, i == 0 ? nullptr : &nodes_[i - 1], i == 0 ? 0 : 1, &parameters),
            "cuGraphAddKernelNode");
    }
    DUET_CALL(library, cuGraphInstantiateWithFlags, &exec_, graph_, 0);
  }
  void set(const RawLaunch& launch) override {
    const CUDA_KERNEL_NODE_PARAMS parameters = parameters_of(launch);
    for (const CUgraphNode node : nodes_)
      check(set_(exec_, node, &parameters), "cuGraphExecKernelNodeSetParams");
  }
  void replay(int count) override {
    for (int i = 0; i < count; ++i) check(launch_(exec_, stream_), "cuGraphLaunch");
  }

 private:
  static CUDA_KERNEL_NODE_PARAMS parameters_of(const RawLaunch& launch) {
    CUDA_KERNEL_NODE_PARAMS parameters{};
    parameters.func = static_cast<CUfunction>(launch.function);
    parameters.gridDimX = launch.grid;
    parameters.gridDimY = parameters.gridDimZ = 1;
    parameters.blockDimX = launch.block;
    parameters.blockDimY = parameters.blockDimZ = 1;
    parameters.kernelParams = launch.arguments;
    return parameters;
  }

  decltype(&cuGraphExecKernelNodeSetParams) set_;
  decltype(&cuGraphLaunch) launch_;
  CUstream stream_;
  CUgraph graph_ = nullptr;
  CUgraphExec exec_ = nullptr;
  std::vector<CUgraphNode> nodes_{};
};

class Cuda : public RawVendor {
 public:
  Cuda(int ordinal, std::span<const std::byte> image) : library_("libcuda.so.1") {
    CUdevice device = 0;
    CUcontext context = nullptr;
    DUET_CALL(library_, cuInit, 0);
    DUET_CALL(library_, cuDeviceGet, &device, ordinal);
    DUET_CALL(library_, cuDevicePrimaryCtxRetain, &context, device);
    DUET_CALL(library_, cuCtxSetCurrent, context);
    if (!image.empty()) check(load_(&module_, image.data()), "cuModuleLoadData");
    DUET_CALL(library_, cuStreamCreate, &stream_, CU_STREAM_NON_BLOCKING);
  }

  void* function(const std::string& name) override {
    CUfunction function = nullptr;
    check(find_(&function, module_, name.c_str()), "cuModuleGetFunction");
    return function;
  }

  void launch(const RawLaunch& launch, int count) override {
    for (int i = 0; i < count; ++i) launch_once(launch);
  }

  void launch_and_wait(const RawLaunch& launch, int count) override {
    for (int i = 0; i < count; ++i) {
      launch_once(launch);
      check(synchronize_(stream_), "cuStreamSynchronize");
    }
  }

  void synchronize() override { check(synchronize_(stream_), "cuStreamSynchronize"); }

  std::unique_ptr<RawChain> chain(const RawLaunch& launch, int launches) override {
    return std::make_unique<CudaChain>(library_, stream_, launch, launches);
  }

  void load(const std::string& file, const std::string& kernel) override {
    check(load_(&module_, read_file(file).data()), "cuModuleLoadData");
    (void)function(kernel);
  }

 private:
  void launch_once(const RawLaunch& launch) {
    check(launch_(static_cast<CUfunction>(launch.function), launch.grid, 1, 1, launch.block, 1, 1,
                  0, stream_, launch.arguments, nullptr),
          "cuLaunchKernel");
  }

  RawLibrary library_;
  decltype(&cuModuleLoadData) load_ = DUET_FIND(library_, cuModuleLoadData);
  decltype(&cuModuleGetFunction) find_ = DUET_FIND(library_, cuModuleGetFunction);
  decltype(&cuLaunchKernel) launch_ = DUET_FIND(library_, cuLaunchKernel);
  decltype(&cuStreamSynchronize) synchronize_ = DUET_FIND(library_, cuStreamSynchronize);
  CUmodule module_ = nullptr;
  CUstream stream_ = nullptr;
};

}  // namespace

std::unique_ptr<RawVendor> open_raw_vendor(int device, std::span<const std::byte> image) {
  return std::make_unique<Cuda>(device, image);
}

}  // namespace duet::bench
