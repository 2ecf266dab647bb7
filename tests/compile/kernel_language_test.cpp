// Functions and types that CUDA and HIP kernels may use without a header.

#include <cstdio>
#include <numeric>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::Each;
using testing::ElementsAre;

using AtomicTest = DeviceTest;

/// Runs a kernel `k<T>(T* x)` with 4 blocks of 128 threads on a copy of `x`. Returns the result.
template <typename T>
std::vector<T> run(const Device& device, const std::string& type, const std::string& body,
                   const std::vector<T>& x) {
  const Stream stream(device);
  const Kernel kernel = make_kernel(device,
                                    "template <typename T> __global__ void k(T* x) {\n"
                                    "  [[maybe_unused]] const T i =\n"
                                    "      T(blockIdx.x * blockDim.x + threadIdx.x);\n" +
                                        body + "}",
                                    "k<" + type + ">");
  const Buffer<T> buffer(device, x.size());
  write(stream, buffer, x);
  launch(stream, kernel, {{4}, {128}}, buffer);
  return read(stream, buffer);
}

template <typename T>
void expect_integers(const Device& device, const std::string& type) {
  const T all = static_cast<T>((1u << 30) - 1);
  EXPECT_THAT(run<T>(device, type, R"(
                atomicAdd(&x[0], T(2));
                atomicMin(&x[1], T(1000 - i));
                atomicMax(&x[2], i);
                atomicOr(&x[3], T(1) << (i % 30));
                atomicAnd(&x[4], ~(T(1) << (i % 30)));
                atomicXor(&x[5], T(1));
                for (T seen = 0;;) {
                  const T before = atomicCAS(&x[6], seen, T(seen + 3));
                  if (before == seen) break;
                  seen = before;
                }
                atomicExch(&x[7], T(9));
              )",
                     {0, 5000, 0, 0, all, 0, 0, 0}),
              ElementsAre(T{1024}, T{489}, T{511}, all, T{0}, T{0}, T{1536}, T{9}))
      << type;
}

TEST_F(AtomicTest, IntegersOf32And64Bits) {
  expect_integers<int>(device(), "int");
  expect_integers<unsigned>(device(), "unsigned");
  expect_integers<unsigned long long>(device(), "unsigned long long");
}

TEST_F(AtomicTest, SubtractionAndCounting) {
  EXPECT_THAT(run<int>(device(), "int", "atomicSub(&x[0], 3);", {0}), ElementsAre(-1536));
  EXPECT_THAT(run<unsigned>(device(), "unsigned",
                            "atomicSub(&x[0], 2u); atomicInc(&x[1], 99u); atomicDec(&x[2], 99u);",
                            {2000, 0, 0}),
              ElementsAre(976u, 512u % 100, 100 - 512u % 100));
}

TEST_F(AtomicTest, FloatingPointNumbers) {
  EXPECT_THAT(run<float>(device(), "float", "atomicAdd(&x[0], 0.5f);", {1}), ElementsAre(257.0f));
  EXPECT_THAT(run<double>(device(), "double", "atomicAdd(&x[0], 0.25);", {1}), ElementsAre(129.0));
  EXPECT_THAT(run<float>(device(), "float", "atomicExch(&x[0], 4.5f);", {1}), ElementsAre(4.5f));
}

TEST_F(AtomicTest, TheResultIsTheOldValue) {
  const auto result =
      run<int>(device(), "int", "x[1 + atomicAdd(&x[0], 1)] = 7;", std::vector<int>(513));
  EXPECT_EQ(result[0], 512);
  EXPECT_EQ(std::accumulate(result.begin() + 1, result.end(), 0), 512 * 7);
}

TEST_F(AtomicTest, SystemScope) {
  EXPECT_THAT(run<int>(device(), "int",
                       "atomicAdd_system(&x[0], 2);\n"
                       "atomicMin_system(&x[1], -i);\n"
                       "atomicXor_system(&x[2], 1);\n"
                       "atomicCAS_system(&x[3], 0, 8);\n",
                       std::vector<int>(4)),
              ElementsAre(1024, -511, 0, 8));
}

TEST_F(AtomicTest, SharedMemory) {
  EXPECT_THAT(run<int>(device(), "int", R"(
                __shared__ int sum;
                if (threadIdx.x == 0) sum = 0;
                __syncthreads();
                atomicAdd(&sum, int(threadIdx.x));
                __syncthreads();
                if (threadIdx.x == 0) x[blockIdx.x] = sum;
              )",
                       std::vector<int>(4)),
              Each(127 * 64));
}

using KernelLanguageTest = DeviceTest;

TEST_F(KernelLanguageTest, ClocksIncrease) {
  const auto result = run<long long>(device(), "long long", R"(
    const long long start = clock64();
    const auto small = clock();
    atomicAdd((unsigned long long*)&x[1], 1ull);
    if (i == 0) { x[0] = clock64() - start > 0; x[2] = (long long)(clock() - small) > 0; }
  )",
                                     std::vector<long long>(3));
  EXPECT_EQ(result[0], 1);
  EXPECT_EQ(result[1], 512);
  EXPECT_EQ(result[2], 1);
}

TEST_F(KernelLanguageTest, PrintsToStandardOutput) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(
      device(),
      "__global__ void k(int n) { if (threadIdx.x == 3) printf(\"%d of %s %.2f\\n\", n, \"x\", "
      "1.5); }",
      "k");
  stream.synchronize();
  testing::internal::CaptureStdout();
  launch(stream, kernel, {{1}, {8}}, 42);
  device().synchronize();
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "42 of x 1.50\n");
}

TEST_F(KernelLanguageTest, SharedMemoryIsReportedAndChecked) {
  const Kernel kernel = make_kernel(device(), R"(
    template <typename T> __global__ void k(T* x) {
      __shared__ T values[100];
      values[threadIdx.x] = x[threadIdx.x];
      __syncthreads();
      x[threadIdx.x] = values[threadIdx.x ^ 1];
    })",
                                    "k<double>");
  if (!kernel.info().shared_bytes) GTEST_SKIP() << "AddressSanitizer hides it in CPU code";
  EXPECT_GE(*kernel.info().shared_bytes, 800u);
  EXPECT_LT(*kernel.info().shared_bytes, 800u + 2048u);  // some drivers reserve up to 2 KiB
  const Stream stream(device());
  const Buffer<double> x(device(), 100);
  const std::size_t most = device().info().max_shared_per_block;
  EXPECT_EQ(error_of([&] {
              launch(stream, kernel, {{1}, {2}, most - 799}, x);
            }).code(),
            ErrorCode::invalid_argument);
}

using BigGridTest = DeviceTest;

TEST_F(BigGridTest, EveryBlockOfLargeGridsRunsOnce) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    __global__ void k(unsigned long long* sums) {
      if (threadIdx.x != 0) return;
      if (blockIdx.x % 4096 == 0 || gridDim.x < 4096) {
        atomicAdd(&sums[0], 1ull);
        atomicAdd(&sums[1], (unsigned long long)blockIdx.x);
        atomicAdd(&sums[2], (unsigned long long)blockIdx.y);
        atomicAdd(&sums[3], (unsigned long long)blockIdx.z);
      }
    })",
                                    "k");
  const Buffer<unsigned long long> sums(device(), 4);
  const auto sum_below = [](unsigned long long n) { return n * (n - 1) / 2; };
  for (const Dim3 grid : {Dim3{3, 65535, 2}, Dim3{2, 3, 65535}, Dim3{1, 65535, 3}}) {
    fill(stream, sums, 0ull);
    launch(stream, kernel, {.grid = grid, .block = {1}}, sums);
    const unsigned long long x = grid.x, y = grid.y, z = grid.z;
    EXPECT_THAT(read(stream, sums), ElementsAre(x * y * z, y * z * sum_below(x),
                                                x * z * sum_below(y), x * y * sum_below(z)));
  }
  const unsigned wide = 1u << 24;
  fill(stream, sums, 0ull);
  launch(stream, kernel, {.grid = {wide}, .block = {1}}, sums);
  EXPECT_THAT(read(stream, sums),
              ElementsAre(wide / 4096, 4096 * sum_below(wide / 4096), 0ull, 0ull));
}

TEST_F(BigGridTest, BlocksOf1024ThreadsOfAllShapes) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    __global__ void k(unsigned* x) {
      __shared__ unsigned values[1024];
      const unsigned t = duet::thread_in_block();
      values[t] = threadIdx.x + 10000 * threadIdx.y + 100000000 * threadIdx.z;
      duet::barrier();
      x[1023 - t] = values[1023 - t];
    })",
                                    "k");
  const Buffer<unsigned> x(device(), 1024);
  for (unsigned width = 1; width <= 1024; width *= 2) {
    for (unsigned height = 1; width * height <= 1024; height *= 2) {
      const Dim3 block{width, height, 1024 / width / height};
      if (block.z > device().info().max_block.z) continue;
      launch(stream, kernel, {.grid = {1}, .block = block}, x);
      const std::vector<unsigned> result = read(stream, x);
      for (unsigned i = 0; i < 1024; ++i) {
        ASSERT_EQ(result[i],
                  i % width + 10000 * (i / width % height) + 100000000 * (i / width / height))
            << width << " x " << height;
      }
    }
  }
}

}  // namespace
}  // namespace duet::test
