#include "objects/stream.hpp"

#include <memory>

#include "base/error.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"
#include "objects/entry.hpp"

using namespace hip_on_cuda;

namespace {

void create(hipStream_t* stream, unsigned flags, int priority) {
  require(stream != nullptr);
  *stream = create_stream(flags, priority);
}

/// The arguments of hipStreamAddCallback: HIP's callback also takes the stream and a status.
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
    if (least != nullptr) *least = lowest_priority;
    if (greatest != nullptr) *greatest = highest_priority;
  });
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  return entry([&] {
    require(stream != nullptr && stream != hipStreamPerThread, hipErrorInvalidHandle);
    const ActiveStream active = activate(stream);
    // As HostQueue::terminate of ROCclr's commandqueue.cpp: waits for the enqueued work.
    (void)cuda().cuStreamSynchronize(active.handle);
    forget_stream(stream);
    (void)remove_stream(stream);
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

// HIP 5.2 declares this function but does not export it; 5.4 does (hip_hcc.map.in). The 5.2 variant
// of this library hides it; see exports_5_2.map.
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* data) {
  return entry([&] {
    require(function != nullptr);
    const ActiveStream active = activate(stream);
    if (is_capturing(stream)) return record(stream, hipHostNodeParams{function, data});
    check(cuda().cuLaunchHostFunc(active.handle, function, data));
  });
}

// A capturing stream does not record it, neither in 5.2 nor in 6.2.
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
