// The operators of C++ on values of a fusion.

#include <array>

#include "fusion_test.hpp"

namespace duet::test {
namespace {

using FusionOperatorTest = FusionTest;

/// Evaluates an expression of two inputs for one pair of elements.
template <typename Out, typename In, typename Expression>
Out evaluate(In a, In b, Expression expression) {
  Fusion fusion;
  const FusionValue x = fusion.input(data_type_of<In>()), y = fusion.input(data_type_of<In>());
  fusion.output(expression(x, y));
  const Device device(0);
  const Stream stream(device);
  const Buffer inputs(stream, std::vector<In>{a, b});
  const Buffer<Out> output(device, 1);
  FusedKernel(device, fusion)
      .launch(stream, {inputs.subspan(0, 1), inputs.subspan(1, 1)}, {output});
  stream.synchronize();
  std::array<Out, 1> result{};
  copy(device, result, output);
  return result[0];
}

TEST_F(FusionOperatorTest, ComputeWhatTheyComputeInCpp) {
  const auto on_floats = [](const FusionValue& x, const FusionValue& y) {
    return 2 * x + y / 4.0f - (-x) * 1.5 - 1;  // 14 + 0.75 + 10.5 - 1
  };
  EXPECT_EQ(evaluate<float>(7.0f, 3.0f, on_floats), 24.25f);
  const auto on_integers = [](const FusionValue& x, const FusionValue& y) {
    return ((x << 2 | y) ^ (x & 6)) + x % 4 + (~y >> 1);  // (31 ^ 6) + 3 - 2
  };
  EXPECT_EQ(evaluate<int>(7, 3, on_integers), 26);
  const auto on_negative = [](const FusionValue& x, const FusionValue& y) { return x % y; };
  EXPECT_EQ(evaluate<int>(-7, 3, on_negative), -7 % 3);
}

TEST_F(FusionOperatorTest, ComparisonsGiveBooleans) {
  const auto all = [](const FusionValue& x, const FusionValue& y) {
    return x > y && x >= y && !(x < y) && !(x <= y) && x != y && !(x == y) && (x == 7 || y == 9) &&
           3 < x && 7.0f == x;
  };
  EXPECT_TRUE(evaluate<bool>(7.0f, 3.0f, all));
  EXPECT_FALSE(evaluate<bool>(3.0f, 7.0f, all));
}

TEST_F(FusionOperatorTest, NumbersBecomeConstantsOfTheOtherType) {
  const auto large = [](const FusionValue& x, const FusionValue& y) {
    return x + y + std::int64_t{9'007'199'254'740'993};  // not a double
  };
  EXPECT_EQ(evaluate<std::int64_t>(std::int64_t{1}, std::int64_t{0}, large), 9'007'199'254'740'994);
  Fusion fusion;
  const FusionValue x = fusion.input(DataType::u8);
  EXPECT_EQ(fusion.type_of(x + 1), DataType::u8);
  EXPECT_EQ(error_of([&] { (void)(x + 256); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { (void)(-1 * x); }).code(), ErrorCode::invalid_argument);
}

TEST_F(FusionOperatorTest, NamesInAnyCaseAreTheSameOperation) {
  Fusion fusion("names");
  const FusionValue x = fusion.input(DataType::f32);
  for (const char* name : {"LessEqual", "lessequal", "less_equal", "LESS_EQUAL"}) {
    fusion.output(fusion.apply(name, x, x));
  }
  const FusedKernel kernel(device(), fusion);
  const std::string source = kernel.program({}).source;
  EXPECT_THAT(source, testing::HasSubstr("LessEqual"));
  EXPECT_THAT(source, testing::Not(testing::HasSubstr("less_equal")));
}

}  // namespace
}  // namespace duet::test
