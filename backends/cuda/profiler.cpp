// contract/profiler.hpp on NVTX, whose headers load the profiler's library if a profiler runs.

#include <nvtx3/nvToolsExt.h>

#include "contract.hpp"

namespace duet::vendor {

namespace {

nvtxDomainHandle_t domain() noexcept {
  static const nvtxDomainHandle_t handle = nvtxDomainCreateA("duet");
  return handle;
}

}  // namespace

void begin_range(const char* name) noexcept {
  nvtxEventAttributes_t range{};
  range.version = NVTX_VERSION;
  range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  range.messageType = NVTX_MESSAGE_TYPE_ASCII;
  range.message.ascii = name;
  (void)nvtxDomainRangePushEx(domain(), &range);
}

void end_range() noexcept { (void)nvtxDomainRangePop(domain()); }

}  // namespace duet::vendor
