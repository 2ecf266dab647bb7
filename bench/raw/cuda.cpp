#include <cuda.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "file.hpp"
#include "library.hpp"
#include "raw.hpp"

namespace duet::bench {
namespace {

#define DUET_TEXT(function) #function
// Two macros, since cuda.h renames functions by macro to a version such as cuMemAlloc_v2.
#define DUET_EXPORTED(function) DUET_TEXT(function)
#define DUET_FIND(library, function) ((library).find<decltype(function)>(DUET_EXPORTED(function)))

void check(CUresult status, const char* call) {
  if (status == CUDA_SUCCESS) return;
  throw std::runtime_error(std::string(call) + " failed with " + std::to_string(status));
}

class CudaChain : public RawChain {
 public:
  CudaChain(const RawLibrary& library, CUstream stream, const RawLaunch& launch, int launches)
      : set_(DUET_FIND(library, cuGraphExecKernelNodeSetParams)),
        launch_(DUET_FIND(library, cuGraphLaunch)),
        stream_(stream) {
    check(DUET_FIND(library, cuGraphCreate)(&graph_, 0), "cuGraphCreate");
    const auto add = DUET_FIND(library, cuGraphAddKernelNode);
    const CUDA_KERNEL_NODE_PARAMS parameters = parameters_of(launch);
    nodes_.resize(static_cast<std::size_t>(launches));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      check(add(&nodes_[i], graph_, i == 0 ? nullptr : &nodes_[i - 1], i == 0 ? 0 : 1, &parameters),
            "cuGraphAddKernelNode");
    }
    check(DUET_FIND(library, cuGraphInstantiateWithFlags)(&exec_, graph_, 0),
          "cuGraphInstantiateWithFlags");
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
    check(DUET_FIND(library_, cuInit)(0), "cuInit");
    check(DUET_FIND(library_, cuDeviceGet)(&device, ordinal), "cuDeviceGet");
    check(DUET_FIND(library_, cuDevicePrimaryCtxRetain)(&context, device),
          "cuDevicePrimaryCtxRetain");
    check(DUET_FIND(library_, cuCtxSetCurrent)(context), "cuCtxSetCurrent");
    if (!image.empty()) check(load_(&module_, image.data()), "cuModuleLoadData");
    check(DUET_FIND(library_, cuStreamCreate)(&stream_, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
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
