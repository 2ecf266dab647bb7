#include "stream.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/handle_set.hpp"
#include "cuda/cuda_driver.hpp"

namespace hip_on_cuda {
namespace {

using StreamSet = HandleSet<Stream, hipStream_t>;

StreamSet& streams() {
  static StreamSet& set = *new StreamSet;
  return set;
}

/// CUDA's default priority is its lowest one, so AMD's two lower priorities are the same here.
int cuda_priority(int priority) {
  int least = 0;
  int greatest = 0;
  check(cuda().cuCtxGetStreamPriorityRange(&least, &greatest));
  return priority == highest_priority ? greatest : least;
}

}  // namespace

hipStream_t create_stream(unsigned flags, int priority) {
  require(flags == hipStreamDefault || flags == hipStreamNonBlocking);
  const Device& device = current_device();
  activate(device);
  auto stream = std::make_unique<Stream>(
      Stream{.handle = nullptr,
             .device = &device,
             .flags = flags,
             .priority = std::clamp(priority, highest_priority, lowest_priority)});
  const unsigned cuda_flags = flags == hipStreamNonBlocking ? CU_STREAM_NON_BLOCKING : 0;
  check(cuda().cuStreamCreateWithPriority(&stream->handle, cuda_flags,
                                          cuda_priority(stream->priority)));
  return streams().add(std::move(stream));
}

Stream& stream_at(hipStream_t handle) {
  Stream* const stream = streams().find(handle);
  require(stream != nullptr, hipErrorContextIsDestroyed);
  return *stream;
}

std::unique_ptr<Stream> remove_stream(hipStream_t stream) { return streams().remove(stream); }

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
