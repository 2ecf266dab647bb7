#include <cuda.h>

#include <stdexcept>
#include <string>

#include "library.hpp"
#include "peer.hpp"

namespace duet::bench {
namespace {

#define DUET_TEXT(function) #function
// Two macros, since cuda.h renames functions by macro to a version.
#define DUET_EXPORTED(function) DUET_TEXT(function)
#define DUET_FIND(library, function) ((library).find<decltype(function)>(DUET_EXPORTED(function)))

void check(CUresult status, const char* call) {
  if (status == CUDA_SUCCESS) return;
  throw std::runtime_error(std::string(call) + " failed with " + std::to_string(status));
}

class CudaPeerCopy : public RawPeerCopy {
 public:
  CudaPeerCopy(int to, int from) : library_("libcuda.so.1") {
    check(DUET_FIND(library_, cuInit)(0), "cuInit");
    to_ = context_of(to);
    from_ = context_of(from);
    check(set_current_(from_), "cuCtxSetCurrent");
    check(DUET_FIND(library_, cuStreamCreate)(&stream_, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
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
    check(DUET_FIND(library_, cuDeviceGet)(&device, ordinal), "cuDeviceGet");
    check(DUET_FIND(library_, cuDevicePrimaryCtxRetain)(&context, device),
          "cuDevicePrimaryCtxRetain");
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
