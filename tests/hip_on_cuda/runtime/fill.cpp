#include "base/error.hpp"
#include "cuda/address.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"
#include "objects/entry.hpp"
#include "objects/stream.hpp"

namespace hip_on_cuda {
namespace {

template <typename Value>
void fill_async(void* to, Value value, std::size_t count, hipStream_t stream) {
  const CUstream handle = activate(stream).handle;
  if (is_capturing(stream)) {
    const hipMemsetParams fill{.dst = to,
                               .elementSize = sizeof(Value),
                               .height = 1,
                               .pitch = 0,
                               .value = value,
                               .width = count};
    check_new(fill);
    return record(stream, fill);
  }
  if (count == 0) return;
  require(to != nullptr);
  if constexpr (sizeof(Value) == 1) {
    check(cuda().cuMemsetD8Async(to_cuda(to), value, count, handle));
  } else if constexpr (sizeof(Value) == 2) {
    check(cuda().cuMemsetD16Async(to_cuda(to), value, count, handle));
  } else {
    check(cuda().cuMemsetD32Async(to_cuda(to), value, count, handle));
  }
}

/// Fills in the default stream's order. The fill is finished on return.
template <typename Value>
void fill(void* to, Value value, std::size_t count) {
  check_no_capture_for_default_stream();
  fill_async(to, value, count, nullptr);
  check(cuda().cuStreamSynchronize(nullptr));
}

}  // namespace
}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipMemset(void* to, int value, std::size_t bytes) {
  return entry([&] { fill(to, static_cast<unsigned char>(value), bytes); });
}

hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, std::size_t count) {
  return entry([&] { fill(to, value, count); });
}

hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, std::size_t count) {
  return entry([&] { fill(to, value, count); });
}

hipError_t hipMemsetD32(hipDeviceptr_t to, int value, std::size_t count) {
  return entry([&] { fill(to, static_cast<unsigned>(value), count); });
}

hipError_t hipMemsetAsync(void* to, int value, std::size_t bytes, hipStream_t stream) {
  return entry([&] { fill_async(to, static_cast<unsigned char>(value), bytes, stream); });
}

hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, std::size_t count,
                            hipStream_t stream) {
  return entry([&] { fill_async(to, value, count, stream); });
}

hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, std::size_t count,
                             hipStream_t stream) {
  return entry([&] { fill_async(to, value, count, stream); });
}

hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, std::size_t count, hipStream_t stream) {
  return entry([&] { fill_async(to, static_cast<unsigned>(value), count, stream); });
}
