#include <cstdlib>
#include <string>

#include "communicator/engine_choice.hpp"
#include "nccl/nccl_engine.hpp"

namespace duet::detail {

namespace {

std::vector<std::string> folders() {
  std::vector<std::string> folders;
  const char* const path = std::getenv("ROCM_PATH");
  if (path != nullptr && *path != '\0') folders.push_back(std::string(path) + "/lib");
  folders.emplace_back("/opt/rocm/lib");
  return folders;
}

constexpr NcclSearch search{"RCCL", "librccl.so.1", folders, "Install it (package rccl of ROCm)"};

}  // namespace

std::unique_ptr<Engine> make_engine(const EngineSetup& setup, CollectiveEngine wanted,
                                    bool /*is_one_process*/) {
  return make_nccl_engine(setup, wanted, search);
}

}  // namespace duet::detail
