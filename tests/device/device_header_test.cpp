#include <iterator>
#include <sstream>

#include "support/device_test.hpp"
#include "support/dump_annotation.hpp"

namespace duet::test {
namespace {

/// The names of all device headers. CMake passes them, separated by spaces.
std::vector<std::string> headers() {
  std::istringstream names(DUET_DEVICE_HEADERS);
  return {std::istream_iterator<std::string>(names), {}};
}

TEST(DeviceHeader, EachCompilesAlone) {
  const std::string architecture = supported_architectures().back();
  for (const std::string& header : headers()) {
    const std::string source = "#include <duet/device/" + header + ">\n";
    EXPECT_NO_THROW((void)compile({.source = source}, architecture)) << header;
  }
}

TEST(DeviceHeader, ReportsAStandardBeforeCpp17) {
  const Program program{.source = "#include <duet/device/kernel.hpp>\n",
                        .options = {.standard = 14}};
  const Error error = error_of([&] { (void)compile(program, supported_architectures().back()); });
  EXPECT_THAT(error.log(), testing::HasSubstr("C++17"));
}

TEST(DeviceHeader, ReportsUseInHostCode) {
  if (std::string(backend_name()) != "CPU") GTEST_SKIP() << "needs a host compiler";
  const Program program{.source =
                            "#undef DUET_CPU_KERNEL\n"
                            "#include <duet/device/vendor/select.hpp>\n"};
  const Error error = error_of([&] { (void)compile(program, supported_architectures().back()); });
  EXPECT_THAT(error.log(), testing::HasSubstr("kernel code"));
}

using DeviceHeaderTest = DeviceTest;

TEST_F(DeviceHeaderTest, IndicesCountThreadsAndBlocks) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    __global__ void k(unsigned* thread, duet::uint64_t* block, unsigned* size, int* wave) {
      const duet::uint64_t i = duet::thread_in_grid();
      thread[i] = duet::thread_in_block();
      block[i] = duet::block_in_grid();
      size[i] = duet::block_threads();
      if (i == 0) *wave = duet::wave_size;
    })",
                                    "k");
  const Buffer<unsigned> thread(device(), 48);
  const Buffer<unsigned long long> block(device(), 48);
  const Buffer<unsigned> size(device(), 48);
  const Buffer<int> wave(device(), 1);
  launch(stream, kernel, {.grid = {2, 2}, .block = {2, 3, 2}}, thread, block, size, wave);
  const auto threads = read(stream, thread);
  const auto blocks = read(stream, block);
  for (std::size_t i = 0; i < 48; ++i) {
    EXPECT_EQ(threads[i], i % 12);
    EXPECT_EQ(blocks[i], i / 12);
  }
  EXPECT_THAT(read(stream, size), testing::Each(12u));
  EXPECT_EQ(read(stream, wave)[0], device().info().wave_size);
}

template <typename T>
void expect_integer_atomics(const Device& device, const std::string& type) {
  const Stream stream(device);
  const Kernel kernel = make_kernel(device, R"(
    #include <duet/device/kernel.hpp>
    template <typename T> __global__ void k(T* x) {
      const T i = T(duet::thread_in_grid());
      duet::atomic_add(&x[0], T(2));
      duet::atomic_min(&x[1], T(1000 - i));
      duet::atomic_max(&x[2], i);
      duet::atomic_or(&x[3], T(1) << (i % 30));
      duet::atomic_and(&x[4], ~(T(1) << (i % 30)));
      duet::atomic_xor(&x[5], T(1));
      duet::atomic_exchange(&x[6], i);
      for (T seen = duet::atomic_load(&x[7]);;) {
        const T before = duet::atomic_compare_exchange(&x[7], seen, T(seen + 3));
        if (before == seen) break;
        seen = before;
      }
    })",
                                    "k<" + type + ">");
  const Buffer<T> x(device, 8);
  const T all = static_cast<T>((1 << 30) - 1);
  write(stream, x, std::vector<T>{0, 5000, 0, 0, all, 0, 5000, 0});
  launch(stream, kernel, {{8}, {64}}, x);
  DumpAnnotation(0).allow_any(8, {6});
  const std::vector<T> result = read(stream, x);
  EXPECT_EQ(result[0], T{1024}) << type;
  EXPECT_EQ(result[1], T{489}) << type;
  EXPECT_EQ(result[2], T{511}) << type;
  EXPECT_EQ(result[3], all) << type;
  EXPECT_EQ(result[4], T{0}) << type;
  EXPECT_EQ(result[5], T{0}) << type;
  EXPECT_LT(result[6], T{512}) << type;
  EXPECT_EQ(result[7], T{1536}) << type;
}

TEST_F(DeviceHeaderTest, IntegerAtomicsAreExact) {
  expect_integer_atomics<int>(device(), "int");
  expect_integer_atomics<unsigned>(device(), "unsigned");
  expect_integer_atomics<long long>(device(), "long long");
  expect_integer_atomics<unsigned long long>(device(), "unsigned long long");
}

TEST_F(DeviceHeaderTest, SignedSixtyFourBitMinimumAndMaximumAreSigned) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    __global__ void k(duet::int64_t* x) {
      const duet::int64_t i = duet::int64_t(threadIdx.x) - 100;
      duet::atomic_min(&x[0], i);
      duet::atomic_max(&x[1], i);
    })",
                                    "k");
  const Buffer<long long> x(device(), 2);
  write(stream, x, std::vector<long long>{50, -500});
  launch(stream, kernel, {{1}, {128}}, x);
  EXPECT_THAT(read(stream, x), testing::ElementsAre(-100, 27));
}

TEST_F(DeviceHeaderTest, FloatingAtomicsAdd) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    __global__ void k(float* x, double* y) {
      duet::atomic_add(x, 0.5f);
      duet::atomic_add(y, 0.25);
    })",
                                    "k");
  const Buffer<float> x(device(), 1);
  const Buffer<double> y(device(), 1);
  fill(stream, x, 0.0f);
  fill(stream, y, 0.0);
  launch(stream, kernel, {{16}, {64}}, x, y);
  EXPECT_EQ(read(stream, x)[0], 512.0f);
  EXPECT_EQ(read(stream, y)[0], 256.0);
}

}  // namespace
}  // namespace duet::test
