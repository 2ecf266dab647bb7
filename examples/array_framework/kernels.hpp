#pragma once

#include <string>

#include <duet/duet.hpp>

namespace arrays {

/// The threads of a block that has a row.
inline constexpr unsigned row_block = 128;

inline constexpr const char* kernel_source = R"(#include <duet/device/block_reduce.hpp>
#include <duet/device/kernel.hpp>
#include <duet/device/math.hpp>
#include <duet/device/ops/arithmetic.hpp>
#include <duet/device/ops/binary.hpp>
#include <duet/device/random.hpp>

// Combines the values of a row: each thread those of its columns, then the block.
template <typename Op, typename F>
__device__ float reduce(int columns, float result, Op op, F value) {
  for (int i = threadIdx.x; i < columns; i += ROW_BLOCK) result = op(result, value(i));
  return duet::block_reduce<ROW_BLOCK>(result, op);
}

template <typename Op>
__global__ void reduce_rows(const float* x, float* y, int columns, float first) {
  x += blockIdx.x * size_t(columns);
  const float result = reduce(columns, first, Op(), [=](int i) { return x[i]; });
  if (threadIdx.x == 0) y[blockIdx.x] = result;
}
extern "C" __global__ void softmax(const float* x, float* y, int columns, float lowest) {
  x += blockIdx.x * size_t(columns);
  y += blockIdx.x * size_t(columns);
  const float top = reduce(columns, lowest, duet::ops::Maximum(), [=](int i) { return x[i]; });
  const auto power = [=](int i) { return duet::exp(x[i] - top); };
  const float sum = reduce(columns, 0, duet::ops::Add(), power);
  for (int i = threadIdx.x; i < columns; i += ROW_BLOCK) y[i] = power(i) / sum;
}
extern "C" __global__ void draw(float* x, duet::uint64_t seed, int count, bool is_normal) {
  const int i = 2 * int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  duet::Philox random(seed, duet::uint64_t(i));
  const duet::array<float, 2> pair =
      is_normal ? random.normal() : duet::array<float, 2>{random.uniform(), random.uniform()};
  x[i] = pair[0];
  if (i + 1 < count) x[i + 1] = pair[1];
}

extern "C" __global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= m * n) return;
  float sum = 0;
  for (int j = 0; j < k; ++j) sum += a[i / n * k + j] * b[j * n + i % n];
  c[i] = sum;
}
)";

/// The kernels that are not made by fusion, compiled when the first one is needed.
/// - `reduce_rows<Op>`, `softmax`: a block for a row
/// - `draw`: random numbers, a thread for two
/// - `multiply`: a product of matrices, a thread for an element
inline duet::Kernel find_kernel(const duet::Device& device, const std::string& name) {
  static const duet::JitRequest request(
      {.name = "array_kernels",
       .source = kernel_source,
       .kernels = {"reduce_rows<duet::ops::Add>", "reduce_rows<duet::ops::Maximum>"},
       .options = {.defines = {"ROW_BLOCK=" + std::to_string(row_block)}}});
  return duet::jit(device, request).kernel(name);
}

}  // namespace arrays
