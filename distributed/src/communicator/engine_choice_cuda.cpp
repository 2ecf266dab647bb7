#include <cstdlib>
#include <string>

#include "communicator/engine_choice.hpp"
#include "nccl/nccl_engine.hpp"

namespace duet::detail {

namespace {

std::vector<std::string> folders() {
  std::vector<std::string> folders;
  for (const char* const name : {"DUET_CUDA_PATH", "CUDA_HOME", "CUDA_PATH"}) {
    const char* const path = std::getenv(name);
    if (path == nullptr || *path == '\0') continue;
    folders.push_back(std::string(path) + "/lib64");
    folders.push_back(std::string(path) + "/lib");
  }
  for (const char* const folder : {"/usr/local/cuda/lib64", "/usr/local/cuda/lib"}) {
    folders.emplace_back(folder);
  }
  const std::vector<std::string> wheels = python_package_folders("nvidia/nccl/lib");
  folders.insert(folders.end(), wheels.begin(), wheels.end());
  return folders;
}

constexpr NcclSearch search{"NCCL", "libnccl.so.2", folders,
                            "Install it (package libnccl2, or NVIDIA's wheel)"};

}  // namespace

std::unique_ptr<Engine> make_engine(const EngineSetup& setup, CollectiveEngine wanted,
                                    bool /*is_one_process*/) {
  return make_nccl_engine(setup, wanted, search);
}

}  // namespace duet::detail
