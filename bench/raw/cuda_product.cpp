#include <cublas_v2.h>
#include <cuda.h>

#include <deque>

#include "library.hpp"
#include "product.hpp"

namespace duet::bench {
namespace {

class CublasProduct : public RawProduct {
 public:
  CublasProduct(int ordinal, int size, bool workspace) : size_(size) {
    CUdevice device = 0;
    CUcontext context = nullptr;
    DUET_CALL(driver_, cuInit, 0);
    DUET_CALL(driver_, cuDeviceGet, &device, ordinal);
    DUET_CALL(driver_, cuDevicePrimaryCtxRetain, &context, device);
    DUET_CALL(driver_, cuCtxSetCurrent, context);
    DUET_CALL(driver_, cuStreamCreate, &stream_, CU_STREAM_NON_BLOCKING);
    const auto allocate = DUET_FIND(driver_, cuMemAlloc);
    const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(size) * size;
    for (CUdeviceptr& matrix : matrices_) check(allocate(&matrix, bytes), "cuMemAlloc");
    DUET_CALL(cublas_, cublasCreate, &handle_);
    submit(stream_);  // the library loads its kernels, which a capture would not allow
    synchronize();
    if (!workspace) return;
    check(allocate(&workspace_, workspace_bytes), "cuMemAlloc");
  }

  void submit(void* stream) override {
    check(set_stream_(handle_, static_cast<CUstream>(stream)), "cublasSetStream");
    if (workspace_ != 0) {
      check(set_workspace_(handle_, reinterpret_cast<void*>(workspace_), workspace_bytes),
            "cublasSetWorkspace");
    }
    const float one = 1, zero = 0;
    const auto matrix = [&](int i) { return reinterpret_cast<float*>(matrices_[i]); };
    check(multiply_(handle_, CUBLAS_OP_N, CUBLAS_OP_N, size_, size_, size_, &one, matrix(0), size_,
                    matrix(1), size_, &zero, matrix(2), size_),
          "cublasSgemm");
  }

  void step(const RawLaunch& launch, int launches, int count) override {
    for (int i = 0; i < count; ++i) {
      CUgraph graph = nullptr;
      check(begin_(stream_, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), "cuStreamBeginCapture");
      this->launch(launch, launches / 2);
      submit(stream_);
      this->launch(launch, launches - launches / 2);
      check(end_(stream_, &graph), "cuStreamEndCapture");
      CUgraphExecUpdateResultInfo result{};
      const bool is_first = exec_ == nullptr;
      if (is_first) {
        check(instantiate_(&exec_, graph, 0), "cuGraphInstantiateWithFlags");
      } else {
        check(update_(exec_, graph, &result), "cuGraphExecUpdate");
      }
      check(start_(exec_, stream_), "cuGraphLaunch");
      // The memory of a graph that allocates may be in use until its run has ended.
      if (is_first) continue;
      graphs_.push_back(graph);
      if (graphs_.size() > 24) {
        check(destroy_(graphs_.front()), "cuGraphDestroy");
        graphs_.pop_front();
      }
    }
  }

  void replay(int count) override {
    for (int i = 0; i < count; ++i) check(start_(exec_, stream_), "cuGraphLaunch");
  }

  void synchronize() override { DUET_CALL(driver_, cuStreamSynchronize, stream_); }

 private:
  void launch(const RawLaunch& launch, int count) {
    for (int i = 0; i < count; ++i) {
      check(launch_(static_cast<CUfunction>(launch.function), launch.grid, 1, 1, launch.block, 1, 1,
                    0, stream_, launch.arguments, nullptr),
            "cuLaunchKernel");
    }
  }

  static constexpr std::size_t workspace_bytes = std::size_t{64} << 20;

  RawLibrary driver_{"libcuda.so.1"};
  RawLibrary cublas_{"libcublas.so." + std::to_string(CUBLAS_VER_MAJOR), nullptr};
  decltype(&cublasSetStream) set_stream_ = DUET_FIND(cublas_, cublasSetStream);
  decltype(&cublasSetWorkspace) set_workspace_ = DUET_FIND(cublas_, cublasSetWorkspace);
  decltype(&cublasSgemm) multiply_ = DUET_FIND(cublas_, cublasSgemm);
  decltype(&cuLaunchKernel) launch_ = DUET_FIND(driver_, cuLaunchKernel);
  decltype(&cuStreamBeginCapture) begin_ = DUET_FIND(driver_, cuStreamBeginCapture);
  decltype(&cuStreamEndCapture) end_ = DUET_FIND(driver_, cuStreamEndCapture);
  decltype(&cuGraphExecUpdate) update_ = DUET_FIND(driver_, cuGraphExecUpdate);
  decltype(&cuGraphInstantiateWithFlags) instantiate_ =
      DUET_FIND(driver_, cuGraphInstantiateWithFlags);
  decltype(&cuGraphLaunch) start_ = DUET_FIND(driver_, cuGraphLaunch);
  decltype(&cuGraphDestroy) destroy_ = DUET_FIND(driver_, cuGraphDestroy);

  int size_;
  CUstream stream_ = nullptr;
  cublasHandle_t handle_ = nullptr;
  CUdeviceptr matrices_[3] = {};
  CUdeviceptr workspace_ = 0;
  CUgraphExec exec_ = nullptr;
  std::deque<CUgraph> graphs_{};  ///< of past steps
};

}  // namespace

std::unique_ptr<RawProduct> open_raw_product(int device, int size, bool workspace) {
  return std::make_unique<CublasProduct>(device, size, workspace);
}

}  // namespace duet::bench
