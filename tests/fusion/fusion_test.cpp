#include "fusion_test.hpp"

#include <complex>
#include <limits>

namespace duet::test {
namespace {

using testing::ElementsAre;

TEST_F(FusionTest, EqualValuesAreComputedOnceAndUnusedOnesNever) {
  Fusion fusion;
  const FusionValue x = fusion.input(DataType::f32), unused = fusion.input(DataType::f32);
  const auto exponential = [&] { return fusion.apply("Exp", x); };
  const auto half = [&] { return fusion.constant(0.5f); };
  (void)fusion.apply("Sin", unused);
  fusion.output(fusion.apply("Add", fusion.apply("Multiply", exponential(), half()),
                             fusion.apply("Multiply", exponential(), half())));
  fusion.output(exponential());
  const std::string source = kernel(fusion).program({}).source;
  const auto count = [&](std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = source.find(text); at != std::string::npos;
         at = source.find(text, at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(count("Exp{}"), 1u);
  EXPECT_EQ(count("Multiply{}"), 1u);
  EXPECT_EQ(count("Sin{}"), 0u);
}

TEST_F(FusionTest, OneKernelHasSeveralOutputsOfSeveralTypes) {
  Fusion fusion("several");
  const FusionValue x = fusion.input(DataType::f32), y = fusion.input(DataType::i32);
  const FusionValue z = fusion.cast(y, DataType::f32);
  const FusionValue is_less = fusion.apply("Less", x, z);
  EXPECT_EQ(fusion.type_of(is_less), DataType::boolean);
  fusion.output(
      fusion.apply("Select", is_less, x, fusion.apply("Multiply", z, fusion.constant(2.0f))));
  fusion.output(is_less);
  fusion.output(fusion.cast(fusion.apply("Subtract", x, z), DataType::i16));
  fusion.output(x);
  const Stream stream(device());
  const std::size_t n = 101;
  const std::vector<float> xs = small_numbers(n, 1), others = small_numbers(n, 2);
  const std::vector<int> ys(others.begin(), others.end());
  const Buffer<float> in_x(device(), n), chosen(device(), n), copied(device(), n);
  const Buffer<int> in_y(device(), n);
  const Buffer<bool> less(device(), n);
  const Buffer<short> difference(device(), n);
  write(stream, in_x, xs);
  write(stream, in_y, ys);
  kernel(fusion).launch(stream, {in_x, in_y}, {chosen, less, difference, copied});
  const std::vector<float> found = read(stream, chosen);
  const std::vector<short> differences = read(stream, difference);
  std::vector<unsigned char> answers(n);
  copy(stream, answers,
       DeviceSpan<unsigned char>(reinterpret_cast<unsigned char*>(less.data()), n));
  stream.synchronize();
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_below = xs[i] < others[i];
    EXPECT_EQ(found[i], is_below ? xs[i] : 2 * others[i]);
    EXPECT_EQ(answers[i], is_below ? 1 : 0);
    EXPECT_EQ(differences[i], static_cast<short>(xs[i] - others[i]));
  }
  EXPECT_EQ(read(stream, copied), xs);
}

template <typename T>
void expect_products(const Device& device) {
  Fusion fusion("product");
  const FusionValue x = fusion.input(data_type_of<T>());
  const FusionValue y = fusion.cast(fusion.input(DataType::f32), data_type_of<T>());
  fusion.output(fusion.apply("Multiply", x, y));
  const Stream stream(device);
  const std::size_t n = 45;
  const std::vector<float> values = small_numbers(n, 5), ys = small_numbers(n, 6);
  const std::vector<T> xs(values.begin(), values.end());
  const Buffer<T> in(device, n), out(device, n);
  const Buffer<float> other(device, n);
  write(stream, in, xs);
  write(stream, other, ys);
  const FusedKernel kernel(device, fusion);
  kernel.launch(stream, {in, other}, {out});
  EXPECT_EQ(to_string(kernel.variants().at(0)), "vectors of 4, 32-bit indices");
  const std::vector<T> found = read(stream, out);
  for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(found[i].bits(), T(values[i] * ys[i]).bits()) << i;
}

TEST_F(FusionTest, SixteenBitNumbersUseVectors) {
  expect_products<half>(device());
  expect_products<bfloat16>(device());
}

TEST_F(FusionTest, EveryOperationCompiles) {
  Fusion fusion("every_operation");
  const FusionValue real = fusion.input(DataType::f32), whole = fusion.input(DataType::i32),
                    complex = fusion.input(DataType::c64);
  const auto add = [&](FusionValue x, std::size_t operands,
                       std::initializer_list<const char*> names) {
    const std::vector<FusionValue> values(operands, x);
    for (const char* const name : names) fusion.output(fusion.apply(name, values));
  };
  add(real, 1,
      {"Identity", "Abs",     "Negative", "Sign",       "Square",    "Sqrt",  "Rsqrt",  "Cbrt",
       "Exp",      "Exp2",    "Exp10",    "Expm1",      "Log",       "Log2",  "Log10",  "Log1p",
       "Sin",      "Cos",     "Tan",      "Asin",       "Acos",      "Atan",  "Sinh",   "Cosh",
       "Tanh",     "Asinh",   "Acosh",    "Atanh",      "Erf",       "Erfc",  "Erfinv", "Lgamma",
       "Tgamma",   "Sigmoid", "Digamma",  "Floor",      "Ceil",      "Round", "Rint",   "Trunc",
       "IsNan",    "IsInf",   "IsFinite", "LogicalNot", "Reciprocal"});
  add(whole, 1, {"BitwiseNot"});
  add(complex, 1, {"Conjugate", "Real", "Imag", "Abs", "Exp", "Log", "Sqrt", "Reciprocal"});
  add(real, 2, {"Add",        "Subtract",  "Multiply",  "Divide",   "FloorDivide",  "Remainder",
                "Fmod",       "Power",     "Minimum",   "Maximum",  "FMin",         "FMax",
                "LogAddExp",  "Atan2",     "Hypot",     "CopySign", "NextAfter",    "Equal",
                "NotEqual",   "Less",      "LessEqual", "Greater",  "GreaterEqual", "NaNEqual",
                "LogicalAnd", "LogicalOr", "LogicalXor"});
  add(whole, 2, {"BitwiseAnd", "BitwiseOr", "BitwiseXor", "LeftShift", "RightShift"});
  add(complex, 2, {"Add", "Multiply", "Power", "Equal"});
  add(real, 3, {"Select", "Clamp", "FusedMultiplyAdd", "Lerp"});
  const Program program = kernel(fusion).program({.form = FusionForm::contiguous});
  EXPECT_NO_THROW((void)compile(program, device()));
}

TEST_F(FusionTest, ArraysMayBeWrittenInPlaceAndInterleaved) {
  const Stream stream(device());
  const FusedKernel negate = kernel(negation());
  const Buffer<float> x(device(), 20);
  write(stream, x, ramp(20));
  negate.launch(stream, {ArrayView(x, {5, 4})}, {ArrayView(x, {5, 4})});
  negate.launch(stream, {ArrayView(x, {3}, {-2}, 8)}, {ArrayView(x, {3}, {2}, 5)});
  std::vector<float> expected = ramp(20);
  for (float& value : expected) value = -value;
  expected[5] = 8;
  expected[7] = 6;
  expected[9] = 4;
  EXPECT_EQ(read(stream, x), expected);
}

TEST_F(FusionTest, EmptyArraysLaunchNothing) {
  const Stream stream(device());
  const FusedKernel negate = kernel(negation());
  float* const none = nullptr;
  negate.launch(stream, {ArrayView(none, DataType::f32, {3, 0})},
                {ArrayView(none, DataType::f32, {3, 0})});
  EXPECT_TRUE(negate.variants().empty());
}

TEST_F(FusionTest, AnEncoderOrdersFusedKernelsByTheirMemory) {
  const Stream stream(device());
  CommandEncoder encoder(stream);
  const FusedKernel negate = kernel(negation());
  const FusedKernel fused = kernel(multiply_add());
  const Buffer<float> x(device(), 40), y(device(), 40), z(device(), 20), sum(device(), 20);
  write(stream, x, ramp(40));
  negate.launch(encoder, {ArrayView(x, {20})}, {ArrayView(y, {20})});
  negate.launch(encoder, {ArrayView(x, {20}, {1}, 20)}, {ArrayView(y, {20}, {1}, 20)});
  fused.launch(encoder, {ArrayView(y, {20}), ArrayView(y, {20}, {1}, 20), ArrayView(x, {20})}, {z});
  negate.launch(encoder, {z}, {sum});
  const std::vector<GraphNodeInfo> nodes = encoder.pending_nodes();
  ASSERT_EQ(nodes.size(), 4u);
  EXPECT_TRUE(nodes[1].after.empty());
  EXPECT_THAT(nodes[2].after, ElementsAre(GraphNode{0}, GraphNode{1}));
  EXPECT_THAT(nodes[3].after, ElementsAre(GraphNode{2}));
  encoder.synchronize();
  std::vector<float> expected;
  for (int i = 0; i < 20; ++i) expected.push_back(static_cast<float>(-(i * (i + 20) + i)));
  EXPECT_EQ(read(stream, sum), expected);
}

/// The constants of one kernel, with their expected bytes.
class Constants {
 public:
  template <typename T>
  void add(T value) {
    add(fusion_.constant(value), value);
  }
  template <typename T>
  void add(FusionValue value, const T& expected) {
    fusion_.output(value);
    types_.push_back(fusion_.type_of(value));
    const auto* const bytes = reinterpret_cast<const std::byte*>(&expected);
    expected_.emplace_back(bytes, bytes + sizeof(T));
  }
  Fusion& fusion() { return fusion_; }

  void expect(const Device& device) const {
    const Stream stream(device);
    std::vector<Buffer<std::byte>> buffers;
    std::vector<ArrayView> outputs;
    for (std::size_t i = 0; i < types_.size(); ++i) {
      buffers.emplace_back(stream, expected_[i].size());
      outputs.emplace_back(buffers[i].data(), types_[i], Dimensions{});
    }
    FusedKernel(device, fusion_).launch(stream, std::span<const ArrayView>(), outputs);
    for (std::size_t i = 0; i < types_.size(); ++i) {
      EXPECT_EQ(read(stream, buffers[i]), expected_[i])
          << "constant " << i << " of type " << name_of(types_[i]);
    }
  }

 private:
  Fusion fusion_{"constants"};
  std::vector<DataType> types_{};
  std::vector<std::vector<std::byte>> expected_{};
};

TEST_F(FusionTest, ConstantsAreExact) {
  Constants constants;
  constants.add(0.1f);
  constants.add(0.1);
  constants.add(-0.0f);
  constants.add(std::numeric_limits<double>::denorm_min());
  constants.add(-std::numeric_limits<float>::infinity());
  constants.add(std::numeric_limits<std::int64_t>::min());
  constants.add(std::numeric_limits<std::uint64_t>::max());
  constants.add(std::int8_t{-128});
  constants.add(true);
  constants.add(half(-0.1));
  constants.add(bfloat16(1e20));
  constants.add(std::complex<float>(0.1f, -2));
  constants.add(std::complex<double>(0, 1e-300));
  const auto add = [&](DataType type, double value, std::uint16_t bits) {
    constants.add(constants.fusion().constant(type, value), bits);
  };
  add(DataType::f16, 1.5, 0x3e00);
  add(DataType::f16, 1e30, 0x7c00);
  add(DataType::bf16, -2, 0xc000);
  add(DataType::u16, 65535, 0xffff);
  Fusion& fusion = constants.fusion();
  const FusionValue nan = fusion.constant(std::numeric_limits<float>::quiet_NaN());
  constants.add(fusion.apply("IsNan", nan), true);
  constants.expect(device());
}

}  // namespace
}  // namespace duet::test
