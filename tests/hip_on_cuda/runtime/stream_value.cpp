// Numbers that streams write and wait for, and the memory that they need.

#include <mutex>
#include <set>

#include "base/error.hpp"
#include "cuda/address.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"
#include "objects/device.hpp"
#include "objects/entry.hpp"
#include "objects/stream.hpp"
#include "signal_memory.hpp"

namespace hip_on_cuda {
namespace {

std::mutex signals_mutex;
std::set<const void*> signals;

bool is_signal(const void* address) {
  const std::lock_guard lock(signals_mutex);
  return signals.contains(address);
}

}  // namespace

bool forget_signal_memory(const void* address) {
  const std::lock_guard lock(signals_mutex);
  return signals.erase(address) != 0;
}

}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipExtMallocWithFlags(void** address, std::size_t bytes, unsigned int flags) {
  return entry([&] {
    check_no_capture_for_allocation();
    // Of 8 bytes only (hip_memory.cpp). duet uses no other memory of this call.
    require(address != nullptr && flags == hipMallocSignalMemory && bytes == 8);
    activate(current_device());
    check(cuda().cuMemHostAlloc(address, bytes,
                                CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
    const std::lock_guard lock(signals_mutex);
    signals.insert(*address);
  });
}

hipError_t hipStreamWaitValue64(hipStream_t stream, void* number, std::uint64_t value,
                                unsigned int flags, std::uint64_t mask) {
  return entry([&] {
    const ActiveStream active = activate(stream);
    check_no_capture_for_stream(stream);
    require(is_signal(number) && flags == hipStreamWaitValueGte && mask == UINT64_MAX);
    check(cuda().cuStreamWaitValue64(active.handle, to_cuda(number), value,
                                     CU_STREAM_WAIT_VALUE_GEQ));
  });
}

hipError_t hipStreamWriteValue64(hipStream_t stream, void* number, std::uint64_t value,
                                 unsigned int flags) {
  return entry([&] {
    const ActiveStream active = activate(stream);
    check_no_capture_for_stream(stream);
    require(number != nullptr && flags == 0);
    check(cuda().cuStreamWriteValue64(active.handle, to_cuda(number), value,
                                      CU_STREAM_WRITE_VALUE_DEFAULT));
  });
}
