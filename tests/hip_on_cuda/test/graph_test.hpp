#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <memory>
#include <type_traits>
#include <vector>

#include "base/hip_api.hpp"

#define EXPECT_HIP(call) EXPECT_EQ(call, hipSuccess)
#define ASSERT_HIP(call) ASSERT_EQ(call, hipSuccess)

namespace hip_on_cuda::test {

inline constexpr const char* kernels = R"(
extern "C" __global__ void add(int* data, int count, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] += value;
}
extern "C" __global__ void multiply(int* data, int count, int factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] *= factor;
}
extern "C" __global__ void sum(char small, long long large, short middle, int* result) {
  *result = (int)(small + large + middle);
}
extern "C" __global__ void nothing() {}
)";

/// Whether the test runs with the 5.2 variant, which does not export hipLaunchHostFunc.
inline bool is_5_2() { return dlsym(RTLD_DEFAULT, "hipLaunchHostFunc") == nullptr; }

/// Device memory for `count` integers.
class Integers {
 public:
  explicit Integers(std::size_t count, int value = 0) : count_(count) {
    EXPECT_HIP(hipMalloc(reinterpret_cast<void**>(&address_), bytes()));
    set(value);
  }
  Integers(const Integers&) = delete;
  Integers& operator=(const Integers&) = delete;
  ~Integers() { EXPECT_HIP(hipFree(address_)); }

  int* address() const { return address_; }
  std::size_t bytes() const { return count_ * sizeof(int); }
  void set(int value) const {
    const std::vector<int> values(count_, value);
    EXPECT_HIP(hipMemcpy(address_, values.data(), bytes(), hipMemcpyHostToDevice));
  }
  std::vector<int> read() const {
    std::vector<int> values(count_);
    EXPECT_HIP(hipMemcpy(values.data(), address_, bytes(), hipMemcpyDeviceToHost));
    return values;
  }
  /// The value that all integers have; a test failure if they differ.
  int value() const {
    const std::vector<int> values = read();
    EXPECT_EQ(values, std::vector<int>(count_, values.front()));
    return values.front();
  }

 private:
  std::size_t count_;
  int* address_ = nullptr;
};

struct Destroy {
  void operator()(hipGraph_t graph) const { EXPECT_HIP(hipGraphDestroy(graph)); }
  void operator()(hipGraphExec_t executable) const { EXPECT_HIP(hipGraphExecDestroy(executable)); }
  void operator()(hipStream_t stream) const { EXPECT_HIP(hipStreamDestroy(stream)); }
  void operator()(hipEvent_t event) const { EXPECT_HIP(hipEventDestroy(event)); }
};
template <typename Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Destroy>;

inline Owned<hipGraph_t> make_graph() {
  hipGraph_t graph = nullptr;
  EXPECT_HIP(hipGraphCreate(&graph, 0));
  return Owned<hipGraph_t>(graph);
}
inline Owned<hipGraphExec_t> instantiate(const Owned<hipGraph_t>& graph) {
  hipGraphExec_t executable = nullptr;
  EXPECT_HIP(hipGraphInstantiate(&executable, graph.get(), nullptr, nullptr, 0));
  return Owned<hipGraphExec_t>(executable);
}
inline Owned<hipStream_t> make_stream() {
  hipStream_t stream = nullptr;
  EXPECT_HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  return Owned<hipStream_t>(stream);
}
inline Owned<hipEvent_t> make_event() {
  hipEvent_t event = nullptr;
  EXPECT_HIP(hipEventCreate(&event));
  return Owned<hipEvent_t>(event);
}

/// The arguments of `add` and `multiply`.
struct Call {
  int* data;
  int count;
  int operand;
  void* addresses[3] = {&data, &count, &operand};

  Call(const Integers& integers, int value)
      : data(integers.address()),
        count(static_cast<int>(integers.bytes() / sizeof(int))),
        operand(value) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  hipKernelNodeParams params(hipFunction_t function) {
    constexpr unsigned threads = 64;
    const unsigned blocks = (static_cast<unsigned>(count) + threads - 1) / threads;
    return {.blockDim = {threads, 1, 1},
            .extra = nullptr,
            .func = function,
            .gridDim = {blocks, 1, 1},
            .kernelParams = addresses,
            .sharedMemBytes = 0};
  }
};

/// Has a stream and the compiled kernels. Skips the test without a device.
class GraphTest : public testing::Test {
 protected:
  static constexpr std::size_t count = 200;

  void SetUp() override {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    int devices = 0;
    (void)hipGetDeviceCount(&devices);
    (void)hipGetLastError();
    if (devices == 0) GTEST_SKIP() << "needs a device";
    load();
    if (!HasFatalFailure()) stream_ = make_stream();
  }
  void TearDown() override {
    stream_.reset();
    if (module_ == nullptr) return;
    EXPECT_HIP(hipModuleUnload(module_));
  }

  hipFunction_t function(const char* name) const {
    hipFunction_t found = nullptr;
    EXPECT_HIP(hipModuleGetFunction(&found, module_, name));
    return found;
  }
  void launch(const Owned<hipGraphExec_t>& executable) {
    EXPECT_HIP(hipGraphLaunch(executable.get(), stream_.get()));
    EXPECT_HIP(hipStreamSynchronize(stream_.get()));
  }
  hipGraphNode_t add_kernel(const Owned<hipGraph_t>& graph, const char* name, Call& call,
                            const std::vector<hipGraphNode_t>& after = {}) const {
    hipGraphNode_t node = nullptr;
    const hipKernelNodeParams params = call.params(function(name));
    EXPECT_HIP(hipGraphAddKernelNode(&node, graph.get(), after.data(), after.size(), &params));
    return node;
  }

  Owned<hipStream_t> stream_;

 private:
  void load() {
    hiprtcProgram program = nullptr;
    const char* option = "--offload-arch=gfx1030";
    ASSERT_EQ(hiprtcCreateProgram(&program, kernels, "kernels", 0, nullptr, nullptr),
              HIPRTC_SUCCESS);
    ASSERT_EQ(hiprtcCompileProgram(program, 1, &option), HIPRTC_SUCCESS);
    std::size_t bytes = 0;
    ASSERT_EQ(hiprtcGetCodeSize(program, &bytes), HIPRTC_SUCCESS);
    std::vector<char> code(bytes);
    ASSERT_EQ(hiprtcGetCode(program, code.data()), HIPRTC_SUCCESS);
    ASSERT_EQ(hiprtcDestroyProgram(&program), HIPRTC_SUCCESS);
    ASSERT_HIP(hipModuleLoadData(&module_, code.data()));
  }

  hipModule_t module_ = nullptr;
};

inline hipMemsetParams fill_with(const Integers& integers, unsigned value) {
  return {.dst = integers.address(),
          .elementSize = sizeof(int),
          .height = 1,
          .pitch = 0,
          .value = value,
          .width = integers.bytes() / sizeof(int)};
}

}  // namespace hip_on_cuda::test
