// The form in which the CPU backend runs the threads of a kernel, as a loop or as fibers. It is
// chosen for each kernel of a module.

#include <algorithm>
#include <map>

#include "../support/device_test.hpp"

namespace duet::test {
namespace {

using testing::AnyOf;
using testing::Pair;
using testing::UnorderedElementsAre;

class FormTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    // AddressSanitizer's code takes the address of every function, so all kernels run as fibers.
    if (!device().info().cooperative_launch) GTEST_SKIP() << "kernels use AddressSanitizer";
  }

  static std::map<std::string, std::string> forms_of(const std::string& source) {
    std::map<std::string, std::string> forms;
    const Code code = compile({.source = source}, device());
    for (const KernelInfo& kernel : read_kernels(code.bytes)) {
      // Not every compiler reports vectorised loops.
      forms[kernel.name] = kernel.form == "vector loop" ? "loop" : kernel.form;
    }
    return forms;
  }
};

TEST_F(FormTest, OnlyKernelsThatWaitRunAsFibers) {
  EXPECT_THAT(forms_of(R"(
                #include <duet/device/kernel.hpp>
                __device__ int first(const int* s) { duet::barrier(); return s[0]; }
                __device__ __noinline__ int second(const int* s) { return first(s) + s[1]; }
                extern "C" {
                __global__ void plain(int* x) { x[threadIdx.x] += 1; }
                __global__ void direct(int* x) { __syncthreads(); x[threadIdx.x] += 1; }
                __global__ void indirect(int* x) { x[0] = second(x); }
                __global__ void lanes(int* x) { x[threadIdx.x] = duet::shuffle(x[threadIdx.x], 0); }
                __global__ void atomics(int* x) { atomicAdd(x, 1); }
                __global__ void grid(duet::GridBarrier* b) { duet::grid_barrier(b); }
                })"),
              UnorderedElementsAre(Pair("plain", "loop"), Pair("direct", "fibers"),
                                   Pair("indirect", "fibers"), Pair("lanes", "fibers"),
                                   Pair("atomics", "loop"), Pair("grid", "fibers")));
}

TEST_F(FormTest, AJumpTableInAKernelThatWaitsDoesNotAffectOthers) {
  EXPECT_THAT(forms_of(R"(
                extern "C" {
                __global__ void plain(int* x) { x[threadIdx.x] += 1; }
                __global__ void jumps(int* x) {
                  switch (x[0]) {
                    case 0: x[1] = 5; break;
                    case 1: __syncthreads(); x[2] = x[3]; break;
                    case 2: x[4] = x[5] / x[6]; break;
                    case 3: x[5] *= x[6]; break;
                    case 4: __syncthreads(); x[7] = x[8]; break;
                    case 5: x[9] += 7; break;
                    case 6: x[10] -= x[1]; break;
                  }
                }
                })"),
              UnorderedElementsAre(Pair("plain", "loop"), Pair("jumps", "fibers")));
}

TEST_F(FormTest, APointerToAFunctionThatWaitsTurnsAllKernelsIntoFibers) {
  const std::string source = R"(
    __device__ __noinline__ void wait(int* x) { __syncthreads(); x[0] += 1; }
    __device__ __noinline__ void go(int* x) { x[0] += 2; }
    __device__ void (*functions[2])(int*) = {&go, &wait};
    extern "C" {
    __global__ void plain(int* x) { x[threadIdx.x] += 1; }
    __global__ void calls(int* x, int i) { functions[i](x + 1 + threadIdx.x); }
    __global__ void takes(void (**f)(int*)) { *f = functions[1]; }
    __global__ void given(int* x, void (**f)(int*)) { (*f)(x + 1 + threadIdx.x); }
    })";
  EXPECT_THAT(forms_of(source),
              UnorderedElementsAre(Pair("plain", "fibers"), Pair("calls", "fibers"),
                                   Pair("takes", "fibers"), Pair("given", "fibers")));
  const Stream stream(device());
  const Module module(device(), compile({.source = source}, device()));
  const Buffer<int> x(device(), 65);
  const Buffer<void*> f(device(), 1);
  fill(stream, x, 0);
  launch(stream, module.kernel("calls"), {{1}, {64}}, x, 1);
  launch(stream, module.kernel("takes"), {{1}, {1}}, f);
  launch(stream, module.kernel("given"), {{1}, {64}}, x, f);
  const std::vector<int> result = read(stream, x);
  EXPECT_EQ(std::count(result.begin() + 1, result.end(), 2), 64);
}

TEST_F(FormTest, KernelsOfAllFormsRunFromOneModule) {
  const Stream stream(device());
  const Module module(device(), compile({.source = R"(
    extern "C" {
    __global__ void plain(int* x) { x[blockIdx.x * 64 + threadIdx.x] += 1; }
    __global__ void turn(int* x) {
      __shared__ int s[64];
      s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
      __syncthreads();
      x[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
    }
    })"},
                                        device()));
  std::vector<int> values(256);
  for (std::size_t i = 0; i < 256; ++i) values[i] = static_cast<int>(i);
  const Buffer<int> x(device(), 256);
  write(stream, x, values);
  for (int i = 0; i < 4; ++i) {
    launch(stream, module.kernel("plain"), {{4}, {64}}, x);
    launch(stream, module.kernel("turn"), {{4}, {64}}, x);
  }
  const std::vector<int> result = read(stream, x);
  for (std::size_t i = 0; i < 256; ++i) ASSERT_EQ(result[i], values[i] + 4);
}

TEST_F(FormTest, NanosleepLetsOtherThreadsOfALoopRun) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    __global__ void k(int* x) {
      if (threadIdx.x % 64 != 0) return;  // lanes of a wave may run in lockstep
      while (atomicAdd(&x[0], 0) != int(blockDim.x - 64 - threadIdx.x)) __nanosleep(100);
      x[1 + threadIdx.x / 64] = threadIdx.x;
      atomicAdd(&x[0], 64);
    })",
                                    "k");
  const Buffer<int> x(device(), 5);
  fill(stream, x, 0);
  launch(stream, kernel, {{1}, {256}}, x);
  EXPECT_EQ(read(stream, x), (std::vector<int>{256, 0, 64, 128, 192}));
}

}  // namespace
}  // namespace duet::test
