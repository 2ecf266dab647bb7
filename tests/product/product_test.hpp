#pragma once

#include <cstdint>
#include <cstring>
#include <random>

#include "support/device_test.hpp"

namespace duet::test {

/// The extents of a product.
struct Extents {
  int rows, columns, depth;
};
inline void PrintTo(const Extents& extents, std::ostream* out) {
  *out << extents.rows << " x " << extents.columns << " x " << extents.depth;
}

/// Where a matrix lies: its elements in row-major or column-major order, with unused ones behind
/// each row or column.
struct Layout {
  bool is_column_major = false;
  int padding = 0;
};

/// A matrix on the host and on the device. Unused elements are NaN or -1.
template <typename T>
class TestMatrix {
 public:
  TestMatrix(const Stream& stream, int rows, int columns, Layout layout, unsigned seed)
      : rows_(rows), columns_(columns) {
    const int length = layout.is_column_major ? rows : columns;
    const int lines = layout.is_column_major ? columns : rows;
    const int stride = length + layout.padding;
    row_stride_ = layout.is_column_major ? 1 : stride;
    column_stride_ = layout.is_column_major ? stride : 1;
    // Few bits: all sums are exact in every order.
    std::mt19937 random(seed);
    values_.resize(static_cast<std::size_t>(stride * lines), T(-1));
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c)
        values_[index(r, c)] = T(static_cast<int>(random() % 9) - 4);
    }
    buffer_ = Buffer<T>(stream, values_);
    stream.synchronize();
  }

  ArrayView view() const {
    return {buffer_, Dimensions{rows_, columns_}, Dimensions{row_stride_, column_stride_}};
  }
  double operator()(int row, int column) const { return in(values_, row, column); }
  /// The element in a copy of `values`.
  double in(const std::vector<T>& values, int row, int column) const {
    return static_cast<double>(static_cast<Wide>(values[index(row, column)]));
  }
  /// Reads what the device wrote.
  void refresh(const Stream& stream) { values_ = read(stream, buffer_); }
  const std::vector<T>& values() const { return values_; }

 private:
  using Wide = std::conditional_t<std::is_same_v<T, double>, double,
                                  std::conditional_t<std::is_integral_v<T>, int, float>>;

  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row * row_stride_ + column * column_stride_);
  }

  int rows_, columns_;
  std::int64_t row_stride_ = 0, column_stride_ = 0;
  std::vector<T> values_{};
  Buffer<T> buffer_{};
};

class ProductTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    stream_ = Stream(device());
    arithmetic_ = MatrixProduct(device(), {.method = ProductMethod::arithmetic});
  }
  const Stream& stream() const { return stream_; }

  template <typename T>
  TestMatrix<T> matrix(int rows, int columns, Layout layout = {}) {
    return TestMatrix<T>(stream_, rows, columns, layout, ++seed_);
  }

  /// The element of a product on the host.
  template <typename T>
  static double dot(const TestMatrix<T>& a, const TestMatrix<T>& b, int row, int column,
                    int depth) {
    double sum = 0;
    for (int k = 0; k < depth; ++k) sum += a(row, k) * b(k, column);
    return sum;
  }

  /// Expects f(row, column) in each element of d, converted to D.
  template <typename D, typename Function>
  void expect_elements(TestMatrix<D>& d, const Extents& extents, Function&& f) {
    d.refresh(stream_);
    int wrong = 0;
    for (int r = 0; r < extents.rows; ++r) {
      for (int c = 0; c < extents.columns; ++c) {
        const double value = f(r, c);
        const double expected =
            sizeof(D) == 2 ? static_cast<double>(static_cast<float>(D(static_cast<float>(value))))
                           : value;
        if (d(r, c) == expected || ++wrong > 3) continue;
        ADD_FAILURE() << testing::PrintToString(extents) << ": element " << r << ", " << c << " is "
                      << d(r, c) << ", not " << expected;
      }
    }
    EXPECT_EQ(wrong, 0) << "wrong elements";
  }

  /// Multiplies matrices in these layouts and checks each element.
  template <typename T, typename D>
  void check(const MatrixProduct& product, const Extents& extents, Layout of_a = {},
             Layout of_b = {}, Layout of_d = {}) {
    const auto a = matrix<T>(extents.rows, extents.depth, of_a);
    const auto b = matrix<T>(extents.depth, extents.columns, of_b);
    auto d = matrix<D>(extents.rows, extents.columns, of_d);
    product.launch(stream_, {.a = a.view(), .b = b.view(), .d = d.view()});
    expect_elements(d, extents, [&](int r, int c) { return dot(a, b, r, c, extents.depth); });
  }

  /// Expects the bits of ordinary arithmetic: the sums are exact.
  /// @returns the plan without its blocks
  template <typename T, typename D>
  std::string compare(const MatrixProduct& product, const Extents& extents, Layout of_a,
                      Layout of_b, Layout of_d = {}) {
    const auto a = matrix<T>(extents.rows, extents.depth, of_a);
    const auto b = matrix<T>(extents.depth, extents.columns, of_b);
    auto d = matrix<D>(extents.rows, extents.columns, of_d);
    auto e = matrix<D>(extents.rows, extents.columns, of_d);
    const MatrixProductCall call{.a = a.view(), .b = b.view(), .d = d.view()};
    product.launch(stream_, call);
    arithmetic_.launch(stream_, {.a = a.view(), .b = b.view(), .d = e.view()});
    expect_elements(d, {1, 1, 1}, [&](int, int) { return dot(a, b, 0, 0, extents.depth); });
    e.refresh(stream_);
    const std::string plan = to_string(product.plan(call));
    EXPECT_EQ(std::memcmp(d.values().data(), e.values().data(), d.values().size() * sizeof(D)), 0)
        << testing::PrintToString(extents) << ": " << plan;
    return plan.substr(0, plan.rfind(','));
  }

  /// Multiplies the matrices of a batch by one right operand and checks each element.
  void check_batches(const MatrixProduct& product, int batches, const Extents& extents) {
    const int rows = batches * extents.rows;
    const auto a = matrix<half>(rows, extents.depth);
    const auto b = matrix<half>(extents.depth, extents.columns);
    auto d = matrix<half>(rows, extents.columns);
    const auto in_batches = [&](const TestMatrix<half>& all, int columns) {
      void* const data = const_cast<void*>(all.view().data());
      return ArrayView(data, DataType::f16, {batches, extents.rows, columns});
    };
    product.launch(
        stream_,
        {.a = in_batches(a, extents.depth), .b = b.view(), .d = in_batches(d, extents.columns)});
    expect_elements(d, {rows, extents.columns, extents.depth},
                    [&](int r, int c) { return dot(a, b, r, c, extents.depth); });
  }

 private:
  Stream stream_{};
  MatrixProduct arithmetic_{};
  unsigned seed_ = 0;
};

}  // namespace duet::test
