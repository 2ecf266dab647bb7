#include "product_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

class ProductErrorTest : public ProductTest {
 protected:
  /// Arrays at fictitious addresses: nothing is launched.
  static ArrayView array(int number, const Dimensions& shape, DataType type = DataType::f32) {
    const std::uintptr_t address = (std::uintptr_t{1} << 44) * static_cast<unsigned>(number + 1);
    return {reinterpret_cast<void*>(address), type, shape};  // NOLINT(performance-no-int-to-ptr)
  }
  static std::string message(const MatrixProductCall& call) {
    return message(MatrixProduct(device()), call);
  }
  static std::string message(const MatrixProduct& product, const MatrixProductCall& call) {
    const Error error = error_of([&] { (void)product.plan(call); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
};

TEST_F(ProductErrorTest, Shapes) {
  const ArrayView a = array(0, {3, 4}), b = array(1, {4, 5}), d = array(2, {3, 5});
  EXPECT_THAT(message({.a = a, .b = array(1, {5, 4}), .d = d}),
              HasSubstr("a of shape [3, 4] has 4 columns, but b of shape [5, 4] has 5 rows"));
  EXPECT_THAT(message({.a = a, .b = b, .d = array(2, {5, 3})}),
              HasSubstr("d has the shape [5, 3], but the product of [3, 4] and [4, 5]"));
  EXPECT_THAT(message({.a = array(0, {4}), .b = b, .d = d}), HasSubstr("a has the shape [4]"));
  EXPECT_THAT(message({.a = array(0, {2, 3, 4}), .b = b, .d = array(2, {4, 3, 5})}),
              HasSubstr("a of shape [2, 3, 4] cannot be broadcast to [4, 3, 4]"));
  EXPECT_THAT(message({.a = a, .b = b, .d = d, .beta = 1, .c = array(3, {2, 5})}),
              HasSubstr("c of shape [2, 5] cannot be broadcast to [3, 5]"));
}

TEST_F(ProductErrorTest, Types) {
  const ArrayView a = array(0, {3, 4}), b = array(1, {4, 5}), d = array(2, {3, 5});
  EXPECT_THAT(message({.a = a, .b = array(1, {4, 5}, DataType::f16), .d = d}),
              HasSubstr("b is an array of f16, not of f32"));
  EXPECT_THAT(message({.a = array(0, {3, 4}, DataType::i64), .b = b, .d = d}),
              HasSubstr("b is an array of f32, not of i64"));
  EXPECT_THAT(
      message({.a = array(0, {3, 4}, DataType::c64), .b = array(1, {4, 5}, DataType::c64), .d = d}),
      HasSubstr("a is an array of c64; products take f16"));
  EXPECT_THAT(message({.a = array(0, {3, 4}, DataType::i8),
                       .b = array(1, {4, 5}, DataType::i8),
                       .d = array(2, {3, 5}, DataType::i32),
                       .alpha = 0.5}),
              HasSubstr("alpha 0.5 and beta 0 are not whole numbers"));
}

TEST_F(ProductErrorTest, Memory) {
  const ArrayView a = array(0, {3, 4}), b = array(1, {4, 5}), d = array(2, {3, 5});
  EXPECT_THAT(
      message({.a = ArrayView(static_cast<void*>(nullptr), DataType::f32, {3, 4}), .b = b, .d = d}),
      HasSubstr("a of shape [3, 4] has no memory"));
  const auto* const odd = static_cast<const std::byte*>(a.data()) + 2;
  EXPECT_THAT(message({.a = ArrayView(odd, DataType::f32, {3, 4}), .b = b, .d = d}),
              HasSubstr("is not aligned to its elements of 4 bytes"));
  EXPECT_THAT(message({.a = a, .b = b, .d = ArrayView(d.data(), DataType::f32, {3, 5})}),
              HasSubstr("d is read-only"));
  EXPECT_THAT(message({.a = a, .b = b, .d = array(0, {3, 5})}),
              HasSubstr("d shares memory with a"));
  EXPECT_THAT(message({.a = a,
                       .b = b,
                       .d = ArrayView(const_cast<void*>(d.data()), DataType::f32, {3, 5}, {0, 1})}),
              HasSubstr("repeats elements"));
}

TEST_F(ProductErrorTest, Epilogues) {
  Fusion none("none");
  EXPECT_THAT(error_of([&] { MatrixProduct(device(), none); }).what(),
              HasSubstr("fusion 'none' cannot be the epilogue of a product"));
  Fusion scaled("scaled");
  scaled.output(scaled.input(DataType::f32) * scaled.input(DataType::f32));
  const MatrixProduct product(device(), scaled);
  const ArrayView a = array(0, {3, 4}), b = array(1, {4, 5}), d = array(2, {3, 5});
  EXPECT_THAT(message(product, {.a = a, .b = b, .d = d}), HasSubstr("expected 1 inputs"));
  EXPECT_THAT(
      message(product,
              {.a = a, .b = b, .d = array(2, {3, 5}, DataType::f16), .inputs = {array(3, {5})}}),
      HasSubstr("d is an array of f16, not of f32"));
  EXPECT_THAT(message(product, {.a = array(0, {3, 4}, DataType::f64),
                                .b = array(1, {4, 5}, DataType::f64),
                                .d = d,
                                .inputs = {array(3, {5})}}),
              HasSubstr("sums of products of f64 are f64"));
  EXPECT_EQ(error_of([&] { (void)MatrixProduct().plan({.a = a, .b = b, .d = d}); }).code(),
            ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace duet::test
