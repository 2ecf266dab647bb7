#include <cstdlib>
#include <string>

#include "communicator/engine_choice.hpp"
#include "nccl/nccl_engine.hpp"

namespace duet::detail {

namespace {

NcclSearch search() {
  NcclSearch search{"RCCL", "librccl.so.1", {}, "Install it (package rccl of ROCm)"};
  const char* const path = std::getenv("ROCM_PATH");
  if (path != nullptr && *path != '\0') search.folders.push_back(std::string(path) + "/lib");
  search.folders.emplace_back("/opt/rocm/lib");
  return search;
}

}  // namespace

std::unique_ptr<Engine> make_engine(const EngineSetup& setup, CollectiveEngine wanted,
                                    bool /*is_one_process*/) {
  return make_nccl_engine(setup, wanted, search());
}

}  // namespace duet::detail
