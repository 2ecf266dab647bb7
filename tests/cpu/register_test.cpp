// Fibers switch in the middle of a kernel. Values in registers must survive the switch.

#include <cstdlib>

#include "../support/device_test.hpp"

namespace duet::test {
namespace {

class RegisterTest : public DeviceTest {
 protected:
  /// Runs a kernel whose 128 threads each hold 24 values across barriers and shuffles.
  /// @param value     source that declares Value, `Value make(float)` and `float sum(Value)`
  /// @param elements  sum(make(x)) is `elements` times x
  static void expect_preserved(const std::string& value, unsigned elements = 1) {
    constexpr unsigned threads = 128;
    constexpr unsigned count = 24;
    Program program{.source = "#include <duet/device/kernel.hpp>\n" + value + R"(
      extern "C" __global__ void k(const float* from, float* to, int rounds) {
        Value values[24];
        #pragma unroll
        for (int i = 0; i < 24; ++i) values[i] = make(from[threadIdx.x * 24 + i]);
        int passed = 0;
        for (int round = 0; round < rounds; ++round) {
          duet::barrier();
          passed += duet::shuffle_xor(round, 1);
        }
        float result = float(passed);
        #pragma unroll
        for (int i = 0; i < 24; ++i) result += sum(values[i]) * float(i + 1);
        to[threadIdx.x] = result;
      })"};
    if (const char* option = std::getenv("DUET_TEST_OPTION")) program.options.extra = {option};
    const Kernel kernel = Module(device(), compile(program, device())).kernel("k");
    std::vector<float> values;
    for (unsigned i = 0; i < threads * count; ++i) values.push_back(static_cast<float>(i % 61));
    const Stream stream(device());
    const Buffer<float> from(device(), values.size());
    const Buffer<float> to(device(), threads);
    copy(stream, from, values);
    launch(stream, kernel, {{1}, {threads}}, from, to, 5);
    const std::vector<float> results = read(stream, to);
    for (unsigned t = 0; t < threads; ++t) {
      unsigned expected = 0 + 1 + 2 + 3 + 4;
      for (unsigned i = 0; i < count; ++i) expected += elements * ((t * count + i) % 61) * (i + 1);
      ASSERT_EQ(results[t], static_cast<float>(expected)) << "thread " << t;
    }
  }
};

TEST_F(RegisterTest, PreserveNumbers) {
  for (const std::string type : {"int", "long long", "float", "double", "long double"}) {
    SCOPED_TRACE(type);
    expect_preserved("using Value = " + type +
                     ";\n"
                     "__device__ Value make(float x) { return Value(x); }\n"
                     "__device__ float sum(Value value) { return float(value); }\n");
  }
}

TEST_F(RegisterTest, PreserveVectors) {
  for (const unsigned elements : {4u, 8u, 16u}) {
    SCOPED_TRACE(elements);
    expect_preserved("constexpr int elements = " + std::to_string(elements) + R"(;
      typedef float Value __attribute__((vector_size(elements * 4)));
      __device__ Value make(float x) {
        Value value;
        for (int i = 0; i < elements; ++i) value[i] = x;
        return value;
      }
      __device__ float sum(Value value) {
        float result = 0;
        for (int i = 0; i < elements; ++i) result += value[i];
        return result;
      })",
                     elements);
  }
}

}  // namespace
}  // namespace duet::test
