#include "sharded_product.hpp"

#include <cstddef>

namespace {

constexpr const char* source = R"(
#include <duet/device/kernel.hpp>

// c = a b: a has n rows and k columns, b has k rows and n columns.
extern "C" __global__ void multiply(const float* a, const float* b, float* c, int n, int k) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= n * n) return;
  const int i = index / n, j = index % n;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
  c[index] = sum;
}
)";

/// `count` columns of a matrix of n rows, from column `first` on.
std::vector<float> columns(const std::vector<float>& matrix, std::size_t n, std::size_t first,
                           std::size_t count) {
  std::vector<float> part;
  for (std::size_t i = 0; i < n; ++i) {
    const auto begin = matrix.begin() + static_cast<std::ptrdiff_t>(i * n + first);
    part.insert(part.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
  }
  return part;
}

}  // namespace

std::vector<float> multiply(duet::Communicator& communicator, const std::vector<float>& a,
                            const std::vector<float>& b, int n) {
  const auto rows = static_cast<std::size_t>(n);
  const std::size_t k = rows / static_cast<std::size_t>(communicator.size());
  const std::size_t first = k * static_cast<std::size_t>(communicator.rank());
  const auto b_begin = b.begin() + static_cast<std::ptrdiff_t>(first * rows);

  const duet::Module module =
      duet::jit(communicator.device(),
                {.name = "sharded_product", .source = source, .kernels = {"multiply"}});
  const duet::Stream stream(communicator.device());
  const duet::Buffer<float> own_a(stream, columns(a, rows, first, k));
  const duet::Buffer<float> own_b(
      stream, std::vector<float>(b_begin, b_begin + static_cast<std::ptrdiff_t>(k * rows)));
  const duet::Buffer<float> partial(stream, rows * rows), result(stream, rows * rows);
  const duet::DeviceSpan<float> own_rows = result.subspan(first * rows, k * rows);

  duet::launch(stream, module.kernel("multiply"), duet::cover(n * n, 64), own_a, own_b, partial, n,
               static_cast<int>(k));
  communicator.reduce_scatter(stream, partial, own_rows, duet::Reduction::sum);
  communicator.all_gather(stream, own_rows, result);
  communicator.synchronize(stream);
  return result.to_vector(stream);
}
