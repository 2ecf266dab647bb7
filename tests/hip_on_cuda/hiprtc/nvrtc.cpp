#include "nvrtc.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "cuda/dynamic_library.hpp"
#include "objects/device.hpp"

namespace hip_on_cuda {
namespace {

void* open_nvrtc() {
  const std::string name = "libnvrtc.so." + std::to_string(CUDA_VERSION / 1000);
  const char* home = std::getenv("CUDA_HOME");
  const std::string in_home = home == nullptr ? "" : std::string(home) + "/lib64/" + name;
  const std::string usual = "/usr/local/cuda/lib64/" + name;
  return open_library(
      {std::getenv("HIP_ON_CUDA_NVRTC"), name.c_str(), in_home.c_str(), usual.c_str()});
}

const Nvrtc* load_nvrtc() {
  void* const library = open_nvrtc();
  if (library == nullptr) return nullptr;
  static Nvrtc nvrtc;
#define HIP_ON_CUDA_CALL(function) \
  bind<NVRTC_ERROR_INTERNAL_ERROR>(nvrtc.function, library, HIP_ON_CUDA_EXPORTED(function));
#include "nvrtc.def"
  return &nvrtc;
}

}  // namespace

const Nvrtc* find_nvrtc() {
  static const Nvrtc* const nvrtc = load_nvrtc();
  return nvrtc;
}

std::string compile_architecture(const Nvrtc& nvrtc) {
  if (std::string name = first_architecture(); !name.empty()) return name;
  int count = 0;
  if (nvrtc.nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count <= 0) return {};
  std::vector<int> known(static_cast<std::size_t>(count));
  if (nvrtc.nvrtcGetSupportedArchs(known.data()) != NVRTC_SUCCESS) return {};
  return "sm_" + std::to_string(std::ranges::max(known));
}

}  // namespace hip_on_cuda
