#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <hip/hip_runtime_api.h>
#pragma GCC diagnostic pop

#include <string>
#include <vector>

#include "file.hpp"
#include "library.hpp"
#include "raw.hpp"

namespace duet::bench {
namespace {

class HipChain : public RawChain {
 public:
  HipChain(const RawLibrary& library, hipStream_t stream, const RawLaunch& launch, int launches)
      : set_(DUET_FIND(library, hipGraphExecKernelNodeSetParams)),
        launch_(DUET_FIND(library, hipGraphLaunch)),
        stream_(stream) {
    DUET_CALL(library, hipGraphCreate, &graph_, 0);
    const auto add = DUET_FIND(library, hipGraphAddKernelNode);
    const hipKernelNodeParams parameters = parameters_of(launch);
    nodes_.resize(static_cast<std::size_t>(launches));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      check(add(&nodes_[i], graph_, i == 0 ? nullptr : &nodes_[i - 1], i == 0 ? 0 : 1, &parameters),
            "hipGraphAddKernelNode");
    }
    DUET_CALL(library, hipGraphInstantiateWithFlags, &exec_, graph_, 0);
  }
  void set(const RawLaunch& launch) override {
    const hipKernelNodeParams parameters = parameters_of(launch);
    for (const hipGraphNode_t node : nodes_)
      check(set_(exec_, node, &parameters), "hipGraphExecKernelNodeSetParams");
  }
  void replay(int count) override {
    for (int i = 0; i < count; ++i) check(launch_(exec_, stream_), "hipGraphLaunch");
  }

 private:
  static hipKernelNodeParams parameters_of(const RawLaunch& launch) {
    hipKernelNodeParams parameters{};
    parameters.func = launch.function;
    parameters.gridDim = {launch.grid, 1, 1};
    parameters.blockDim = {launch.block, 1, 1};
    parameters.kernelParams = launch.arguments;
    return parameters;
  }

  decltype(&hipGraphExecKernelNodeSetParams) set_;
  decltype(&hipGraphLaunch) launch_;
  hipStream_t stream_;
  hipGraph_t graph_ = nullptr;
  hipGraphExec_t exec_ = nullptr;
  std::vector<hipGraphNode_t> nodes_{};
};

class Hip : public RawVendor {
 public:
  // The library of the headers' major version, since enumerators differ between major versions.
  Hip(int device, std::span<const std::byte> image)
      : library_("libamdhip64.so." DUET_EXPORTED(HIP_VERSION_MAJOR)) {
    DUET_CALL(library_, hipSetDevice, device);
    if (!image.empty()) check(load_(&module_, image.data()), "hipModuleLoadData");
    DUET_CALL(library_, hipStreamCreateWithFlags, &stream_, hipStreamNonBlocking);
  }

  void* function(const std::string& name) override {
    hipFunction_t function = nullptr;
    check(find_(&function, module_, name.c_str()), "hipModuleGetFunction");
    return function;
  }

  void launch(const RawLaunch& launch, int count) override {
    for (int i = 0; i < count; ++i) launch_once(launch);
  }

  void launch_and_wait(const RawLaunch& launch, int count) override {
    for (int i = 0; i < count; ++i) {
      launch_once(launch);
      check(synchronize_(stream_), "hipStreamSynchronize");
    }
  }

  void synchronize() override { check(synchronize_(stream_), "hipStreamSynchronize"); }

  std::unique_ptr<RawChain> chain(const RawLaunch& launch, int launches) override {
    return std::make_unique<HipChain>(library_, stream_, launch, launches);
  }

  void load(const std::string& file, const std::string& kernel) override {
    check(load_(&module_, read_file(file).data()), "hipModuleLoadData");
    (void)function(kernel);
  }

 private:
  void launch_once(const RawLaunch& launch) {
    check(launch_(static_cast<hipFunction_t>(launch.function), launch.grid, 1, 1, launch.block, 1,
                  1, 0, stream_, launch.arguments, nullptr),
          "hipModuleLaunchKernel");
  }

  RawLibrary library_;
  decltype(&hipModuleLoadData) load_ = DUET_FIND(library_, hipModuleLoadData);
  decltype(&hipModuleGetFunction) find_ = DUET_FIND(library_, hipModuleGetFunction);
  decltype(&hipModuleLaunchKernel) launch_ = DUET_FIND(library_, hipModuleLaunchKernel);
  decltype(&hipStreamSynchronize) synchronize_ = DUET_FIND(library_, hipStreamSynchronize);
  hipModule_t module_ = nullptr;
  hipStream_t stream_ = nullptr;
};

}  // namespace

std::unique_ptr<RawVendor> open_raw_vendor(int device, std::span<const std::byte> image) {
  return std::make_unique<Hip>(device, image);
}

}  // namespace duet::bench
