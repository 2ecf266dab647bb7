#include <cuda.h>

#include <stdexcept>
#include <string>

#include "file.hpp"
#include "library.hpp"
#include "raw.hpp"

namespace duet::bench {
namespace {

#define DUET_TEXT(function) #function
// Two steps, since cuda.h renames functions by macro to the version that is meant.
#define DUET_EXPORTED(function) DUET_TEXT(function)
#define DUET_FIND(library, function) ((library).find<decltype(function)>(DUET_EXPORTED(function)))

void check(CUresult status, const char* call) {
  if (status == CUDA_SUCCESS) return;
  throw std::runtime_error(std::string(call) + " failed with " + std::to_string(status));
}

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
