#include <cstdint>
#include <limits>
#include <random>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using IntegerOpsTest = DeviceTest;

/// Wide enough for every result before the conversion to T.
__extension__ using Wide = __int128;

Wide power(Wide base, Wide exponent) {
  if (exponent < 0) return base == 1 ? 1 : base != -1 ? 0 : exponent % 2 == 0 ? 1 : -1;
  // Computes modulo 2^64.
  const auto wrapped = [](Wide x) { return static_cast<Wide>(static_cast<std::uint64_t>(x)); };
  if (exponent == 0) return 1;
  const Wide root = power(base, exponent / 2);
  const std::uint64_t square =
      static_cast<std::uint64_t>(wrapped(root)) * static_cast<std::uint64_t>(wrapped(root));
  return exponent % 2 == 0 ? square : square * static_cast<std::uint64_t>(base);
}

Wide floor_divide(Wide a, Wide b) {
  if (b == 0) return 0;
  const Wide quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

template <typename T>
constexpr Wide bits_of = sizeof(T) * 8;

/// An operation with its reference, whose result is then converted to T.
template <typename T>
struct Operation {
  const char* name;
  Wide (*reference)(Wide a, Wide b);
};

template <typename T>
const std::vector<Operation<T>>& unary_operations() {
  static const std::vector<Operation<T>> operations{
      {"Identity", [](Wide a, Wide) { return a; }},
      {"Conjugate", [](Wide a, Wide) { return a; }},
      {"Real", [](Wide a, Wide) { return a; }},
      {"Imag", [](Wide, Wide) { return Wide{0}; }},
      {"Abs", [](Wide a, Wide) { return a < 0 ? -a : a; }},
      {"Negative", [](Wide a, Wide) { return -a; }},
      {"Sign", [](Wide a, Wide) { return Wide{a > 0} - Wide{a < 0}; }},
      {"Square", [](Wide a, Wide) { return power(a, 2); }},
      {"Floor", [](Wide a, Wide) { return a; }},
      {"Ceil", [](Wide a, Wide) { return a; }},
      {"Round", [](Wide a, Wide) { return a; }},
      {"Rint", [](Wide a, Wide) { return a; }},
      {"Trunc", [](Wide a, Wide) { return a; }},
      {"BitwiseNot", [](Wide a, Wide) { return -1 - a; }},
      {"LogicalNot", [](Wide a, Wide) { return Wide{a == 0}; }},
      {"IsNan", [](Wide, Wide) { return Wide{0}; }},
      {"IsInf", [](Wide, Wide) { return Wide{0}; }},
      {"IsFinite", [](Wide, Wide) { return Wide{1}; }}};
  return operations;
}

template <typename T>
const std::vector<Operation<T>>& binary_operations() {
  static const std::vector<Operation<T>> operations{
      {"Add", [](Wide a, Wide b) { return a + b; }},
      {"Subtract", [](Wide a, Wide b) { return a - b; }},
      {"Multiply",
       [](Wide a, Wide b) {
         return static_cast<Wide>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
       }},
      {"FloorDivide", floor_divide},
      {"Remainder", [](Wide a, Wide b) { return b == 0 ? 0 : a - floor_divide(a, b) * b; }},
      {"Fmod", [](Wide a, Wide b) { return b == 0 ? 0 : a % b; }},
      {"Power", power},
      {"Minimum", [](Wide a, Wide b) { return a < b ? a : b; }},
      {"Maximum", [](Wide a, Wide b) { return a < b ? b : a; }},
      {"FMin", [](Wide a, Wide b) { return a < b ? a : b; }},
      {"FMax", [](Wide a, Wide b) { return a < b ? b : a; }},
      {"BitwiseAnd", [](Wide a, Wide b) { return a & b; }},
      {"BitwiseOr", [](Wide a, Wide b) { return a | b; }},
      {"BitwiseXor", [](Wide a, Wide b) { return a ^ b; }},
      {"LeftShift",
       [](Wide a, Wide b) {
         const bool inside = b >= 0 && b < bits_of<T>;
         return inside ? static_cast<Wide>(static_cast<std::uint64_t>(a) << b) : 0;
       }},
      {"RightShift",
       [](Wide a, Wide b) {
         return b >= 0 && b < bits_of<T> ? a >> b : a < 0 ? Wide{-1} : Wide{0};
       }},
      {"Equal", [](Wide a, Wide b) { return Wide{a == b}; }},
      {"NotEqual", [](Wide a, Wide b) { return Wide{a != b}; }},
      {"NaNEqual", [](Wide a, Wide b) { return Wide{a == b}; }},
      {"Less", [](Wide a, Wide b) { return Wide{a < b}; }},
      {"LessEqual", [](Wide a, Wide b) { return Wide{a <= b}; }},
      {"Greater", [](Wide a, Wide b) { return Wide{a > b}; }},
      {"GreaterEqual", [](Wide a, Wide b) { return Wide{a >= b}; }},
      {"LogicalAnd", [](Wide a, Wide b) { return Wide{a != 0 && b != 0}; }},
      {"LogicalOr", [](Wide a, Wide b) { return Wide{a != 0 || b != 0}; }},
      {"LogicalXor", [](Wide a, Wide b) { return Wide{(a != 0) != (b != 0)}; }}};
  return operations;
}

/// Runs every operation for T on special and random numbers and compares the results.
template <typename T>
void expect_right(const Module& module, const std::string& type) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> a, b;
  std::vector<T> special{0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 33, 63, 64, 100};
  for (const Wide number :
       {Wide{-1}, Wide{-2}, Wide{-3}, Wide{-7}, Wide{-64}, Wide{Limits::max()},
        Wide{Limits::max()} - 1, Wide{Limits::min()}, Wide{Limits::min()} + 1}) {
    special.push_back(static_cast<T>(number));
  }
  std::mt19937_64 random(3);
  for (const T x : special) {
    for (const T y : special) {
      a.push_back(x);
      b.push_back(y);
    }
    for (int i = 0; i < 20; ++i) {
      a.insert(a.end(), {x, static_cast<T>(random())});
      b.insert(b.end(), {static_cast<T>(random()), x});
    }
  }
  const std::size_t unary = unary_operations<T>().size(), binary = binary_operations<T>().size();
  const Device& device = module.device();
  const Stream stream(device);
  const Buffer<T> in_a(device, a.size()), in_b(device, a.size());
  const Buffer<T> out(device, a.size() * (unary + binary));
  write(stream, in_a, a);
  write(stream, in_b, b);
  launch(stream, module.kernel("k<" + type + ">"), cover(a.size()), in_a, in_b, out,
         static_cast<unsigned>(a.size()));
  const std::vector<T> results = read(stream, out);
  for (std::size_t row = 0; row < unary + binary; ++row) {
    const Operation<T>& operation =
        row < unary ? unary_operations<T>()[row] : binary_operations<T>()[row - unary];
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(results[row * a.size() + i], static_cast<T>(operation.reference(a[i], b[i])))
          << operation.name << " of " << type << " " << +a[i] << " and " << +b[i];
    }
  }
}

TEST_F(IntegerOpsTest, MatchTheReferenceForAllTypes) {
  std::string source = R"(
    #include <duet/device/ops/binary.hpp>
    #include <duet/device/ops/unary.hpp>
    template <typename T>
    __global__ void k(const T* in_a, const T* in_b, T* out, unsigned count) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= count) return;
      const T a = in_a[i], b = in_b[i];
  )";
  std::size_t row = 0;
  const auto add = [&](const char* name, const char* operands) {
    source += "out[" + std::to_string(row++) + " * count + i] = T(duet::ops::" + name + "{}(" +
              operands + "));\n";
  };
  for (const auto& operation : unary_operations<int>()) add(operation.name, "a");
  for (const auto& operation : binary_operations<int>()) add(operation.name, "a, b");
  source += "}\n";
  const std::vector<std::string> types{
      "signed char", "unsigned char", "short",     "unsigned short",
      "int",         "unsigned",      "long long", "unsigned long long"};
  Program program{.name = "integers", .source = source};
  for (const std::string& type : types) program.kernels.push_back("k<" + type + ">");
  const Module module(device(), compile(program, device()));
  expect_right<signed char>(module, types[0]);
  expect_right<unsigned char>(module, types[1]);
  expect_right<short>(module, types[2]);
  expect_right<unsigned short>(module, types[3]);
  expect_right<int>(module, types[4]);
  expect_right<unsigned>(module, types[5]);
  expect_right<long long>(module, types[6]);
  expect_right<unsigned long long>(module, types[7]);
}

TEST_F(IntegerOpsTest, BoolIsLogic) {
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/ops/binary.hpp>
    #include <duet/device/ops/ternary.hpp>
    #include <duet/device/ops/unary.hpp>
    using namespace duet::ops;
    extern "C" __global__ void k(unsigned* out) {
      const bool a = threadIdx.x / 2 != 0, b = threadIdx.x % 2 != 0;
      unsigned bits = 0, next = 0;
      const auto put = [&](bool x) { bits |= unsigned(x) << next++; };
      put(Add{}(a, b)); put(Multiply{}(a, b)); put(Power{}(a, b)); put(Maximum{}(a, b));
      put(Minimum{}(a, b)); put(BitwiseXor{}(a, b)); put(BitwiseNot{}(a)); put(LogicalNot{}(a));
      put(Less{}(a, b)); put(Select{}(a, b, a)); put(Abs{}(a)); put(Sign{}(a)); put(Square{}(a));
      put(Imag{}(a)); put(IsFinite{}(a)); put(Clamp{}(a, b, b));
      out[threadIdx.x] = bits;
    })",
                                    "k");
  const Stream stream(device());
  const Buffer<unsigned> out(device(), 4);
  launch(stream, kernel, {{1}, {4}}, out);
  const std::vector<unsigned> results = read(stream, out);
  for (unsigned i = 0; i < 4; ++i) {
    const bool a = i / 2 != 0, b = i % 2 != 0;
    unsigned expected = 0, next = 0;
    for (const bool bit : {a || b, a && b, a || !b, a || b, a && b, a != b, !a, !a, !a && b, a && b,
                           a, a, a, false, true, b}) {
      expected |= static_cast<unsigned>(bit) << next++;
    }
    EXPECT_EQ(results[i], expected) << i;
  }
}

TEST_F(IntegerOpsTest, InvalidOperandTypesAreRefusedWithTheReason) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"Sqrt{}(1)", "cast to half, bfloat16, float or double"},
      {"Divide{}(1, 2)", "FloorDivide"},
      {"Negative{}(true)", "LogicalNot"},
      {"BitwiseAnd{}(1.0f, 2.0f)", "integers and bool"},
      {"Less{}(duet::complex<float>(1), duet::complex<float>(2))", "no order"},
  };
  for (const auto& [expression, reason] : cases) {
    const std::string source =
        "#include <duet/device/ops/binary.hpp>\n#include <duet/device/ops/unary.hpp>\n"
        "using namespace duet::ops;\n"
        "extern \"C\" __global__ void k(float* out) { out[0] = float(" +
        expression + "); }";
    const Error error = error_of([&] { (void)make_kernel(device(), source, "k"); });
    EXPECT_THAT(error.log(), testing::HasSubstr(reason)) << expression;
  }
}

}  // namespace
}  // namespace duet::test
