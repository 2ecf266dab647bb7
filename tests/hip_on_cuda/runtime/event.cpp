#include "objects/event.hpp"

#include "base/error.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"
#include "objects/entry.hpp"
#include "objects/stream.hpp"

using namespace hip_on_cuda;

namespace {

void create(hipEvent_t* event, unsigned flags) {
  require(event != nullptr);
  *event = create_event(flags);
}

}  // namespace

hipError_t hipEventCreate(hipEvent_t* event) {
  return entry([&] { create(event, hipEventDefault); });
}

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  return entry([&] { create(event, flags); });
}

hipError_t hipEventDestroy(hipEvent_t event) {
  return entry([&] {
    activate(*event_at(event).device);
    forget_event(event);
    check(cuda().cuEventDestroy(remove_event(event)->handle));
  });
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  return entry([&] {
    const Event& found = event_at(event);
    const ActiveStream active = activate(stream);
    require(found.device == active.device, hipErrorInvalidHandle);
    if (record_event(event, stream)) return;
    check(cuda().cuEventRecord(found.handle, active.handle));
  });
}

hipError_t hipEventQuery(hipEvent_t event) {
  return entry([&] {
    const Event& found = event_at(event);
    check_no_capture_for_event(event, false);
    check(cuda().cuEventQuery(found.handle));
  });
}

hipError_t hipEventSynchronize(hipEvent_t event) {
  return entry([&] {
    const Event& found = event_at(event);
    check_no_capture_for_event(event, true);
    check(cuda().cuEventSynchronize(found.handle));
  });
}

hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  return entry([&] {
    require(milliseconds != nullptr);
    const Event& first = event_at(start);
    const Event& last = event_at(stop);
    require(first.device == last.device, hipErrorInvalidHandle);
    check(cuda().cuEventElapsedTime(milliseconds, first.handle, last.handle));
  });
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags) {
  return entry([&] {
    const Event& found = event_at(event);
    require(flags == 0);
    const ActiveStream active = activate(stream);
    if (wait_for_event(stream, event)) return;
    check(cuda().cuStreamWaitEvent(active.handle, found.handle, 0));
  });
}
