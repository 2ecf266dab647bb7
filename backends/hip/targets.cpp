#include "targets.hpp"

#include <amd_comgr.h>

#include "base/environment.hpp"
#include "system/library.hpp"

namespace duet::hip {

namespace {

const std::string isa_prefix = "amdgcn-amd-amdhsa--";

const LibrarySearch& comgr_search() {
  static const LibrarySearch search{
      .what = "AMD's code-object manager (comgr), a part of hiprtc,",
      .advice = "install libamd-comgr2 (Debian) or comgr (ROCm)",
      .missing = ErrorCode::no_builtins,
      .override_variable = "DUET_COMGR_LIBRARY",
      .names = {"libamd_comgr.so.2", "libamd_comgr.so.3", "libamd_comgr.so"},
      .folders = {environment_path("ROCM_PATH", "/lib"), "/opt/rocm/lib",
                  "/usr/lib/x86_64-linux-gnu"}};
  return search;
}

/// The manager's calls that duet uses.
struct Comgr {
  Library library{comgr_search()};
  decltype(&amd_comgr_get_isa_count) isa_count =
      find<decltype(isa_count)>("amd_comgr_get_isa_count");
  decltype(&amd_comgr_get_isa_name) isa_name = find<decltype(isa_name)>("amd_comgr_get_isa_name");
  decltype(&amd_comgr_get_isa_metadata) isa_metadata =
      find<decltype(isa_metadata)>("amd_comgr_get_isa_metadata");
  decltype(&amd_comgr_destroy_metadata) destroy_metadata =
      find<decltype(destroy_metadata)>("amd_comgr_destroy_metadata");

  static const Comgr& instance() {
    static const Comgr& comgr = *new Comgr;
    return comgr;
  }

 private:
  template <typename F>
  F find(const char* name) const {
    void* symbol = library.symbol(name);
    if (symbol == nullptr) {
      throw Error(ErrorCode::missing_entry_point,
                  library.path() + " lacks " + name + ": install a newer version");
    }
    return reinterpret_cast<F>(symbol);
  }
};

}  // namespace

std::vector<std::string> known_targets() {
  const Comgr& comgr = Comgr::instance();
  std::size_t count = 0;
  if (comgr.isa_count(&count) != AMD_COMGR_STATUS_SUCCESS) count = 0;
  std::vector<std::string> targets;
  for (std::size_t i = 0; i < count; ++i) {
    const char* name = nullptr;
    if (comgr.isa_name(i, &name) != AMD_COMGR_STATUS_SUCCESS) continue;
    const std::string isa = name;
    // Names with features are variants of one without.
    if (isa.starts_with(isa_prefix) && isa.find(':') == std::string::npos) {
      targets.push_back(isa.substr(isa_prefix.size()));
    }
  }
  return targets;
}

bool knows_target(const std::string& target) {
  const Comgr& comgr = Comgr::instance();
  amd_comgr_metadata_node_t metadata{};
  if (comgr.isa_metadata((isa_prefix + target).c_str(), &metadata) != AMD_COMGR_STATUS_SUCCESS) {
    return false;
  }
  (void)comgr.destroy_metadata(metadata);
  return true;
}

}  // namespace duet::hip
