// A test profiler for NVTX that logs ranges. NVTX loads it if $NVTX_INJECTION64_PATH names it.

#include <nvtx3/nvToolsExt.h>

#include "support/range_log.hpp"

namespace {

nvtxDomainHandle_t create_domain(const char* name) {
  duet::test::log_range("domain ", name);
  static int domain;
  return reinterpret_cast<nvtxDomainHandle_t>(&domain);
}
int begin(nvtxDomainHandle_t, const nvtxEventAttributes_t* range) {
  duet::test::log_range("begin ", range->message.ascii);
  return 0;
}
int end(nvtxDomainHandle_t) {
  duet::test::log_range("end");
  return 0;
}

}  // namespace

extern "C" int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t export_table) {
  const auto* const callbacks =
      static_cast<const NvtxExportTableCallbacks*>(export_table(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  if (callbacks == nullptr ||
      callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, nullptr) == 0) {
    return 0;
  }
  *table[NVTX_CBID_CORE2_DomainCreateA] = reinterpret_cast<NvtxFunctionPointer>(&create_domain);
  *table[NVTX_CBID_CORE2_DomainRangePushEx] = reinterpret_cast<NvtxFunctionPointer>(&begin);
  *table[NVTX_CBID_CORE2_DomainRangePop] = reinterpret_cast<NvtxFunctionPointer>(&end);
  return 1;
}
