#include <cuda.h>

#include "library.hpp"
#include "peer.hpp"

namespace duet::bench {
namespace {

class CudaPeerCopy : public RawPeerCopy {
 public:
  CudaPeerCopy(int to, int from) : library_("libcuda.so.1") {
    DUET_CALL(library_, cuInit, 0);
    to_ = context_of(to);
    from_ = context_of(from);
    check(set_current_(from_), "cuCtxSetCurrent");
    DUET_CALL(library_, cuStreamCreate, &stream_, CU_STREAM_NON_BLOCKING);
  }

  void copy(void* to, const void* from, std::size_t bytes, int count) override {
    check(set_current_(from_), "cuCtxSetCurrent");
    for (int i = 0; i < count; ++i) {
      check(copy_(reinterpret_cast<CUdeviceptr>(to), to_, reinterpret_cast<CUdeviceptr>(from),
                  from_, bytes, stream_),
            "cuMemcpyPeerAsync");
    }
    check(synchronize_(stream_), "cuStreamSynchronize");
  }

 private:
  CUcontext context_of(int ordinal) {
    CUdevice device = 0;
    CUcontext context = nullptr;
    DUET_CALL(library_, cuDeviceGet, &device, ordinal);
    DUET_CALL(library_, cuDevicePrimaryCtxRetain, &context, device);
    return context;
  }

  RawLibrary library_;
  decltype(&cuCtxSetCurrent) set_current_ = DUET_FIND(library_, cuCtxSetCurrent);
  decltype(&cuMemcpyPeerAsync) copy_ = DUET_FIND(library_, cuMemcpyPeerAsync);
  decltype(&cuStreamSynchronize) synchronize_ = DUET_FIND(library_, cuStreamSynchronize);
  CUcontext to_ = nullptr;
  CUcontext from_ = nullptr;
  CUstream stream_ = nullptr;
};

}  // namespace

std::unique_ptr<RawPeerCopy> open_raw_peer_copy(int to, int from) {
  return std::make_unique<CudaPeerCopy>(to, from);
}

}  // namespace duet::bench
