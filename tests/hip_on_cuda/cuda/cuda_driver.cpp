#include "cuda_driver.hpp"

#include <cstdlib>

#include "dynamic_library.hpp"

namespace hip_on_cuda {
namespace {

const CudaDriver* load() {
  void* const library = open_library({std::getenv("HIP_ON_CUDA_DRIVER"), "libcuda.so.1"});
  if (library == nullptr) return nullptr;
  static CudaDriver driver;
#define HIP_ON_CUDA_CALL(function) \
  bind<CUDA_ERROR_NOT_SUPPORTED>(driver.function, library, HIP_ON_CUDA_EXPORTED(function));
#include "cuda_driver.def"
  return &driver;
}

}  // namespace

const CudaDriver* find_cuda() {
  static const CudaDriver* const driver = load();
  return driver;
}

const CudaDriver& cuda() { return *find_cuda(); }

}  // namespace hip_on_cuda
