#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <hip/hip_runtime_api.h>
#pragma GCC diagnostic pop

#include <string>

#include "library.hpp"
#include "peer.hpp"

namespace duet::bench {
namespace {

class HipPeerCopy : public RawPeerCopy {
 public:
  HipPeerCopy(int to, int from)
      : library_("libamdhip64.so." + std::to_string(HIP_VERSION_MAJOR)), to_(to), from_(from) {
    check(set_(from_), "hipSetDevice");
    DUET_CALL(library_, hipStreamCreateWithFlags, &stream_, hipStreamNonBlocking);
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
  decltype(&hipSetDevice) set_ = DUET_FIND(library_, hipSetDevice);
  decltype(&hipMemcpyPeerAsync) copy_ = DUET_FIND(library_, hipMemcpyPeerAsync);
  decltype(&hipStreamSynchronize) synchronize_ = DUET_FIND(library_, hipStreamSynchronize);
  int to_;
  int from_;
  hipStream_t stream_ = nullptr;
};

}  // namespace

std::unique_ptr<RawPeerCopy> open_raw_peer_copy(int to, int from) {
  return std::make_unique<HipPeerCopy>(to, from);
}

}  // namespace duet::bench
