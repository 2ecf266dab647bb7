#include <duet/product_operand.hpp>

#include <duet/jit.hpp>
#include <duet/launch.hpp>

#include "product_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

constexpr int tile_rows = 128, tile_columns = 64;

constexpr const char* kernel_source = R"(
#include <duet/device/block_product.hpp>
#include <duet/device/half.hpp>
using Tile = duet::ProductTile<128, 64, 2>;
using Product = duet::BlockProduct<duet::half, Tile, duet::ProductOrder::depth,
                                   duet::ProductOrder::across>;
struct Twice {
  __device__ float operator()(unsigned batch, unsigned row, unsigned column, float sum) const {
    return 2 * sum;
  }
};
struct Write {
  duet::ProductResult<float> result;
  template <typename Sums>
  __device__ void operator()(Sums sums) const { sums.template store<false>(result, Twice{}); }
};
extern "C" __global__ void __launch_bounds__(Product::threads) product(
    const DUET_GRID_CONSTANT duet::ProductOperand<duet::half> a,
    const DUET_GRID_CONSTANT duet::ProductOperand<duet::half> b, duet::ProductExtents extents,
    duet::ProductResult<float> result) {
  Product::run(extents, a, b, Write{result});
}
extern "C" __global__ void measure(int* sizes) {
  sizes[0] = Product::threads;
  sizes[1] = Product::dynamic_shared_bytes;
}
)";

/// duet::ProductExtents and duet::ProductResult of kernels.
struct ProductExtents {
  unsigned rows, columns, depth, batches;
};
struct ProductResult {
  float* data;
  std::int64_t row_stride, column_stride, batch_stride;
};

class ProductOperandTest : public ProductTest {
 protected:
  static bool has_maps() { return device().info().architecture == "sm_90"; }

  /// What a kernel's own block product of a batch gives.
  std::vector<float> multiply(const ArrayView& a, const ArrayView& b, unsigned batches) {
    Program program{.name = "own", .source = kernel_source, .kernels = {"product", "measure"}};
    if (has_maps()) program.options.architecture = "sm_90a";
    const Module module = jit(device(), program);
    const Buffer<int> sizes(device(), 2);
    duet::launch(stream(), module.kernel("measure"), LaunchShape{.grid = {1}, .block = {1}}, sizes);
    const std::vector<int> known = read(stream(), sizes);
    const auto rows = static_cast<unsigned>(a.shape()[a.shape().size() - 2]);
    const auto depth = static_cast<unsigned>(a.shape()[a.shape().size() - 1]);
    const auto columns = static_cast<unsigned>(b.shape()[b.shape().size() - 1]);
    const Buffer<float> d(device(), std::size_t{batches} * rows * columns);
    const LaunchShape shape{.grid = {3},
                            .block = {static_cast<unsigned>(known[0])},
                            .shared_bytes = static_cast<std::size_t>(known[1])};
    duet::launch(stream(), module.kernel("product"), shape,
                 ProductOperand::left(device(), a, has_maps() ? tile_rows : 0),
                 ProductOperand::right(device(), b, has_maps() ? tile_columns : 0),
                 ProductExtents{rows, columns, depth, batches},
                 ProductResult{d.data(), columns, 1, std::int64_t{rows} * columns});
    return read(stream(), d);
  }

  static std::string refusal(const std::function<void()>& make) { return error_of(make).what(); }
};

TEST_F(ProductOperandTest, KernelsMultiplyByThem) {
  constexpr int rows = 136, columns = 72, depth = 40;
  const auto a = matrix<half>(2 * rows, depth), b = matrix<half>(depth, columns);
  const ArrayView batch(a.view().data(), DataType::f16, {2, rows, depth});
  const std::vector<float> result = multiply(batch, b.view(), 2);
  for (int r = 0; r < 2 * rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      ASSERT_EQ(result[static_cast<std::size_t>(r * columns + c)], 2 * dot(a, b, r, c, depth))
          << r << ", " << c;
    }
  }
}

TEST_F(ProductOperandTest, StridesAreThoseOfTheArray) {
  const auto a = matrix<float>(6, 5, {true, 2});
  const ProductOperand left = ProductOperand::left(device(), a.view());
  EXPECT_EQ(left.data, a.view().data());
  EXPECT_EQ(left.stride, 1);
  EXPECT_EQ(left.depth_stride, 8);
  const ProductOperand right = ProductOperand::right(device(), a.view());
  EXPECT_EQ(right.stride, 8);
  EXPECT_EQ(right.depth_stride, 1);
  EXPECT_EQ(right.map, (std::array<std::uint64_t, 16>{}));
}

TEST_F(ProductOperandTest, WrongArraysAreRefused) {
  const auto a = matrix<half>(8, 8);
  const ArrayView vector(a.view().data(), DataType::f16, {64});
  EXPECT_THAT(refusal([&] { (void)ProductOperand::left(device(), vector); }),
              HasSubstr("of shape [64] is neither a matrix nor a batch"));
  EXPECT_THAT(refusal([&] { (void)ProductOperand::left(device(), a.view(), 0, true); }),
              HasSubstr("TF32 are in arrays of f32, not of f16"));
  EXPECT_THAT(refusal([&] { (void)ProductOperand::right(device(), a.view(), 100); }),
              HasSubstr("a tile of 100 rows or columns"));
  EXPECT_THAT(refusal([&] { (void)ProductOperand::right(device(), a.view(), -8); }),
              HasSubstr("a tile of -8 rows or columns"));
}

TEST_F(ProductOperandTest, MapsNeedTheCopyEngineAndAlignedArrays) {
  const auto a = matrix<half>(8, 8), odd = matrix<half>(8, 7);
  if (device().info().compute_major < 9 || std::string(backend_name()) != "CUDA") {
    EXPECT_EQ(error_of([&] { (void)ProductOperand::left(device(), a.view(), 64); }).code(),
              ErrorCode::not_supported);
    return;
  }
  EXPECT_NE(ProductOperand::left(device(), a.view(), 64).map, (std::array<std::uint64_t, 16>{}));
  EXPECT_THAT(refusal([&] { (void)ProductOperand::left(device(), odd.view(), 64); }),
              HasSubstr("multiples of 16 bytes"));
  const ArrayView empty(a.view().data(), DataType::f16, {0, 8});
  EXPECT_THAT(refusal([&] { (void)ProductOperand::left(device(), empty, 64); }),
              HasSubstr("the array is empty"));
}

}  // namespace
}  // namespace duet::test
