#include <array>
#include <cstdint>
#include <numeric>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

using LaunchTest = DeviceTest;

TEST_F(LaunchTest, RunsATemplateOverArrays) {
  const Stream stream(device());
  const Kernel saxpy = make_kernel(device(), R"(
    template <typename T> __global__ void saxpy(T a, const T* x, T* y, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) y[i] += a * x[i];
    })",
                                   "saxpy<float>");
  for (const int n : {1, 255, 256, 257, 100000}) {
    const auto count = static_cast<std::size_t>(n);
    const Buffer<float> x(device(), count);
    const Buffer<float> y(device(), count);
    write(stream, x, ramp(count));
    fill(stream, y, 1.0f);
    launch(stream, saxpy, cover(count, 256), 2.0f, x, y, n);
    const std::vector<float> result = read(stream, y);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(result[i], 1 + 2 * static_cast<float>(i));
  }
}

TEST_F(LaunchTest, EveryBlockAndThreadRunsOnceInThreeDimensions) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    __global__ void count(unsigned* hits, unsigned* shape) {
      atomicAdd(&hits[duet::thread_in_grid()], 1u);
      if (duet::thread_in_grid() == 0) {
        shape[0] = gridDim.x; shape[1] = gridDim.y; shape[2] = gridDim.z;
        shape[3] = blockDim.x; shape[4] = blockDim.y; shape[5] = blockDim.z;
      }
    })",
                                    "count");
  const LaunchShape shape{.grid = {3, 4, 5}, .block = {7, 3, 2}};
  const Buffer<unsigned> hits(device(), shape.grid.volume() * shape.block.volume());
  const Buffer<unsigned> dimensions(device(), 6);
  fill(stream, hits, 0u);
  launch(stream, kernel, shape, hits, dimensions);
  EXPECT_THAT(read(stream, hits), testing::Each(1u));
  EXPECT_THAT(read(stream, dimensions), testing::ElementsAre(3, 4, 5, 7, 3, 2));
}

const char* const block_sum = R"(
  extern "C" __global__ void block_sum(const int* x, int* sums) {
    STORAGE
    int t = threadIdx.x;
    values[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
      if (t < half) values[t] += values[t + half];
      __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = values[0];
  })";

void expect_block_sums(const Device& device, const std::string& storage, std::size_t shared) {
  const Stream stream(device);
  const Code code =
      compile({.source = block_sum, .options = {.defines = {"STORAGE=" + storage}}}, device);
  const Kernel kernel = Module(device, code).kernel("block_sum");
  constexpr std::size_t blocks = 33;
  constexpr std::size_t threads = 256;
  std::vector<int> host(blocks * threads);
  std::iota(host.begin(), host.end(), 0);
  const Buffer<int> x(device, host.size());
  const Buffer<int> sums(device, blocks);
  copy(stream, x, host);
  launch(stream, kernel, {.grid = {blocks}, .block = {threads}, .shared_bytes = shared}, x, sums);
  const std::vector<int> result = read(stream, sums);
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto first = host.begin() + static_cast<std::ptrdiff_t>(b * threads);
    EXPECT_EQ(result[b], std::accumulate(first, first + threads, 0)) << b;
  }
}

TEST_F(LaunchTest, BarriersOrderStaticSharedMemory) {
  expect_block_sums(device(), "__shared__ int values[256];", 0);
}

/// @param declaration  of a dynamic array `values`
void expect_reversal(const Device& device, const std::string& declaration) {
  SCOPED_TRACE(declaration);
  const Stream stream(device);
  const Kernel kernel = make_kernel(device, R"(
    #define ARRAY(T, name) extern __shared__ T name[];
    #define VALUES extern __shared__ int values[]
    __global__ void reverse(int* x) {
      )" + declaration + R"(
      values[threadIdx.x] = x[threadIdx.x];
      __syncthreads();
      x[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
    })",
                                    "reverse");
  for (const unsigned threads : {1u, 64u, 256u, 1024u}) {
    std::vector<int> host(threads);
    std::iota(host.begin(), host.end(), 0);
    const Buffer<int> x(device, threads);
    write(stream, x, host);
    launch(stream, kernel, {{1}, {threads}, threads * sizeof(int)}, x);
    std::ranges::reverse(host);
    EXPECT_EQ(read(stream, x), host);
  }
}

TEST_F(LaunchTest, BarriersOrderDynamicSharedMemory) {
  expect_reversal(device(), "extern __shared__ int values[];");
}

TEST_F(LaunchTest, MacrosDeclareDynamicSharedMemory) {
  expect_reversal(device(), "ARRAY(int, values)");
  expect_reversal(device(), "VALUES;");
}

TEST_F(LaunchTest, UsesTheMaximumOfSharedMemory) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    __global__ void last(char* out, int bytes) {
      extern __shared__ char shared[];
      shared[bytes - 1] = 42;
      __syncthreads();
      *out = shared[bytes - 1];
    })",
                                    "last");
  const std::size_t bytes = device().info().max_shared_per_block;
  const Buffer<char> out(device(), 1);
  launch(stream, kernel, {{1}, {1}, bytes}, out, static_cast<int>(bytes));
  EXPECT_EQ(read(stream, out)[0], 42);
}

TEST_F(LaunchTest, ThreadsMayExitBeforeABarrier) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    __global__ void k(int* x) {
      if (threadIdx.x >= 64) return;
      __shared__ int values[64];
      values[threadIdx.x] = threadIdx.x;
      __syncthreads();
      x[threadIdx.x] = values[63 - threadIdx.x];
    })",
                                    "k");
  const Buffer<int> x(device(), 64);
  launch(stream, kernel, {{1}, {256}}, x);
  const std::vector<int> result = read(stream, x);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(result[static_cast<std::size_t>(i)], 63 - i);
}

TEST_F(LaunchTest, AtomicsCountAcrossBlocks) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(
      device(), "__global__ void k(int* x, float* y) { atomicAdd(x, 1); atomicAdd(y, 0.5f); }",
      "k");
  const Buffer<int> x(device(), 1);
  const Buffer<float> y(device(), 1);
  fill(stream, x, 0);
  fill(stream, y, 0.0f);
  launch(stream, kernel, {{100}, {128}}, x, y);
  EXPECT_EQ(read(stream, x)[0], 12800);
  EXPECT_EQ(read(stream, y)[0], 6400.0f);
}

struct Affine {
  double scale;
  int offset;
  char tag;
};

TEST_F(LaunchTest, PassesStructsArraysAndScalars) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    struct Affine { double scale; int offset; char tag; };
    __global__ void k(double* out, char c, Affine a, short s, duet::array<duet::int64_t, 3> shape,
                      bool b, float f, duet::uint64_t u, const int* null) {
      out[0] = c; out[1] = a.scale; out[2] = a.offset; out[3] = a.tag; out[4] = s;
      out[5] = shape[0] + 10 * shape[1] + 100 * shape[2]; out[6] = b; out[7] = f; out[8] = u;
      out[9] = null == nullptr;
    })",
                                    "k");
  const Buffer<double> out(device(), 10);
  const auto expected = testing::ElementsAre(1, 2.5, -3, 4, -5, 321, 1, 0.25, 1e10, 1);
  const std::array<std::int64_t, 3> shape{1, 2, 3};
  launch(stream, kernel, {{1}, {1}}, out, char{1}, Affine{2.5, -3, 4}, short{-5}, shape, true,
         0.25f, std::uint64_t{10000000000}, nullptr);
  EXPECT_THAT(read(stream, out), expected);

  Arguments arguments;
  arguments.add(out).add(char{1}).add(Affine{2.5, -3, 4}).add(short{-5}).add(shape).add(true);
  arguments.add(0.25f).add(std::uint64_t{10000000000}).add(nullptr);
  fill(stream, out, 0.0);
  launch(stream, kernel, {{1}, {1}}, arguments);
  EXPECT_THAT(read(stream, out), expected);
}

TEST_F(LaunchTest, ArgumentsAreCopiedAtTheCall) {
  const Stream stream(device());
  const Kernel kernel =
      make_kernel(device(), "__global__ void k(int* x, int i, int value) { x[i] = value; }", "k");
  const Buffer<int> x(device(), 100);
  for (int i = 0; i < 100; ++i) launch(stream, kernel, {{1}, {1}}, x, i, i * i);
  const std::vector<int> result = read(stream, x);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(result[static_cast<std::size_t>(i)], i * i);
}

class LaunchRefusal : public DeviceTest {
 protected:
  static Kernel kernel() {
    static const Kernel instance = make_kernel(
        device(), "__global__ void refused(int* x, int value) { *x = value; }", "refused");
    return instance;
  }
  /// Returns the message of the error. Checks that the next launch works.
  template <typename... A>
  static std::string refusal(const LaunchShape& shape, const A&... arguments) {
    const Stream stream(device());
    const Error error = error_of([&] { launch(stream, kernel(), shape, arguments...); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("refused"));
    const Buffer<int> x(device(), 1);
    launch(stream, kernel(), {{1}, {1}}, x, 5);
    EXPECT_EQ(read(stream, x)[0], 5);
    return error.what();
  }
};

TEST_F(LaunchRefusal, WrongNumbersOfArguments) {
  const Buffer<int> x(device(), 1);
  EXPECT_THAT(refusal({{1}, {1}}), HasSubstr("0 arguments"));
  EXPECT_THAT(refusal({{1}, {1}}, x), HasSubstr("takes 2"));
  EXPECT_THAT(refusal({{1}, {1}}, x, 1, 2), HasSubstr("3 arguments"));
}

TEST_F(LaunchRefusal, WrongSizesOfArguments) {
  const Buffer<int> x(device(), 1);
  EXPECT_THAT(refusal({{1}, {1}}, x, 1.0),
              testing::AllOf(HasSubstr("argument 1"), HasSubstr("8"), HasSubstr("4")));
  EXPECT_THAT(refusal({{1}, {1}}, 1, 1), HasSubstr("argument 0"));
}

TEST_F(LaunchRefusal, ZeroAndOversizedGridsAndBlocks) {
  const Buffer<int> x(device(), 1);
  const DeviceInfo& info = device().info();
  for (const Dim3 grid : {Dim3{0}, Dim3{1, 0}, Dim3{1, 1, 0}}) {
    EXPECT_THAT(refusal({grid, {1}}, x, 1), HasSubstr("grid"));
  }
  for (const Dim3 block : {Dim3{0}, Dim3{1, 0}, Dim3{1, 1, 0}}) {
    EXPECT_THAT(refusal({{1}, block}, x, 1), HasSubstr("block"));
  }
  if (info.max_grid.y + 1 != 0) {
    EXPECT_THAT(refusal({{1, info.max_grid.y + 1}, {1}}, x, 1), HasSubstr("grid"));
  }
  const auto threads = static_cast<unsigned>(info.max_threads_per_block);
  EXPECT_THAT(refusal({{1}, {threads + 1}}, x, 1), HasSubstr(std::to_string(threads)));
  EXPECT_THAT(refusal({{1}, {threads, 2}}, x, 1), HasSubstr("threads"));
}

TEST_F(LaunchRefusal, TooManyThreadsInADimension) {
  if (std::string(backend_name()) != "HIP") GTEST_SKIP() << "this backend limits blocks only";
  const Buffer<int> x(device(), 1);
  EXPECT_THAT(refusal({{1u << 24}, {512}}, x, 1), HasSubstr("threads in a dimension"));
}

TEST_F(LaunchRefusal, TooMuchSharedMemory) {
  const Buffer<int> x(device(), 1);
  const std::size_t most = device().info().max_shared_per_block;
  for (const std::size_t bytes : {most + 1, std::size_t{1} << 33, ~std::size_t{0}}) {
    EXPECT_THAT(refusal({{1}, {1}, bytes}, x, 1), HasSubstr(std::to_string(most)));
  }
}

TEST_F(LaunchRefusal, AnEmptyBufferOrStream) {
  const Stream stream(device());
  const Buffer<int> empty;
  EXPECT_EQ(error_of([&] {
              launch(stream, kernel(), {{1}, {1}}, empty, 1);
            }).code(),
            ErrorCode::invalid_handle);
  const Stream none;
  const Buffer<int> x(device(), 1);
  EXPECT_EQ(error_of([&] {
              launch(none, kernel(), {{1}, {1}}, x, 1);
            }).code(),
            ErrorCode::invalid_handle);
}

TEST_F(LaunchTest, LaunchBoundsLimitTheBlock) {
  const Kernel kernel = make_kernel(
      device(), "__global__ void __launch_bounds__(64) bounded(int* x) { *x = 1; }", "bounded");
  ASSERT_TRUE(kernel.info().max_threads.has_value());
  if (*kernel.info().max_threads > 64)
    GTEST_SKIP() << "this backend does not enforce launch bounds";
  const Stream stream(device());
  const Buffer<int> x(device(), 1);
  EXPECT_THAT(error_of([&] {
                launch(stream, kernel, {{1}, {65}}, x);
              }).what(),
              testing::AllOf(HasSubstr("bounded"), HasSubstr("64")));
}

TEST_F(LaunchTest, ThreadsLaunchOnTheirOwnStreams) {
  const Kernel kernel =
      make_kernel(device(), "__global__ void k(int* x) { atomicAdd(x, 1); }", "k");
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const Stream stream(device());
      const Buffer<int> x(device(), 1);
      fill(stream, x, 0);
      for (int k = 0; k < 200; ++k) launch(stream, kernel, {{4}, {32}}, x);
      EXPECT_EQ(read(stream, x)[0], 200 * 4 * 32);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(LaunchTest, WorksOnEveryDevice) {
  for (int i = 0; i < Device::count(); ++i) {
    const Device device(i);
    const Stream stream(device);
    const Kernel kernel =
        make_kernel(device, "__global__ void k(int* x, int value) { *x = value; }", "k");
    const Buffer<int> x(device, 1);
    launch(stream, kernel, {{1}, {1}}, x, 40 + i);
    EXPECT_EQ(read(stream, x)[0], 40 + i);
    if (i > 0) {
      const Stream other(Device(0));
      EXPECT_THAT(error_of([&] {
                    launch(other, kernel, {{1}, {1}}, x, 1);
                  }).what(),
                  HasSubstr("device 0"));
    }
  }
}

TEST_F(LaunchTest, ArgumentsOfAnotherTypeAreRefused) {
  const Program program{.name = "typed",
                        .source =
                            "template <typename T> __global__ void typed(T* x, int n, float a, "
                            "const unsigned long long* y) { x[0] = n + a + y[0]; }",
                        .kernels = {"typed<float>"}};
  const Kernel kernel = Module(device(), compile(program, device())).kernel("typed<float>");
  EXPECT_EQ(kernel.info().parameter_types,
            (std::vector<std::string>{"float*", "int", "float", "unsigned long long const*"}));
  const Stream stream(device());
  const Buffer<float> x(stream, 1);
  const Buffer<double> doubles(stream, 1);
  const Buffer<unsigned long long> y(stream, 1);
  const Buffer<long long> signed_y(stream, 1);
  fill(stream, y, 1ull);
  const LaunchShape one{{1}, {1}};
  launch(stream, kernel, one, x, 2, 3.0f, y);
  EXPECT_EQ(read(stream, x)[0], 6.0f);
  launch(stream, kernel, one, x, 2u, 3.0f, signed_y);
  launch(stream, kernel, one, static_cast<void*>(x.data()), 2, 3.0f, y);
  launch(stream, kernel, one, Arguments().add(x).add(2).add(3.0f).add(y));
  launch(stream, kernel, one, Buffer<std::byte>(stream, 4), 2, 3.0f, y);  // memory of any type
  const auto expect_refused = [&](const char* part, const auto&... arguments) {
    const Error error = error_of([&] { launch(stream, kernel, one, arguments...); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("typed<float>"), HasSubstr(part)));
  };
  expect_refused("argument 0", doubles, 2, 3.0f, y);
  expect_refused("'float*'", y, 2, 3.0f, y);
  expect_refused("argument 1", x, 2.0f, 3.0f, y);
  expect_refused("argument 2", x, 2, 3, y);
  expect_refused("argument 3", x, 2, 3.0f, x);
  expect_refused("argument 3", x, 2, 3.0f, 1.0);
  expect_refused("argument 2", Arguments().add(x).add(2).add(3).add(y));
  expect_refused("0 arguments");
}

}  // namespace
}  // namespace duet::test
