#include "base/error.hpp"
#include "cuda/address.hpp"
#include "cuda/cuda_driver.hpp"
#include "cuda/known_memory.hpp"
#include "graph/capture.hpp"
#include "graph/cuda_node_params.hpp"
#include "graph/node_params.hpp"
#include "objects/entry.hpp"
#include "objects/stream.hpp"

namespace hip_on_cuda {
namespace {

/// As ihipMemcpy_validate and ihipMemcpy of hip_memory.cpp. If the runtime knows neither source nor
/// destination, only hipMemcpyHostToHost and hipMemcpyDefault are accepted.
void check_memory(const void* to, const void* from, hipMemcpyKind kind) {
  require(kind >= hipMemcpyHostToHost && kind <= hipMemcpyDefault, hipErrorInvalidMemcpyDirection);
  require(to != nullptr && from != nullptr);
  require(is_known(to) || is_known(from) || kind == hipMemcpyHostToHost ||
          kind == hipMemcpyDefault);
}

void copy(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind) {
  check_no_capture_for_default_stream();
  if (bytes == 0) return;
  activate(current_device());
  check_memory(to, from, kind);
  check(cuda().cuMemcpy(to_cuda(to), to_cuda(from), bytes));
  // CUDA does not wait for copies within the device and for small copies to it; ihipMemcpy waits.
  check(cuda().cuStreamSynchronize(nullptr));
}

void copy_async(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                hipStream_t stream) {
  const ActiveStream active = activate(stream);
  if (is_capturing(stream)) {
    const Copy1D copy{to, from, bytes, kind};
    check_new(copy);
    return record(stream, copy);
  }
  if (bytes == 0) return;
  check_memory(to, from, kind);
  check(cuda().cuMemcpyAsync(to_cuda(to), to_cuda(from), bytes, active.handle));
  // ihipMemcpy: a copy from or to pageable host memory is finished on return.
  if (!is_known(to) || !is_known(from)) check(cuda().cuStreamSynchronize(active.handle));
}

}  // namespace
}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind) {
  return entry([&] { copy(to, from, bytes, kind); });
}

hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void* from, std::size_t bytes) {
  return entry([&] { copy(to, from, bytes, hipMemcpyHostToDevice); });
}

hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, std::size_t bytes) {
  return entry([&] { copy(to, from, bytes, hipMemcpyDeviceToHost); });
}

hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, std::size_t bytes) {
  return entry([&] { copy(to, from, bytes, hipMemcpyDeviceToDevice); });
}

hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  return entry([&] { copy_async(to, from, bytes, kind, stream); });
}

/// Copies in the stream's order. The copy is finished on return.
hipError_t hipMemcpyWithStream(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                               hipStream_t stream) {
  return entry([&] {
    copy_async(to, from, bytes, kind, stream);
    check(cuda().cuStreamSynchronize(activate(stream).handle));
  });
}

hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void* from, std::size_t bytes,
                              hipStream_t stream) {
  return entry([&] { copy_async(to, from, bytes, hipMemcpyHostToDevice, stream); });
}

hipError_t hipMemcpyDtoHAsync(void* to, hipDeviceptr_t from, std::size_t bytes,
                              hipStream_t stream) {
  return entry([&] { copy_async(to, from, bytes, hipMemcpyDeviceToHost, stream); });
}

hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, std::size_t bytes,
                              hipStream_t stream) {
  return entry([&] { copy_async(to, from, bytes, hipMemcpyDeviceToDevice, stream); });
}

hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* copy, hipStream_t stream) {
  return entry([&] {
    require(copy != nullptr);
    const ActiveStream active = activate(stream);
    if (is_capturing(stream)) return record(stream, *copy);
    check_new(*copy);
    const auto params = cuda_params(*copy);
    if (params) check(cuda().cuMemcpy3DAsync(&*params, active.handle));
  });
}
