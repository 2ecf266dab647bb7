#include "run/arguments/parameter_type.hpp"

#include <gtest/gtest.h>

namespace duet::tool {
namespace {

/// "const f32*", "u64", "f32x4*", "pointer*", "unknown".
std::string summary(std::string_view text) {
  const ParameterType type = parse_parameter_type(text);
  std::string result = type.is_const ? "const " : "";
  switch (type.kind) {
    case ParameterType::Kind::unknown: result += "unknown"; break;
    case ParameterType::Kind::pointer: result += "pointer"; break;
    case ParameterType::Kind::element: result += name_of(type.element); break;
  }
  if (type.lanes != 1) result += "x" + std::to_string(type.lanes);
  if (type.is_char) result += " char";
  return result + (type.is_pointer ? "*" : "");
}

TEST(ParameterTypeTest, ReadsTypesOfDemanglers) {
  EXPECT_EQ(summary("float const*"), "const f32*");
  EXPECT_EQ(summary("float*"), "f32*");
  EXPECT_EQ(summary("float* const"), "f32*");
  EXPECT_EQ(summary("float const* __restrict"), "const f32*");
  EXPECT_EQ(summary("unsigned long long"), "u64");
  EXPECT_EQ(summary("unsigned char const*"), "const u8*");
  EXPECT_EQ(summary("char*"), "i8 char*");
  EXPECT_EQ(summary("signed char*"), "i8*");
  EXPECT_EQ(summary("bool*"), "bool*");
  EXPECT_EQ(summary("duet::half const*"), "const f16*");
  EXPECT_EQ(summary("__half*"), "f16*");
  EXPECT_EQ(summary("__nv_bfloat16*"), "bf16*");
  EXPECT_EQ(summary("duet::complex<float>*"), "c64*");
  EXPECT_EQ(summary("cuda::std::complex<double> const*"), "const c128*");
  EXPECT_EQ(summary("float2*"), "f32x2*");
  EXPECT_EQ(summary("HIP_vector_type<float, 4u>*"), "f32x4*");
  EXPECT_EQ(summary("duet::vector<unsigned int, 2>*"), "u32x2*");
  EXPECT_EQ(summary("float**"), "pointer*");
  EXPECT_EQ(summary("void*"), "unknown*");
  EXPECT_EQ(summary("Pair"), "unknown");
  EXPECT_EQ(summary("std::pair<float, float>*"), "unknown*");
}

TEST(ParameterTypeTest, ReadsDeclarations) {
  EXPECT_EQ(summary("const float* __restrict__ x"), "const f32*");
  EXPECT_EQ(summary("float const * x"), "const f32*");
  EXPECT_EQ(summary("unsigned n"), "u32");
  EXPECT_EQ(summary("unsigned"), "u32");
  EXPECT_EQ(summary("long unsigned int n"), "u64");
  EXPECT_EQ(summary("const int n = 4"), "i32");
  EXPECT_EQ(summary("short"), "i16");
  EXPECT_EQ(summary("std::uint16_t* x"), "u16*");
  EXPECT_EQ(summary("size_t count"), "u64");
  EXPECT_EQ(summary("float x[]"), "f32*");
  EXPECT_EQ(summary("const float x[16]"), "const f32*");
  EXPECT_EQ(summary("float x[][3][4]"), "f32*");
  EXPECT_EQ(summary("volatile int* x"), "i32*");
  EXPECT_EQ(summary("const float4 v"), "f32x4");
  EXPECT_EQ(summary("struct Pair p"), "unknown");
  EXPECT_EQ(summary("Pair* p"), "unknown*");
  EXPECT_EQ(summary("float (*x)[4]"), "unknown*");
}

TEST(ParameterTypeTest, AnyTextIsSafe) {
  for (const char* text : {"",      " ",       "*",         "**",        "[",
                           "]",     "[]",      "a[]",       "<",         ">",
                           "<>",    "x<",      "=",         "< ",        "::",
                           "const", "const *", "vector<,>", "complex<>", "vector<float,>"})
    EXPECT_NE(summary(text), "") << text;
}

}  // namespace
}  // namespace duet::tool
