// The calls of AMD's code-object manager that report the targets of its compiler.

#include <amd_comgr.h>

#include <memory>
#include <string>
#include <vector>

#include "target.hpp"

using namespace hip_on_cuda;

namespace {

/// A metadata node. No call here reads its content.
struct Metadata {
  std::string isa;
};

const std::vector<std::string>& isa_names() {
  static const std::vector<std::string>& names = [] {
    auto* list = new std::vector<std::string>;
    for (const Processor& processor : processors) {
      list->push_back(Target{.processor = &processor}.isa());
    }
    return std::ref(*list);
  }();
  return names;
}

}  // namespace

amd_comgr_status_t amd_comgr_get_isa_count(std::size_t* count) {
  if (count == nullptr) return AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT;
  *count = isa_names().size();
  return AMD_COMGR_STATUS_SUCCESS;
}

amd_comgr_status_t amd_comgr_get_isa_name(std::size_t index, const char** name) {
  if (name == nullptr || index >= isa_names().size()) {
    return AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT;
  }
  *name = isa_names()[index].c_str();
  return AMD_COMGR_STATUS_SUCCESS;
}

amd_comgr_status_t amd_comgr_get_isa_metadata(const char* name,
                                              amd_comgr_metadata_node_t* metadata) {
  if (name == nullptr || metadata == nullptr) return AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT;
  const std::string_view isa = name;
  if (!isa.starts_with(isa_prefix) || !find_target(isa.substr(isa_prefix.size()))) {
    return AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT;
  }
  auto node = std::make_unique<Metadata>(Metadata{name});
  metadata->handle = reinterpret_cast<std::uint64_t>(node.release());
  return AMD_COMGR_STATUS_SUCCESS;
}

amd_comgr_status_t amd_comgr_destroy_metadata(amd_comgr_metadata_node_t metadata) {
  const std::unique_ptr<Metadata> node(reinterpret_cast<Metadata*>(metadata.handle));
  return node ? AMD_COMGR_STATUS_SUCCESS : AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT;
}

void amd_comgr_get_version(std::size_t* major, std::size_t* minor) {
  *major = 2;  // of HIP 5.2
  *minor = 4;
}
