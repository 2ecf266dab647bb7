// mma.h: products of each shape and type in each order, against sums of the host.

#include <cmath>
#include <string>
#include <vector>

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

/// Small integers, which all types hold exactly, so that results do not depend on rounding.
int left_value(int row, int column) { return (row * 7 + column * 3) % 11 - 5; }
int right_value(int row, int column) { return (row * 5 + column * 13) % 9 - 4; }
int sum_value(int row, int column) { return (row + 2 * column) % 17; }

struct Shape {
  int m, n, k;
};

/// Each warp multiplies its own matrices: A by w + 1, so that the warps of a wave differ.
std::string product_source(const Shape& s, const std::string& type, const std::string& memory,
                           const std::string& sum, bool a_by_rows, bool b_by_rows, bool c_by_rows) {
  const auto order = [](bool by_rows) { return by_rows ? "row_major" : "col_major"; };
  return "#include <mma.h>\nusing namespace nvcuda;\nconstexpr int M = " + std::to_string(s.m) +
         ", N = " + std::to_string(s.n) + ", K = " + std::to_string(s.k) + ";\ntypedef " + memory +
         " In;\ntypedef " + sum + " Sum;\n" + R"(
constexpr bool a_rows = )" +
         (a_by_rows ? "true" : "false") + ", b_rows = " + (b_by_rows ? "true" : "false") +
         ", c_rows = " + (c_by_rows ? "true" : "false") + R"(;
extern "C" __global__ void k(float* out) {
  __shared__ __align__(32) In a[3][M * K], b[3][K * N];
  __shared__ __align__(32) Sum c[3][M * N];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = lane; i < M * K; i += 32) {
    const int row = a_rows ? i / K : i % M, column = a_rows ? i % K : i / M;
    a[warp][i] = In(float(((row * 7 + column * 3) % 11 - 5) * (warp + 1)));
  }
  for (int i = lane; i < K * N; i += 32) {
    const int row = b_rows ? i / N : i % K, column = b_rows ? i % N : i / K;
    b[warp][i] = In(float((row * 5 + column * 13) % 9 - 4));
  }
  for (int i = lane; i < M * N; i += 32) {
    const int row = c_rows ? i / N : i % M, column = c_rows ? i % N : i / M;
    c[warp][i] = Sum(float((row + 2 * column) % 17));
  }
  __syncthreads();
  wmma::fragment<wmma::matrix_a, M, N, K, )" +
         type + ", wmma::" + order(a_by_rows) + R"(> x;
  wmma::fragment<wmma::matrix_b, M, N, K, )" +
         type + ", wmma::" + order(b_by_rows) + R"(> y;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> z, zero;
  wmma::layout_t order = c_rows ? wmma::mem_row_major : wmma::mem_col_major;
  // A divergent branch: warps that share a wave do not wait for each other.
  if (warp != 1) {
    wmma::load_matrix_sync(x, a[warp], a_rows ? K : M);
    wmma::load_matrix_sync(y, b[warp], b_rows ? N : K);
    wmma::load_matrix_sync(z, c[warp], c_rows ? N : M, order);
    wmma::fill_fragment(zero, Sum(0.0f));
    wmma::mma_sync(zero, x, y, zero);
    wmma::mma_sync(z, x, y, z);
    for (int i = 0; i < z.num_elements; ++i) z.x[i] = z.x[i] + zero.x[i];
    wmma::store_matrix_sync(c[warp], z, c_rows ? N : M, order);
  }
  for (int i = lane; i < M * N; i += 32) {
    const int row = i / N, column = i % N;
    out[warp * M * N + i] = float(c[warp][c_rows ? i : column * M + row]);
  }
}
)";
}

void check_product(const Shape& s, const std::vector<float>& out) {
  for (int warp = 0; warp < 3; ++warp) {
    for (int row = 0; row < s.m; ++row) {
      for (int column = 0; column < s.n; ++column) {
        int sum = sum_value(row, column);
        for (int k = 0; k < s.k && warp != 1; ++k) {
          sum += 2 * (warp + 1) * left_value(row, k) * right_value(k, column);
        }
        ASSERT_EQ(out[std::size_t((warp * s.m + row) * s.n + column)], float(sum))
            << "warp " << warp << ", row " << row << ", column " << column;
      }
    }
  }
}

void test_products(const Shape& s, const std::string& type, const std::string& memory,
                   const std::string& sum) {
  // Bits: whether A, B and C are stored by rows.
  const bool is_square = s.m == s.n;
  for (const int orders : is_square ? std::vector<int>{0, 3, 6} : std::vector<int>{5}) {
    SCOPED_TRACE(type + ", orders " + std::to_string(orders));
    run_spelled<float>(product_source(s, type, memory, sum, (orders & 1) != 0, (orders & 2) != 0,
                                      (orders & 4) != 0),
                       1, 96, 3 * std::size_t(s.m) * std::size_t(s.n),
                       [&](const std::vector<float>& out) { check_product(s, out); });
  }
}

const Shape shapes[] = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}};

TEST(WmmaTest, Half) {
  for (const Shape& shape : shapes) test_products(shape, "half", "half", "float");
}
TEST(WmmaTest, SumsOfHalf) {
  for (const Shape& shape : shapes) test_products(shape, "__half", "__half", "__half");
}
TEST(WmmaTest, Bfloat16) {
  for (const Shape& shape : shapes) {
    test_products(shape, "__nv_bfloat16", "__nv_bfloat16", "float");
  }
}
TEST(WmmaTest, Bytes) {
  for (const Shape& shape : shapes) test_products(shape, "signed char", "signed char", "int");
}
TEST(WmmaTest, Tf32) { test_products({16, 16, 8}, "wmma::precision::tf32", "float", "float"); }
TEST(WmmaTest, Double) { test_products({8, 8, 4}, "double", "double", "double"); }

TEST(WmmaTest, UnsignedBytesSaturateIfAsked) {
  const std::string source = R"(
    #include <mma.h>
    using namespace nvcuda::wmma;
    extern "C" __global__ void k(int* out) {
      __shared__ int c[256];
      fragment<matrix_a, 16, 16, 16, unsigned char, row_major> a;
      fragment<matrix_b, 16, 16, 16, unsigned char, col_major> b;
      fragment<accumulator, 16, 16, 16, int> sum, start;
      fill_fragment(a, 255);
      fill_fragment(b, 200);
      fill_fragment(start, 2147483647 - 5);
      mma_sync(sum, a, b, start, true);
      store_matrix_sync(c, sum, 16, mem_row_major);
      out[threadIdx.x] = c[threadIdx.x * 8 + 1];
      mma_sync(sum, a, b, start);
      store_matrix_sync(c, sum, 16, mem_row_major);
      out[32 + threadIdx.x] = c[threadIdx.x * 8 + 1];
    })";
  run_spelled<int>(source, 1, 32, 64, [](const std::vector<int>& out) {
    for (std::size_t i = 0; i < 32; ++i) {
      ASSERT_EQ(out[i], 2147483647) << i;
      ASSERT_EQ(out[32 + i], int(2147483642u + 16u * 255u * 200u)) << i;
    }
  });
}

TEST(WmmaTest, RoundsToTf32) {
  const std::string source = R"(
    #include <mma.h>
    extern "C" __global__ void k(float* out) {
      out[threadIdx.x] = nvcuda::wmma::__float_to_tf32(1.0f + threadIdx.x * 0.000244140625f);
    })";
  run_spelled<float>(source, 1, 32, 32, [](const std::vector<float>& out) {
    for (std::size_t i = 0; i < 32; ++i) {
      ASSERT_EQ(out[i], 1.0f + std::floor(float(i) / 4.0f + 0.5f) / 1024.0f) << i;
    }
  });
}

TEST(WmmaTest, OtherShapesAreErrors) {
  const std::string source = R"(
    #include <mma.h>
    using namespace nvcuda::wmma;
    extern "C" __global__ void k(int* out) {
      fragment<matrix_a, 16, 16, 32, half, row_major> a;
      fragment<matrix_b, 16, 16, 32, half, col_major> b;
      fragment<accumulator, 16, 16, 32, float> sum;
      fill_fragment(a, 1.0f);
      fill_fragment(b, 1.0f);
      fill_fragment(sum, 0.0f);
      mma_sync(sum, a, b, sum);
      out[threadIdx.x] = int(sum.x[0]);
    })";
  try {
    (void)compile(spelled(source, {"k"}), spelled_architectures().front());
    FAIL() << "it compiles";
  } catch (const CompileError& error) {
    EXPECT_NE(error.log().find("mma_sync has the shapes"), std::string::npos) << error.log();
  }
}

}  // namespace
}  // namespace duet::test
