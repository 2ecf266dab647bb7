#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <hip/hip_runtime_api.h>
#pragma GCC diagnostic pop

#include <stdexcept>
#include <string>

#include "library.hpp"
#include "peer.hpp"

namespace duet::bench {
namespace {

void check(hipError_t status, const char* call) {
  if (status == hipSuccess) return;
  throw std::runtime_error(std::string(call) + " failed with " + std::to_string(status));
}

class HipPeerCopy : public RawPeerCopy {
 public:
  HipPeerCopy(int to, int from)
      : library_("libamdhip64.so." + std::to_string(HIP_VERSION_MAJOR)), to_(to), from_(from) {
    check(set_(from_), "hipSetDevice");
    check(library_.find<decltype(hipStreamCreateWithFlags)>("hipStreamCreateWithFlags")(
              &stream_, hipStreamNonBlocking),
          "hipStreamCreateWithFlags");
  }

  void copy(void* to, const void* from, std::size_t bytes, int count) override {
    check(set_(from_), "hipSetDevice");
    for (int i = 0; i < count; ++i) {
      check(copy_(to, to_, from, from_, bytes, stream_), "hipMemcpyPeerAsync");
    }
    check(synchronize_(stream_), "hipStreamSynchronize");
  }

 private:
  RawLibrary library_;
  decltype(&hipSetDevice) set_ = library_.find<decltype(hipSetDevice)>("hipSetDevice");
  decltype(&hipMemcpyPeerAsync) copy_ =
      library_.find<decltype(hipMemcpyPeerAsync)>("hipMemcpyPeerAsync");
  decltype(&hipStreamSynchronize) synchronize_ =
      library_.find<decltype(hipStreamSynchronize)>("hipStreamSynchronize");
  int to_;
  int from_;
  hipStream_t stream_ = nullptr;
};

}  // namespace

std::unique_ptr<RawPeerCopy> open_raw_peer_copy(int to, int from) {
  return std::make_unique<HipPeerCopy>(to, from);
}

}  // namespace duet::bench
