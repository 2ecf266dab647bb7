// duet's headers reach the compiler without what a program does not use, which must change nothing.

#include <duet/log.hpp>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

class LeanHeaderTest : public testing::Test {
 protected:
  LeanHeaderTest() {
    set_log_level(LogLevel::info);
    set_log_handler([this](LogLevel, std::string_view text) {
      has_whole_headers_ |= text.find("with whole headers") != std::string_view::npos;
    });
  }
  ~LeanHeaderTest() override {
    set_log_handler({});
    set_log_level(level_);
  }

  /// Expects that `k(float* out)` stores a value, and that the lean headers are enough for it.
  /// Without a device the program is compiled only.
  void expect_result(Program program, float value) {
    program.kernels = {"k"};
    EXPECT_FALSE(is_whole(program)) << program.source;
    if (Device::unavailable_reason()) return;
    const Device device(0);
    const Stream stream(device);
    const Module module(device, compile(program, device));
    const Buffer<float> out(stream, 1);
    launch(stream, module.kernel("k"), {.grid = {1}, .block = {1}}, out);
    EXPECT_EQ(read(stream, out).front(), value) << program.source;
  }
  /// Whether the headers are passed whole.
  bool is_whole(const Program& program) {
    has_whole_headers_ = false;
    (void)compile(program, supported_architectures().back());
    return has_whole_headers_;
  }

 private:
  LogLevel level_ = log_level();
  bool has_whole_headers_ = false;
};

TEST_F(LeanHeaderTest, OperatorsAreUsedWithoutTheirNames) {
  // As float the sum would be 2049.
  expect_result({.name = "lean.cu", .source = R"(
    #include <duet/device/half.hpp>
    __global__ void k(float* out) { *out = duet::half(2048) + duet::half(1); })"},
                2048.0f);
  expect_result({.name = "lean.cu", .source = R"(
    #include <duet/device/complex.hpp>
    __global__ void k(float* out) {
      using Number = duet::complex<float>;
      *out = (Number(1, 2) * Number(3, 4)).re;
    })"},
                -5.0f);
}

TEST_F(LeanHeaderTest, OperatorsMayStandInMacrosAndAsWords) {
  expect_result({.name = "lean.cu", .source = R"(
    #include <duet/device/half.hpp>
    #define PLUS +
    __global__ void k(float* out) { *out = duet::half(2048) PLUS duet::half(1); })"},
                2048.0f);
  expect_result({.name = "lean.cu", .source = R"(
    #include <duet/device/half.hpp>
    __global__ void k(float* out) { *out = duet::half(1) not_eq duet::half(2) ? 3.0f : 4.0f; })"},
                3.0f);
}

/// Functions of classes, operators in functions of other headers, specialisations of templates.
TEST_F(LeanHeaderTest, WhatFunctionsOfHeadersUseStays) {
  expect_result({.name = "lean.cu", .source = R"(
    #include <duet/device/block_reduce.hpp>
    #include <duet/device/half.hpp>
    #include <duet/device/ops/arithmetic.hpp>
    __global__ void k(float* out) {
      *out = duet::block_reduce<1>(duet::half(2048), duet::ops::Add()) +
             duet::ops::Add()(duet::half(2048), duet::half(1)).bits();
    })"},
                2048.0f + 0x6800);
}

TEST_F(LeanHeaderTest, TypesMayComeFromFunctions) {
  expect_result({.name = "lean.cu", .source = R"(
    #include <duet/device/vector.hpp>
    #include <duet/device/matrix.hpp>
    #include <duet/device/float16_pair.hpp>
    #include <duet/device/cast.hpp>
    struct Pair { duet::half_pair pair; };
    __device__ Pair make(float x) { return {{x, x}}; }
    __global__ void k(float* out) {
      const auto pair = make(3);
      *out = (pair.pair + pair.pair).y;
    })"},
                6.0f);
}

TEST_F(LeanHeaderTest, NamesStandInMacros) {
  const char* const source = R"(
    #include <duet/device/half.hpp>
    #include <duet/device/limits.hpp>
    #define GREATEST(type) duet::limits<type>::max()
    __global__ void k(float* out) { *out = float(GREATEST(NUMBER)); })";
  expect_result(
      {.name = "lean.cu", .source = source, .options = {.defines = {"NUMBER=duet::half"}}},
      65504.0f);
}

TEST_F(LeanHeaderTest, NamesStandInHeadersOfTheProgram) {
  expect_result({.name = "lean.cu",
                 .source = "#include <one.hpp>\n"
                           "__global__ void k(float* out) { *out = two(9); }\n",
                 .headers = {{"one.hpp", "#include \"two.hpp\"\n"},
                             {"two.hpp",
                              "#include <duet/device/math.hpp>\n"
                              "__device__ float two(float x) {\n"
                              "  return duet::sqrt(x);\n"
                              "}\n"}}},
                3.0f);
}

TEST_F(LeanHeaderTest, MacrosMayPutNamesTogether) {
  // Then the program is not searched for names.
  EXPECT_FALSE(is_whole({.name = "lean.cu", .source = R"(
    #include <duet/device/bit_cast.hpp>
    #define JOINED(a, b) a##b
    __global__ void k(float* out) { *out = duet::JOINED(bit_, cast)<float>(0x3f800000u); })"}));
}

TEST_F(LeanHeaderTest, NamesOfKernelsCount) {
  Program program{.name = "lean.cu", .source = R"(
    #include <duet/device/bfloat16.hpp>
    #include <duet/device/complex.hpp>
    template <typename T> __global__ void k(T* x) { *x = *x + *x; })"};
  program.kernels = {"k<duet::bfloat16>", "k<duet::complex<float>>"};
  const Code code = compile(program, supported_architectures().back());
  EXPECT_EQ(code.lowered_names.size(), 2u);
}

TEST_F(LeanHeaderTest, ErrorsAreThoseOfWholeHeaders) {
  const Program program{.name = "lean.cu", .source = R"(#include <duet/device/half.hpp>
__global__ void k(float* out) {
  *out = duet::half::no_such_member;
})"};
  try {
    (void)compile(program, supported_architectures().back());
    FAIL() << "it compiles";
  } catch (const CompileError& error) {
    EXPECT_THAT(error.what(), testing::ContainsRegex("lean.cu[:(]3"));
    EXPECT_THAT(error.what(), testing::HasSubstr("no_such_member"));
  }
}

}  // namespace
}  // namespace duet::test
