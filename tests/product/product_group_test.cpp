#include "product_test.hpp"
#include "support/cache_folder.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

/// Products of groups of rows, each with a matrix of its own.
class ProductGroupTest : public ProductTest {
 protected:
  static constexpr int k = 40, n = 72;

  /// The group of each row; -1 behind the last one.
  static std::vector<int> groups_of(const std::vector<std::int32_t>& ends, int rows) {
    std::vector<int> groups(static_cast<std::size_t>(rows), -1);
    int begin = 0;
    for (std::size_t g = 0; g < ends.size(); ++g) {
      const int end = std::clamp(ends[g], begin, rows);
      for (; begin < end; ++begin) groups[static_cast<std::size_t>(begin)] = static_cast<int>(g);
    }
    return groups;
  }

  template <typename T>
  static ArrayView stacked(const TestMatrix<T>& matrices, int count) {
    return {matrices.view().data(), matrices.view().type(), {count, k, n}};
  }

  /// Multiplies groups of `rows` rows and checks each row, also those of no group.
  template <typename T, typename D>
  void check_groups(const MatrixProduct& product, const std::vector<std::int32_t>& ends, int rows,
                    Layout of_a = {}, Layout of_d = {}) {
    const auto count = static_cast<int>(ends.size());
    const auto a = matrix<T>(rows, k, of_a), b = matrix<T>(count * k, n);
    auto d = matrix<D>(rows, n, of_d);
    const std::vector<D> before = d.values();
    const Buffer<std::int32_t> device_ends(stream(), ends);
    product.launch(stream(), {.a = a.view(),
                              .b = stacked(b, count),
                              .d = d.view(),
                              .group_ends = ArrayView(device_ends)});
    const std::vector<int> groups = groups_of(ends, rows);
    expect_elements(d, {rows, n, k}, [&](int r, int c) {
      const int g = groups[static_cast<std::size_t>(r)];
      if (g < 0) return d.in(before, r, c);
      double sum = 0;
      for (int i = 0; i < k; ++i) sum += a(r, i) * b(g * k + i, c);
      return sum;
    });
  }
};

TEST_F(ProductGroupTest, GroupsOfNoneOneAndPrimes) {
  for (const ProductMethod method : {ProductMethod::automatic, ProductMethod::waves}) {
    const MatrixProduct product(device(), {.method = method});
    check_groups<half, half>(product, {0, 1, 1, 68, 81, 86, 86, 215, 216, 216}, 216);
    check_groups<half, half>(product, {0}, 5);
    check_groups<half, half>(product, {5}, 5);
    check_groups<half, half>(product, {0, 0, 131}, 131);
  }
}

TEST_F(ProductGroupTest, OtherTypesAndLayouts) {
  const std::vector<std::int32_t> ends{3, 3, 70, 99};
  for (const ProductMethod method : {ProductMethod::automatic, ProductMethod::waves}) {
    const MatrixProduct product(device(), {.method = method});
    check_groups<float, float>(product, ends, 99, {true, 1});
    check_groups<bfloat16, bfloat16>(product, ends, 99, {true, 5}, {false, 3});
    check_groups<std::int8_t, std::int32_t>(product, ends, 99, {}, {true, 0});
  }
}

TEST_F(ProductGroupTest, RowsBehindTheLastEndAreNotWritten) {
  check_groups<half, half>(MatrixProduct(device()), {7, 11}, 150);
}

TEST_F(ProductGroupTest, WrongEndsReachNoOtherMemory) {
  const MatrixProduct product(device());
  check_groups<half, half>(product, {20, 10, -5, 30, 1000, 17}, 67);
  check_groups<half, half>(product, {-1, 2147483647}, 67);
}

TEST_F(ProductGroupTest, BiasOfEachGroupAndAnAddedMatrix) {
  Fusion epilogue("expert");
  const FusionValue sum = epilogue.input(DataType::f32);
  const FusionValue bias = epilogue.cast(epilogue.input(DataType::f16), DataType::f32);
  epilogue.output(
      epilogue.cast(epilogue.apply("Maximum", sum + bias, epilogue.constant(0.0f)), DataType::f16));
  const MatrixProduct product(device(), epilogue);
  constexpr int rows = 90, count = 3;
  const std::vector<std::int32_t> ends{13, 77, rows};
  const auto a = matrix<half>(rows, k), b = matrix<half>(count * k, n);
  const auto of_bias = matrix<half>(count, n), c = matrix<half>(rows, n);
  auto d = matrix<half>(rows, n);
  const Buffer<std::int32_t> device_ends(stream(), ends);
  const MatrixProductCall call{
      .a = a.view(),
      .b = stacked(b, count),
      .d = d.view(),
      .alpha = 0.5,
      .beta = 2,
      .c = c.view(),
      .inputs = {ArrayView(of_bias.view().data(), DataType::f16, {count, 1, n})},
      .group_ends = ArrayView(device_ends)};
  CommandEncoder encoder(stream());
  product.launch(encoder, call);
  encoder.synchronize();
  const std::vector<int> groups = groups_of(ends, rows);
  const auto expected = [&](int r, int column) {
    const int g = groups[static_cast<std::size_t>(r)];
    double value = 2 * c(r, column) + of_bias(g, column);
    for (int i = 0; i < k; ++i) value += 0.5 * a(r, i) * b(g * k + i, column);
    return std::max(value, 0.0);
  };
  expect_elements(d, {rows, n, k}, expected);
  const CacheFolder folder(CacheMode::off);
  EXPECT_GE(product.tune(stream(), call).measured, 2);
  product.launch(stream(), call);
  expect_elements(d, {rows, n, k}, expected);
}

TEST_F(ProductGroupTest, NoGroupsOrRows) {
  const MatrixProduct product(device());
  const auto a = matrix<half>(8, k), b = matrix<half>(k, n);
  auto d = matrix<half>(8, n);
  const std::vector<half> before = d.values();
  const Buffer<std::int32_t> ends(device(), 1);
  MatrixProductCall call{.a = a.view(),
                         .b = stacked(b, 0),
                         .d = d.view(),
                         .group_ends = ArrayView(ends.data(), DataType::i32, {0})};
  EXPECT_NO_THROW(product.launch(stream(), call));
  expect_elements(d, {8, n, k}, [&](int r, int c) { return d.in(before, r, c); });
  EXPECT_EQ(product.plan(call).blocks, 0u);
}

TEST_F(ProductGroupTest, Errors) {
  const MatrixProduct product(device());
  const auto a = matrix<half>(8, k), b = matrix<half>(2 * k, n), d = matrix<half>(8, n);
  const Buffer<std::int32_t> ends(device(), 8);
  const MatrixProductCall good{
      .a = a.view(), .b = stacked(b, 2), .d = d.view(), .group_ends = ArrayView(ends, {2})};
  EXPECT_EQ(product.plan(good).is_swapped, false);
  const auto message = [&](const ArrayView& group_ends, const auto& change) {
    MatrixProductCall call = good;
    call.group_ends = group_ends;
    change(call);
    const Error error = error_of([&] { (void)product.plan(call); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return std::string(error.what());
  };
  const auto same = [](MatrixProductCall&) {};
  const void* const data = ends.data();
  EXPECT_THAT(message({data, DataType::i64, {2}}, same),
              HasSubstr("group_ends is an array of i64, not of i32"));
  EXPECT_THAT(message({data, DataType::i32, {3}}, same),
              HasSubstr("b of shape [2, 40, 72] cannot be broadcast to [3, 40, 72]"));
  EXPECT_THAT(message({data, DataType::i32, {1, 2}}, same),
              HasSubstr("a dense array of one dimension"));
  EXPECT_THAT(message({data, DataType::i32, {2}, {2}}, same), HasSubstr("a dense array"));
  EXPECT_THAT(message({static_cast<const void*>(nullptr), DataType::i32, {2}}, same),
              HasSubstr("group_ends of shape [2] has no memory"));
  EXPECT_THAT(message({static_cast<const std::byte*>(data) + 2, DataType::i32, {2}}, same),
              HasSubstr("group_ends at"));
  EXPECT_THAT(message({d.view().data(), DataType::i32, {2}}, same),
              HasSubstr("d shares memory with group_ends"));
  EXPECT_THAT(
      message({data, DataType::i32, {2}},
              [&](MatrixProductCall& call) {
                call.d = ArrayView(const_cast<void*>(d.view().data()), DataType::f16, {1, 8, n});
              }),
      HasSubstr("groups are rows of one matrix"));
  EXPECT_THAT(message({data, DataType::i32, {2}},
                      [&](MatrixProductCall& call) {
                        call.inputs = {ArrayView(data, DataType::f16, {3, 1, n})};
                      }),
              HasSubstr("expected 0 inputs"));
}

}  // namespace
}  // namespace duet::test
