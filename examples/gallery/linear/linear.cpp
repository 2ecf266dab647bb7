// Matrices and vectors.

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>

#include "gallery/framework/run.hpp"

namespace gallery {
namespace {

void transpose(Run& run) {
  constexpr unsigned width = 70, height = 45;
  const auto x = numbers<float>(std::size_t{width} * height, 0, 1);
  const auto in = run.input(x);
  const auto out = run.output<float>(x.size());
  run.launch("transpose", {{3, 2}, {32, 8}}, out, in, static_cast<int>(width),
             static_cast<int>(height));
  std::vector<float> expected;
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t j = 0; j < height; ++j) expected.push_back(x[j * width + i]);
  }
  run.expect_equal(run.read(out), expected);
}

/// The product of a `rows` x `inner` and an `inner` x `cols` matrix.
template <typename T, typename At, typename Bt>
std::vector<T> product(std::size_t rows, std::size_t cols, std::size_t inner, At a, Bt b) {
  std::vector<T> result;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < inner; ++k) sum += static_cast<double>(a(i, k)) * b(k, j);
      result.push_back(static_cast<T>(sum));
    }
  }
  return result;
}

void matmul_tiled(Run& run) {
  const auto a = numbers<float>(32 * 48, -1, 1), b = numbers<float>(48 * 64, -1, 1, 2);
  const auto x = run.input(a), y = run.input(b);
  const auto c = run.output<float>(32 * 64);
  run.launch("MatrixMulCUDA<16>", {{4, 2}, {16, 16}}, c, x, y, 48, 64);
  run.expect_near(run.read(c),
                  product<float>(
                      32, 64, 48, [&](auto i, auto k) { return a[i * 48 + k]; },
                      [&](auto k, auto j) { return b[k * 64 + j]; }),
                  1e-5);
}

void matmul_half(Run& run) {
  const auto a = numbers<duet::half>(20 * 64, -1, 1), b = numbers<duet::half>(24 * 64, -1, 1, 2);
  const auto x = run.input(a), y = run.input(b);
  const auto c = run.output<duet::half>(20 * 24);
  run.launch("matmul_half", {{2, 2}, {16, 16}}, x, y, c, 20, 24, 64);
  run.expect_near(run.read(c),
                  product<duet::half>(
                      20, 24, 64, [&](auto i, auto k) { return static_cast<float>(a[i * 64 + k]); },
                      [&](auto k, auto j) { return static_cast<float>(b[j * 64 + k]); }),
                  0.02);
}

struct BlockQ8 {
  duet::half d;
  std::array<std::int8_t, 32> qs;
};

void gemv_q8(Run& run) {
  constexpr std::size_t rows = 12, blocks = 40;
  const auto make = [](std::size_t count, unsigned seed) {
    const auto scales = numbers<float>(count, 0.01, 0.1, seed);
    const auto values = numbers<std::int8_t>(count * 32, -127, 127, seed + 1);
    std::vector<BlockQ8> result(count);
    for (std::size_t i = 0; i < count; ++i) {
      result[i].d = duet::half(scales[i]);
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * 32), 32, result[i].qs.begin());
    }
    return result;
  };
  const auto a = make(rows * blocks, 1), x = make(blocks, 3);
  const auto matrix = run.input(a), vector = run.input(x);
  const auto out = run.output<float>(rows);
  run.launch("gemv_q8", {{3}, {32, 4}}, matrix, vector, out, static_cast<int>(blocks));
  const auto value = [](const std::vector<BlockQ8>& all, std::size_t i) {
    const BlockQ8& block = all[i / 32];
    return static_cast<double>(static_cast<float>(block.d)) * block.qs[i % 32];
  };
  run.expect_near(
      run.read(out),
      product<float>(
          rows, 1, blocks * 32, [&](auto i, auto k) { return value(a, i * blocks * 32 + k); },
          [&](auto k, auto) { return value(x, k); }),
      1e-3);
}

void spmv_csr(Run& run) {
  constexpr std::size_t rows = 100;
  const auto lengths = numbers<int>(rows, 0, 30);
  std::vector<int> offsets{0};
  for (const int length : lengths) offsets.push_back(offsets.back() + length);
  const auto count = static_cast<std::size_t>(offsets.back());
  const auto columns = numbers<int>(count, 0, 80, 2);
  const auto values = numbers<float>(count, -1, 1, 3), x = numbers<float>(80, -1, 1, 4);
  const auto p = run.input(offsets), j = run.input(columns);
  const auto v = run.input(values), in = run.input(x);
  const auto out = run.output<float>(rows);
  run.launch("spmv_csr_vector<8>", {{7}, {128}}, static_cast<int>(rows), p, j, v, in, out);
  std::vector<float> expected(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto i = static_cast<std::size_t>(offsets[row]);
         i < static_cast<std::size_t>(offsets[row + 1]); ++i) {
      expected[row] += values[i] * x[static_cast<std::size_t>(columns[i])];
    }
  }
  run.expect_near(run.read(out), expected, 1e-5);
}

void complex_scale(Run& run) {
  const auto a = numbers<float>(400, -2, 2), b = numbers<float>(400, -2, 2, 2);
  const auto x = run.input(a), y = run.input(b);
  const auto out = run.output<float>(400), size = run.output<float>(200);
  run.launch("complex_scale", {{1}, {256}}, x, y, out, size, 200);
  std::vector<float> expected, sizes;
  for (std::size_t i = 0; i < 400; i += 2) {
    const auto c = std::complex(a[i], a[i + 1]) * std::conj(std::complex(b[i], b[i + 1]));
    expected.insert(expected.end(), {c.real() + 1, c.imag()});
    sizes.push_back(std::abs(c));
  }
  run.expect_near(run.read(out), expected, 1e-5);
  run.expect_near(run.read(size), sizes, 1e-5);
}

void axpy_bf16(Run& run) {
  const auto a = numbers<duet::bfloat16>(600, -4, 4), b = numbers<duet::bfloat16>(600, -4, 4, 2);
  const auto x = run.input(a), y = run.input(b);
  run.launch("axpy_bf16", {{3}, {128}}, 1.5f, x, y, 300);
  std::vector<duet::bfloat16> expected;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double exact = 1.5 * static_cast<float>(a[i]) + static_cast<float>(b[i]);
    expected.emplace_back(exact);
  }
  run.expect_equal(run.read(y), expected);
}

void dequantise_fp8(Run& run) {
  const auto x = numbers<float>(1000, -1, 1);
  const auto in = run.input(x);
  const auto stored = run.output<unsigned char>(1000);
  const auto out = run.output<duet::half>(1000);
  run.launch("quantise_fp8", {{8}, {128}}, in, stored, 500.0f, 1000);
  run.launch("dequantise_fp8", {{8}, {128}}, stored, out, 0.002f, 1000);
  std::vector<duet::half> expected;
  for (const float v : x) {
    // Four significant bits, at most 448.
    const double scaled = v * 500.0f, last = std::exp2(std::max(std::ilogb(scaled), -6) - 3);
    const double rounded = std::nearbyint(scaled / last) * last;
    expected.emplace_back(std::clamp(rounded, -448.0, 448.0) *
                          static_cast<float>(duet::half(0.002f)));
  }
  run.expect_near(run.read(out), expected, 1e-3);
}

void cholesky(Run& run) {
  constexpr std::size_t n = 12, count = 5;
  const auto x = numbers<double>(count * n * n, -1, 1);
  std::vector<double> matrices(count * n * n), expected(count * n * n);
  // L L^T with a positive diagonal: its factor is L.
  for (std::size_t m = 0; m < count; ++m) {
    const auto lower = [&](std::size_t i, std::size_t j) {
      const double value = x[(m * n + i) * n + j];
      return j > i ? 0 : j == i ? std::fabs(value) + 1 : value;
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        expected[(m * n + i) * n + j] = lower(i, j);
        for (std::size_t k = 0; k < n; ++k) {
          matrices[(m * n + i) * n + j] += lower(i, k) * lower(j, k);
        }
      }
    }
  }
  const auto data = run.input(matrices);
  run.launch("cholesky<12>", {{count}, {12, 12}}, data);
  run.expect_near(run.read(data), expected, 1e-10);
}

}  // namespace

std::vector<Case> linear_cases() {
  return {{"linear/transpose.cu", {"transpose"}, transpose},
          {"linear/matmul_tiled.cu", {"MatrixMulCUDA<16>"}, matmul_tiled},
          {"linear/matmul_half.cu", {"matmul_half"}, matmul_half},
          {"linear/gemv_q8.cu", {"gemv_q8"}, gemv_q8},
          {"linear/spmv_csr.cu", {"spmv_csr_vector<8>"}, spmv_csr},
          {"linear/complex_scale.cu", {"complex_scale"}, complex_scale},
          {"linear/axpy_bf16.cu", {"axpy_bf16"}, axpy_bf16},
          {"linear/dequantise_fp8.cu", {"quantise_fp8", "dequantise_fp8"}, dequantise_fp8},
          {"linear/cholesky.cu", {"cholesky<12>"}, cholesky}};
}

}  // namespace gallery
