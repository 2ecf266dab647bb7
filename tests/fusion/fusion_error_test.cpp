#include "fusion_test.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using FusionErrorTest = FusionArrayTest;

template <typename Action>
std::string message_of(Action&& action) {
  const Error error = error_of(action);
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  return error.what();
}

TEST(FusionBuilder, ChecksNamesAndSuggestsSimilarOnes) {
  Fusion fusion;
  const FusionValue x = fusion.input(DataType::f32);
  EXPECT_THAT(message_of([&] { (void)fusion.apply("mutliply", x, x); }),
              HasSubstr("no operation 'mutliply'; is it one of Multiply?"));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Minimun", x, x); }), HasSubstr("Minimum"));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Frobnicate", x); }),
              AllOf(HasSubstr("Add"), HasSubstr("Lerp")));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Add", x); }),
              HasSubstr("Add takes 2 operands, not 1"));
  EXPECT_THAT(message_of([] { const Fusion other("a b"); }), HasSubstr("'a b'"));
}

TEST(FusionBuilder, TypesAreChecked) {
  Fusion fusion("typed");
  const FusionValue x = fusion.input(DataType::f32), i = fusion.input(DataType::i32);
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Add", x, i); }),
              HasSubstr("fusion 'typed': Add takes operands of one type, not f32 and i32"));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("BitwiseAnd", x, x); }),
              HasSubstr("BitwiseAnd takes booleans and integers, not f32"));
  EXPECT_THAT(message_of([&] { (void)fusion.apply("Exp", i); }),
              HasSubstr("Exp takes floating-point numbers and complex numbers, not i32"));
  EXPECT_THAT(message_of([&] { (void)fusion.constant(DataType::u8, 256); }),
              HasSubstr("256 is not a value of type u8"));
  EXPECT_THAT(message_of([&] { (void)fusion.constant(DataType::i32, 0.5); }), HasSubstr("0.5"));
  EXPECT_EQ(fusion.type_of(fusion.apply("Abs", fusion.input(DataType::c128))), DataType::f64);
  EXPECT_EQ(fusion.type_of(fusion.apply("Equal", i, i)), DataType::boolean);

  Fusion other;
  EXPECT_THAT(message_of([&] { (void)other.apply("Exp", x); }),
              HasSubstr("belongs to another fusion"));
}

TEST(FusionArrays, ViewsStayInsideTheirMemory) {
  float memory = 0;
  const DeviceSpan<float> span(&memory, 12);
  EXPECT_NO_THROW(ArrayView(span, {3, 4}));
  EXPECT_NO_THROW(ArrayView(span, {12}, {-1}, 11));
  EXPECT_NO_THROW(ArrayView(span, {1000, 3}, {0, 1}, 9));
  EXPECT_THAT(message_of([&] {
                (void)ArrayView(span, {3, 5});
              }),
              HasSubstr("shape [3, 5] and strides [5, 1] from element 0 on reaches from element 0 "
                        "to 14 of 12"));
  EXPECT_THAT(message_of([&] { (void)ArrayView(span, {2}, {-1}, 0); }), HasSubstr("element -1"));
  EXPECT_THAT(message_of([&] { (void)ArrayView(span, {2, -1}); }), HasSubstr("negative"));
  EXPECT_THAT(message_of([&] {
                (void)ArrayView(span, {2, 3}, {1});
              }),
              HasSubstr("the strides [1] have 1"));
  EXPECT_THAT(message_of([] { (void)Dimensions{1, 2, 3, 4, 5, 6, 7, 8, 9}; }),
              HasSubstr("9 dimensions; an array has at most 8"));
  EXPECT_THAT(message_of([&] { (void)ArrayView(span).as(DataType::f16); }),
              HasSubstr("f32 (4 bytes each) cannot be viewed as one of f16 (2)"));
  EXPECT_EQ(ArrayView(span).as(DataType::u32).type(), DataType::u32);
}

TEST_F(FusionErrorTest, ReportsArraysThatDoNotFit) {
  const Dimensions shape{4, 6};
  const auto dense = [&](int number) { return array(number, shape); };
  const auto message = [&](std::initializer_list<ArrayView> inputs, const ArrayView& output) {
    return message_of([&] { (void)variant(inputs, output); });
  };
  EXPECT_THAT(message({dense(0), dense(1)}, dense(3)),
              HasSubstr("fusion 'multiply_add': expected 3 inputs, got 2"));
  EXPECT_THAT(
      message({dense(0), array(1, {4, 5}), dense(2)}, dense(3)),
      HasSubstr("input 1 of shape [4, 5] cannot be broadcast to the output's shape [4, 6]"));
  EXPECT_THAT(message({dense(0), array(1, {1, 4, 6}), dense(2)}, dense(3)), HasSubstr("[1, 4, 6]"));
  EXPECT_THAT(message({dense(0), dense(1).as(DataType::i32), dense(2)}, dense(3)),
              HasSubstr("input 1 is an array of i32, not of f32"));
  float* const none = nullptr;
  EXPECT_THAT(message({dense(0), dense(1), ArrayView(none, DataType::f32, shape)}, dense(3)),
              HasSubstr("input 2 of shape [4, 6] has no memory"));
  const void* const constant = dense(3).data();
  EXPECT_THAT(message({dense(0), dense(1), dense(2)}, ArrayView(constant, DataType::f32, shape)),
              HasSubstr("output 0 is read-only memory"));
  const void* const odd = static_cast<const std::byte*>(constant) + 2;
  EXPECT_THAT(message({ArrayView(odd, DataType::f32, shape), dense(1), dense(2)}, dense(3)),
              HasSubstr("not aligned to its elements of 4 bytes"));
}

TEST_F(FusionErrorTest, SharedMemoryIsRefused) {
  const Dimensions shape{4, 6};
  const auto dense = [&](int number) { return array(number, shape); };
  const auto message = [&](std::initializer_list<ArrayView> inputs, const ArrayView& output) {
    return message_of([&] { (void)variant(inputs, output); });
  };
  EXPECT_THAT(message({dense(0), array(3, shape, {6, 1}, 1), dense(2)}, dense(3)),
              HasSubstr("input 1 and output 0 overlap in memory and are not the same array"));
  EXPECT_THAT(message({dense(0), array(3, {6}), dense(2)}, dense(3)), HasSubstr("input 1"));
  EXPECT_THAT(message({dense(0), dense(1), dense(2)}, array(3, shape, {0, 1})),
              HasSubstr("elements of output 0 share memory"));
  EXPECT_THAT(message({dense(0), dense(1), dense(2)}, array(3, shape, {2, 1})),
              HasSubstr("elements of output 0 share memory"));
  Fusion twice("twice");
  const FusionValue x = twice.input(DataType::f32);
  twice.output(x);
  twice.output(x);
  EXPECT_THAT(message_of([&] {
                (void)kernel(twice).variant({dense(0)}, {dense(1), dense(1)});
              }),
              HasSubstr("output 0 and output 1 overlap in memory"));
  EXPECT_THAT(message_of([&] {
                (void)kernel(twice).variant({dense(0)}, {dense(1), array(2, {24})});
              }),
              HasSubstr("output 1 has the shape [24], but output 0 has [4, 6]"));
}

TEST_F(FusionErrorTest, ReportsFusionsWithoutOutputsAndEmptyKernels) {
  Fusion fusion("idle");
  EXPECT_THAT(message_of([&] { (void)kernel(fusion); }), HasSubstr("'idle' has no output"));
  EXPECT_EQ(error_of([] { (void)FusedKernel().variants(); }).code(), ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace duet::test
