#include "objects/stream.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/handle_set.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"

namespace hip_on_cuda {
namespace {

using StreamSet = HandleSet<Stream, hipStream_t>;

StreamSet& streams() {
  static StreamSet& set = *new StreamSet;
  return set;
}

Stream& stream_at(hipStream_t handle) {
  Stream* const stream = streams().find(handle);
  require(stream != nullptr, hipErrorContextIsDestroyed);
  return *stream;
}

// hip::Stream::Priority of hip_internal.hpp.
constexpr int high = -1;
constexpr int low = 1;

/// CUDA's default is its least priority, so that AMD's two lower ones are the same here.
int cuda_priority(int priority) {
  int least = 0;
  int greatest = 0;
  check(cuda().cuCtxGetStreamPriorityRange(&least, &greatest));
  return priority == high ? greatest : least;
}

void create(hipStream_t* result, unsigned flags, int priority) {
  require(result != nullptr);
  require(flags == hipStreamDefault || flags == hipStreamNonBlocking);
  const Device& device = current_device();
  activate(device);
  auto stream = std::make_unique<Stream>(Stream{.handle = nullptr,
                                                .device = &device,
                                                .flags = flags,
                                                .priority = std::clamp(priority, high, low)});
  const unsigned cuda_flags = flags == hipStreamNonBlocking ? CU_STREAM_NON_BLOCKING : 0;
  check(cuda().cuStreamCreateWithPriority(&stream->handle, cuda_flags,
                                          cuda_priority(stream->priority)));
  *result = streams().add(std::move(stream));
}

/// AMD's callback takes the stream and a status.
struct Callback {
  hipStreamCallback_t function;
  hipStream_t stream;
  void* data;
};

void run_callback(void* data) {
  const std::unique_ptr<Callback> callback(static_cast<Callback*>(data));
  callback->function(callback->stream, hipSuccess, callback->data);
}

}  // namespace

ActiveStream activate(hipStream_t stream) {
  if (stream == nullptr || stream == hipStreamPerThread) {
    const Device& device = current_device();
    activate(device);
    return {stream == nullptr ? nullptr : CU_STREAM_PER_THREAD, &device};
  }
  const Stream& found = stream_at(stream);
  activate(*found.device);
  return {found.handle, found.device};
}

}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipStreamCreate(hipStream_t* stream) {
  return entry([&] { create(stream, hipStreamDefault, 0); });
}

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned int flags) {
  return entry([&] { create(stream, flags, 0); });
}

hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned int flags, int priority) {
  return entry([&] { create(stream, flags, priority); });
}

hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return entry([&] {
    if (least != nullptr) *least = low;
    if (greatest != nullptr) *greatest = high;
  });
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  return entry([&] {
    require(stream != nullptr && stream != hipStreamPerThread, hipErrorInvalidHandle);
    const ActiveStream active = activate(stream);
    // HostQueue::terminate of ROCclr's commandqueue.cpp waits for what was enqueued.
    (void)cuda().cuStreamSynchronize(active.handle);
    forget_stream(stream);
    streams().remove(stream);
    check(cuda().cuStreamDestroy(active.handle));
  });
}

hipError_t hipStreamQuery(hipStream_t stream) {
  return entry([&] {
    const ActiveStream active = activate(stream);
    check_no_capture_for_stream(stream);
    check(cuda().cuStreamQuery(active.handle));
  });
}

hipError_t hipStreamSynchronize(hipStream_t stream) {
  return entry([&] {
    const ActiveStream active = activate(stream);
    check_no_capture_for_stream(stream);
    check(cuda().cuStreamSynchronize(active.handle));
  });
}

hipError_t hipStreamGetFlags(hipStream_t stream, unsigned int* flags) {
  return entry([&] {
    require(stream != nullptr && flags != nullptr);
    *flags = stream_at(stream).flags;
  });
}

hipError_t hipStreamGetPriority(hipStream_t stream, int* priority) {
  return entry([&] {
    require(stream != nullptr && priority != nullptr);
    *priority = stream_at(stream).priority;
  });
}

// Version 5.2 declares this and does not export it, 5.4 does (hip_hcc.map.in). This library's
// variant for 5.2 hides it; see exports_5_2.map.
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* data) {
  return entry([&] {
    require(function != nullptr);
    const ActiveStream active = activate(stream);
    if (is_capturing(stream)) return record(stream, hipHostNodeParams{function, data});
    check(cuda().cuLaunchHostFunc(active.handle, function, data));
  });
}

// A stream that is capturing does not record it, neither in 5.2 nor in 6.2.
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t function, void* data,
                                unsigned int flags) {
  return entry([&] {
    require(function != nullptr && flags == 0);
    const ActiveStream active = activate(stream);
    auto callback = std::make_unique<Callback>(Callback{function, stream, data});
    check(cuda().cuLaunchHostFunc(active.handle, &run_callback, callback.get()));
    (void)callback.release();  // run_callback deletes it
  });
}
