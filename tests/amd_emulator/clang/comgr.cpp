// The calls of AMD's code-object manager that report the targets of the compiler: those that are
// emulated, and gfx1010, for which tests only compile.

#include <amd_comgr.h>

#include <array>
#include <regex>
#include <string>

namespace {

const std::array<std::string, 8> names{"amdgcn-amd-amdhsa--gfx906",  "amdgcn-amd-amdhsa--gfx908",
                                       "amdgcn-amd-amdhsa--gfx90a",  "amdgcn-amd-amdhsa--gfx942",
                                       "amdgcn-amd-amdhsa--gfx1010", "amdgcn-amd-amdhsa--gfx1030",
                                       "amdgcn-amd-amdhsa--gfx1100", "amdgcn-amd-amdhsa--gfx1201"};

}  // namespace

amd_comgr_status_t amd_comgr_get_isa_count(std::size_t* count) {
  *count = names.size();
  return AMD_COMGR_STATUS_SUCCESS;
}

amd_comgr_status_t amd_comgr_get_isa_name(std::size_t index, const char** name) {
  if (index >= names.size()) return AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT;
  *name = names[index].c_str();
  return AMD_COMGR_STATUS_SUCCESS;
}

amd_comgr_status_t amd_comgr_get_isa_metadata(const char* name, amd_comgr_metadata_node_t*) {
  static const std::regex form(
      "amdgcn-amd-amdhsa--gfx(9(06|08|0a|42)(:sramecc[+-])?(:xnack[+-])?|1010(:xnack[+-])?|"
      "1030|1100|1201)");
  return std::regex_match(name, form) ? AMD_COMGR_STATUS_SUCCESS
                                      : AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT;
}

amd_comgr_status_t amd_comgr_destroy_metadata(amd_comgr_metadata_node_t) {
  return AMD_COMGR_STATUS_SUCCESS;
}
