#include "no_device.hpp"

#include <system_error>

#include "device_files.hpp"

namespace duet::cuda {
namespace {

namespace fs = std::filesystem;

/// Whether the GPU is reached without /dev/nvidiactl: on Windows' Linux and on Jetson.
bool has_other_files(const fs::path& root) {
  std::error_code error;
  return fs::exists(root / "dev/dxg", error) || fs::exists(root / "dev/nvmap", error);
}

std::string file_problem(const fs::path& root) {
  std::error_code error;
  const bool has_module = fs::exists(root / "sys/module/nvidia", error);
  const std::string advice =
      has_module ? "start the container with its GPUs (docker run --gpus all), or run "
                   "'nvidia-modprobe -c 0 -u' on the machine"
                 : "the kernel module nvidia is not loaded; with an NVIDIA GPU, run 'sudo modprobe "
                   "nvidia'";
  for (const char* name : {"dev/nvidiactl", "dev/nvidia-uvm"}) {
    if (std::string problem = device_files::problem(root / name, advice); !problem.empty()) {
      return problem;
    }
  }
  return {};
}

}  // namespace

std::string no_device_cause(const fs::path& root) {
  std::string cause = has_other_files(root) ? "" : file_problem(root);
  return cause.empty() ? device_files::hiding_variable({"CUDA_VISIBLE_DEVICES"}) : cause;
}

}  // namespace duet::cuda
