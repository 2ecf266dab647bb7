#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/device_test.hpp"
#include "support/dump_annotation.hpp"

namespace duet::test {
namespace {

using AtomicTest = DeviceTest;

constexpr unsigned blocks = 8;
constexpr unsigned threads_in_block = 64;
constexpr unsigned threads = blocks * threads_in_block;
/// Operations change every second cell; the others show whether neighbouring bytes are preserved.
constexpr std::size_t cells = 32;

/// Compiles kernels of one source together.
Module make_module(const Device& device, const std::string& source,
                   const std::vector<std::string>& kernels) {
  return {device, compile({.name = "test", .source = source, .kernels = kernels}, device)};
}

// Every thread runs every operation on the same cells.
const std::string integer_operations = R"(
  #include <duet/device/kernel.hpp>
  template <duet::memory_scope scope, typename T> __device__ void run(T* x, unsigned i) {
    constexpr auto relaxed = duet::memory_order::relaxed;
    constexpr unsigned bits = sizeof(T) * 8;
    const T mixed = T(i * 37 % 199) - T(90);
    duet::atomic_add<relaxed, scope>(&x[1], 3);
    duet::atomic_sub<relaxed, scope>(&x[3], 5);
    duet::atomic_min<relaxed, scope>(&x[5], mixed);
    duet::atomic_max<relaxed, scope>(&x[7], mixed);
    duet::atomic_or<relaxed, scope>(&x[9], T(T(1) << (i * 3 % (bits - 1))));
    duet::atomic_and<relaxed, scope>(&x[11], T(~T(T(1) << (i * 3 % (bits - 1)))));
    duet::atomic_xor<relaxed, scope>(&x[13], T(i * 3));
    // The sum of the exchanged values and of the last one is known.
    duet::atomic_add<relaxed, scope>(
        &x[17], duet::atomic_exchange<relaxed, scope>(&x[15], T(i + 1)));
    for (T seen = duet::atomic_load<relaxed, scope>(&x[19]);;) {
      const T found =
          duet::atomic_compare_exchange<relaxed, scope>(&x[19], seen, T(seen + T(7)));
      if (found == seen) break;
      seen = found;
    }
    duet::atomic_update<relaxed, scope>(&x[21], [i](T old) { return T(old ^ T(i * 5 + 1)); });
    duet::atomic_add<relaxed, scope>(&x[25], duet::atomic_add<relaxed, scope>(&x[23], 1));
    duet::atomic_min<duet::memory_order::acq_rel, scope>(&x[27], mixed);
    duet::atomic_max<duet::memory_order::seq_cst, scope>(&x[29], mixed);
    if (i == 40) x[2] = T(99);
    if (i == 50) duet::atomic_store<relaxed, scope>(&x[4], T(98));
  }
  template <typename T> __global__ void k(T* global, const T* start, T* shared) {
    __shared__ T own[32];
    const unsigned t = threadIdx.x;
    if (t < 32) own[t] = start[t];
    duet::barrier();
    run<duet::memory_scope::device>(global, unsigned(duet::thread_in_grid()));
    run<duet::memory_scope::block>(own, t);
    duet::barrier();
    if (blockIdx.x == 0 && t < 32) shared[t] = own[t];
  })";

/// The initial values of the cells.
template <typename T>
std::vector<T> integer_cells() {
  std::vector<T> x(cells);
  for (std::size_t i = 0; i < cells; ++i) x[i] = static_cast<T>(i * 7 + 1);
  x[11] = static_cast<T>(~T{0});
  return x;
}

/// The values after `count` threads, run one after the other.
template <typename T>
std::vector<T> integers_after(unsigned count) {
  std::vector<T> x = integer_cells<T>();
  const auto add = [&](std::size_t cell, T value) { x[cell] = static_cast<T>(x[cell] + value); };
  for (unsigned i = 0; i < count; ++i) {
    const unsigned bit = i * 3 % (sizeof(T) * 8 - 1);
    const auto mixed = static_cast<T>(static_cast<T>(i * 37 % 199) - T{90});
    add(1, 3);
    x[3] = static_cast<T>(x[3] - 5);
    for (const std::size_t least : {5u, 27u}) x[least] = std::min(x[least], mixed);
    for (const std::size_t most : {7u, 29u}) x[most] = std::max(x[most], mixed);
    x[9] = static_cast<T>(x[9] | T{1} << bit);
    x[11] = static_cast<T>(x[11] & ~(T{1} << bit));
    x[13] = static_cast<T>(x[13] ^ static_cast<T>(i * 3));
    add(17, x[15]);
    x[15] = static_cast<T>(i + 1);
    add(19, 7);
    x[21] = static_cast<T>(x[21] ^ static_cast<T>(i * 5 + 1));
    add(25, x[23]);
    add(23, 1);
  }
  x[2] = 99;
  x[4] = 98;
  return x;
}

template <typename T>
void expect_integers(std::vector<T> found, unsigned count, const std::string& what) {
  std::vector<T> expected = integers_after<T>(count);
  // Any thread may be the last to exchange, so only the sum of both cells is compared.
  const auto all = [](const std::vector<T>& x) { return static_cast<T>(x[15] + x[17]); };
  EXPECT_EQ(all(found), all(expected)) << what;
  found[15] = found[17] = expected[15] = expected[17] = 0;
  EXPECT_EQ(found, expected) << what;
}

template <typename T>
void check_integers(const Module& module, const Device& device, const std::string& type) {
  const Stream stream(device);
  const Buffer<T> global(device, cells);
  const Buffer<T> start(device, cells);
  const Buffer<T> shared(device, cells);
  write(stream, global, integer_cells<T>());
  write(stream, start, integer_cells<T>());
  launch(stream, module.kernel("k<" + type + ">"), {{blocks}, {threads_in_block}}, global, start,
         shared);
  for (const std::size_t argument : {0u, 2u}) DumpAnnotation(argument).allow_any(cells, {15, 17});
  expect_integers(read(stream, global), threads, type + " in global memory");
  expect_integers(read(stream, shared), threads_in_block, type + " in shared memory");
}

TEST_F(AtomicTest, IntegersOfEverySizeAreExactUnderContention) {
  const Module module =
      make_module(device(), integer_operations,
                  {"k<signed char>", "k<unsigned char>", "k<short>", "k<unsigned short>", "k<int>",
                   "k<unsigned>", "k<long>", "k<long long>", "k<unsigned long long>"});
  check_integers<std::int8_t>(module, device(), "signed char");
  check_integers<std::uint8_t>(module, device(), "unsigned char");
  check_integers<std::int16_t>(module, device(), "short");
  check_integers<std::uint16_t>(module, device(), "unsigned short");
  check_integers<std::int32_t>(module, device(), "int");
  check_integers<std::uint32_t>(module, device(), "unsigned");
  check_integers<long>(module, device(), "long");
  check_integers<long long>(module, device(), "long long");
  check_integers<unsigned long long>(module, device(), "unsigned long long");
}

/// Annotates the dump: the type of the cells, and the cells that depend on the order of threads.
void annotate_type(const std::string& type, std::size_t bytes) {
  const DumpAnnotation annotation(0);
  annotation.set_type(type == "float"        ? "f32"
                      : type == "double"     ? "f64"
                      : type == "duet::half" ? "f16"
                                             : "bf16");
  annotation.allow_any(bytes / (type == "float" ? 4 : type == "double" ? 8 : 2), {15, 17});
}

// Sums stay below 256: bfloat16 represents all integers up to 256.
TEST_F(AtomicTest, FloatingNumbersAreAddedOrderedAndExchanged) {
  const std::string source = R"(
    #include <duet/device/bfloat16.hpp>
    #include <duet/device/half.hpp>
    #include <duet/device/kernel.hpp>
    template <typename T> __global__ void fill(T* x) {
      if (threadIdx.x < 32) x[threadIdx.x] = T(float(threadIdx.x));
    }
    template <typename T> __device__ void run(T* x, unsigned i) {
      const T number = T(float(int(i * 37 % 200) - 90));
      const T nan = duet::limits<T>::quiet_nan();
      duet::atomic_min(&x[5], number);
      duet::atomic_max(&x[7], number);
      duet::atomic_min(&x[9], i == 30 ? nan : number);
      duet::atomic_max(&x[11], i == 30 ? T(-nan) : number);
      duet::atomic_max<duet::memory_order::release>(&x[13], number);
      const T taken = duet::atomic_exchange(&x[15], number);
      if (i == 0) duet::atomic_store(&x[17], taken);
      if (i >= 200) return;
      duet::atomic_add(&x[1], T(1.0f));
      duet::atomic_sub(&x[3], T(1.0f));
      for (T seen = duet::atomic_load(&x[19]);;) {
        const T found = duet::atomic_compare_exchange(&x[19], seen, T(seen + T(1.0f)));
        if (float(found) == float(seen)) break;
        seen = found;
      }
      duet::atomic_update(&x[21], [](T old) { return T(-old); });
      duet::atomic_add<duet::memory_order::seq_cst, duet::memory_scope::system>(&x[23], T(0.5f));
    }
    template <typename T> __global__ void k(T* x) { run(x, unsigned(duet::thread_in_grid())); }
    template <typename T> __global__ void shared(T* x) {
      __shared__ T own[32];
      if (threadIdx.x < 32) own[threadIdx.x] = x[threadIdx.x];
      duet::barrier();
      run(own, threadIdx.x);
      duet::barrier();
      if (threadIdx.x < 32) x[threadIdx.x] = own[threadIdx.x];
    }
    template <typename T> __global__ void tell(const T* x, double* numbers) {
      numbers[threadIdx.x] = double(float(x[threadIdx.x]));
    })";
  const std::vector<std::string> types{"float", "double", "duet::half", "duet::bfloat16"};
  std::vector<std::string> kernels;
  for (const std::string& type : types) {
    for (const char* kernel : {"fill", "k", "shared", "tell"}) {
      kernels.push_back(kernel + ("<" + type + ">"));
    }
  }
  const Module module = make_module(device(), source, kernels);
  const Stream stream(device());
  for (const std::string& type : types) {
    for (const bool in_shared_memory : {false, true}) {
      const unsigned count = in_shared_memory ? 250 : threads;
      const Buffer<double> memory(device(), cells);
      void* const x = memory.data();
      launch(stream, module.kernel("fill<" + type + ">"), {{1}, {cells}}, x);
      if (in_shared_memory) {
        launch(stream, module.kernel("shared<" + type + ">"), {{1}, {count}}, x);
      } else {
        launch(stream, module.kernel("k<" + type + ">"), {{blocks}, {threads_in_block}}, x);
      }
      annotate_type(type, memory.size() * sizeof(double));
      const Buffer<double> told(device(), cells);
      launch(stream, module.kernel("tell<" + type + ">"), {{1}, {cells}}, x, told);
      std::vector<double> numbers = read(stream, told);
      const std::string what = type + (in_shared_memory ? " in shared memory" : "");
      for (const std::size_t changed_at_random : {15u, 17u}) {
        EXPECT_GE(numbers[changed_at_random], -90) << what;
        EXPECT_LT(numbers[changed_at_random], 110) << what;
        numbers[changed_at_random] = static_cast<double>(changed_at_random);
      }
      for (const std::size_t beaten_by_nan : {9u, 11u}) {
        EXPECT_TRUE(std::isnan(numbers[beaten_by_nan])) << what;
        numbers[beaten_by_nan] = static_cast<double>(beaten_by_nan);
      }
      std::vector<double> expected(cells);
      for (std::size_t i = 0; i < cells; ++i) expected[i] = static_cast<double>(i);
      expected[1] = 201;
      expected[3] = -197;
      expected[5] = -90;
      expected[7] = expected[13] = 109;
      expected[19] = 219;
      expected[23] = 123;
      EXPECT_EQ(numbers, expected) << what;
    }
  }
}

/// The word around a small variable is none of the compiler's: what a thread stores before an
/// operation and loads behind it must not be moved over it.
TEST_F(AtomicTest, SmallVariablesAreLoadedAgain) {
  const std::string source = R"(
    #include <duet/device/half.hpp>
    #include <duet/device/kernel.hpp>
    struct Two {
      unsigned short x;
      __device__ Two operator+(Two b) const { return {(unsigned short)(x + b.x)}; }
    };
    __global__ void k(int* out) {
      __shared__ unsigned char byte;
      __shared__ unsigned short bits;
      __shared__ Two two;
      __shared__ duet::half number;
      if (threadIdx.x != 0) return;
      byte = 3;
      duet::atomic_add(&byte, 4);
      out[0] = byte;
      bits = 3;
      duet::atomic_or(&bits, 8);
      out[1] = bits;
      duet::atomic_and(&bits, 9);
      out[2] = bits;
      duet::atomic_xor(&bits, 1);
      out[3] = bits;
      two = Two{5};
      duet::atomic_add(&two, Two{6});
      out[4] = two.x;
      number = duet::half(1.5f);
      duet::atomic_add(&number, duet::half(2.5f));
      out[5] = int(float(number));
      duet::atomic_max(&byte, 9);
      out[6] = byte;
    })";
  const Stream stream(device());
  const Buffer<int> out(stream, 7);
  launch(stream, make_module(device(), source, {"k"}).kernel("k"), {{1}, {32}}, out);
  EXPECT_EQ(read(stream, out), (std::vector<int>{7, 11, 9, 8, 11, 4, 9}));
}

TEST_F(AtomicTest, ComplexNumbersAreAddedPartByPart) {
  const std::string source = R"(
    #include <duet/device/complex.hpp>
    #include <duet/device/kernel.hpp>
    template <typename T> __global__ void k(duet::complex<T>* x) {
      duet::atomic_add(&x[0], {T(1), T(-2)});
      duet::atomic_sub(&x[1], {T(0.5), T(0.25)});
    }
    __global__ void exchange(duet::complex<float>* x) {
      using Number = duet::complex<float>;
      for (Number seen = duet::atomic_load(&x[0]);;) {
        const Number next(seen.re + 1, seen.im - 1);
        const Number found = duet::atomic_compare_exchange(&x[0], seen, next);
        if (found.re == seen.re && found.im == seen.im) break;
        seen = found;
      }
      const float i = float(duet::thread_in_grid());
      duet::atomic_exchange(&x[1], Number(i, -i));
    })";
  const Module module = make_module(device(), source, {"k<float>", "k<double>", "exchange"});
  const Stream stream(device());
  const LaunchShape shape{{blocks}, {threads_in_block}};
  const Buffer<float> floats(device(), 4);
  write(stream, floats, {0, 0, 0, 0});
  launch(stream, module.kernel("k<float>"), shape, static_cast<void*>(floats.data()));
  EXPECT_THAT(read(stream, floats), testing::ElementsAre(512, -1024, -256, -128));
  launch(stream, module.kernel("exchange"), shape, static_cast<void*>(floats.data()));
  DumpAnnotation(0).set_type<float>();
  DumpAnnotation(0).allow_any(4, {2, 3});
  const std::vector<float> exchanged = read(stream, floats);
  EXPECT_EQ(exchanged[0], 1024);
  EXPECT_EQ(exchanged[1], -1536);
  EXPECT_EQ(exchanged[2], -exchanged[3]);
  const Buffer<double> doubles(device(), 4);
  write(stream, doubles, {0, 0, 0, 0});
  launch(stream, module.kernel("k<double>"), shape, static_cast<void*>(doubles.data()));
  EXPECT_THAT(read(stream, doubles), testing::ElementsAre(512, -1024, -256, -128));
}

TEST_F(AtomicTest, TruthValuesPointersAndStructuresAreExchanged) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    struct Two { unsigned short a, b; };
    __global__ void k(bool* flags, Two* two, int** pointer, int* numbers) {
      const unsigned i = unsigned(duet::thread_in_grid());
      duet::atomic_or(&flags[0], i == 300);
      duet::atomic_and(&flags[1], i != 300);
      duet::atomic_xor(&flags[2], true);
      duet::atomic_xor(&flags[3], i < 301);
      if (!duet::atomic_exchange(&flags[4], true)) duet::atomic_add(&numbers[0], 1);
      if (!duet::atomic_compare_exchange(&flags[5], false, true)) duet::atomic_add(&numbers[1], 1);
      duet::atomic_update(two, [](Two x) {
        return Two{(unsigned short)(x.a + 1), (unsigned short)(x.b - 1)};
      });
      int* const before = duet::atomic_exchange(pointer, &numbers[2]);
      duet::atomic_add(before, 1);
    })",
                                    "k");
  const Buffer<bool> flags(device(), 8);
  const Buffer<std::array<std::uint16_t, 2>> two(device(), 1);
  const Buffer<int*> pointer(device(), 1);
  const Buffer<int> numbers(device(), 4);
  fill(stream, numbers, 0);
  const std::array<bool, 8> start{false, true, false, false, false, false, true, false};
  copy(stream, flags, start);
  const std::array<std::array<std::uint16_t, 2>, 1> zero{};
  copy(stream, two, zero);
  const std::array<int*, 1> last{numbers.data() + 3};
  copy(stream, pointer, last);
  launch(stream, kernel, {{blocks}, {threads_in_block}}, flags, two,
         static_cast<void*>(pointer.data()), numbers);
  std::array<bool, 8> found{};
  copy(stream, found, flags);
  stream.synchronize();
  EXPECT_THAT(found, testing::ElementsAre(true, false, false, true, true, true, true, false));
  EXPECT_THAT(read(stream, two)[0], testing::ElementsAre(512, 65536 - 512));
  EXPECT_THAT(read(stream, numbers), testing::ElementsAre(1, 1, 511, 1));
}

}  // namespace
}  // namespace duet::test
