#include "kernels.hpp"

#include <string>

namespace arrays {

namespace {

constexpr const char* source = R"(#include <duet/device/block_reduce.hpp>
#include <duet/device/kernel.hpp>
#include <duet/device/limits.hpp>
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
__device__ float maximum_of(const float* x, int columns) {
  const float lowest = -duet::limits<float>::infinity();
  return reduce(columns, lowest, duet::ops::Maximum(), [=](int i) { return x[i]; });
}

extern "C" __global__ void row_sum(const float* x, float* y, int columns) {
  x += blockIdx.x * size_t(columns);
  const float sum = reduce(columns, 0, duet::ops::Add(), [=](int i) { return x[i]; });
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}
extern "C" __global__ void row_maximum(const float* x, float* y, int columns) {
  const float top = maximum_of(x + blockIdx.x * size_t(columns), columns);
  if (threadIdx.x == 0) y[blockIdx.x] = top;
}
extern "C" __global__ void softmax(const float* x, float* y, int columns) {
  x += blockIdx.x * size_t(columns);
  y += blockIdx.x * size_t(columns);
  const float top = maximum_of(x, columns);
  const auto power = [=](int i) { return duet::exp(x[i] - top); };
  const float sum = reduce(columns, 0, duet::ops::Add(), power);
  for (int i = threadIdx.x; i < columns; i += ROW_BLOCK) y[i] = power(i) / sum;
}

extern "C" __global__ void draw(float* x, duet::uint64_t seed, int count, bool is_normal) {
  const int i = 2 * int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  duet::Philox random(seed, duet::uint64_t(i));
  duet::array<float, 2> pair{};
  if (is_normal) pair = random.normal();
  else pair = {random.uniform(), random.uniform()};
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

}  // namespace

duet::Kernel find_kernel(const duet::Device& device, std::string_view name) {
  static const duet::JitRequest request(
      {.name = "array_kernels",
       .source = source,
       .options = {.defines = {"ROW_BLOCK=" + std::to_string(row_block)}}});
  return duet::jit(device, request).kernel(name);
}

}  // namespace arrays
