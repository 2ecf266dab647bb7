#include "product_library.hpp"

namespace arrays {

namespace {

constexpr const char* source = R"(#include <duet/device/kernel.hpp>
extern "C" __global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  const int column = int(blockIdx.x * blockDim.x + threadIdx.x), row = int(blockIdx.y);
  if (column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}
)";

class KernelProduct : public ProductLibrary {
 public:
  explicit KernelProduct(const duet::Device& device)
      : kernel_(duet::jit(device, {.name = "multiply", .source = source}).kernel("multiply")) {}

  void multiply(duet::StreamRef stream, const float* a, const float* b, float* c, int m, int n,
                int k) override {
    constexpr unsigned block = 128;
    const auto columns = static_cast<unsigned>(n), rows = static_cast<unsigned>(m);
    duet::launch(stream, kernel_, {{(columns + block - 1) / block, rows}, {block}}, a, b, c, m, n,
                 k);
  }

 private:
  duet::Kernel kernel_;
};

}  // namespace

std::unique_ptr<ProductLibrary> open_product_library(const duet::Device& device) {
  return std::make_unique<KernelProduct>(device);
}

}  // namespace arrays
