#include <cublas_v2.h>

#include <stdexcept>
#include <string>

#include "product_library.hpp"

namespace arrays {

namespace {

void check(cublasStatus_t status, const char* call) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string(call) + ": " + cublasGetStatusString(status));
}

class CublasProduct : public ProductLibrary {
 public:
  explicit CublasProduct(const duet::Device& device) : workspace_(device, std::size_t{32} << 20) {
    check(cublasCreate(&handle_), "cublasCreate");
  }
  CublasProduct(const CublasProduct&) = delete;
  CublasProduct& operator=(const CublasProduct&) = delete;
  ~CublasProduct() override { (void)cublasDestroy(handle_); }

  void multiply(duet::StreamRef stream, const float* a, const float* b, float* c, int m, int n,
                int k) override {
    const float one = 1, zero = 0;
    check(cublasSetStream(handle_, static_cast<cudaStream_t>(stream.handle())), "cublasSetStream");
    // With memory of its own, the library allocates none in captures.
    check(cublasSetWorkspace(handle_, workspace_.data(), workspace_.size_bytes()),
          "cublasSetWorkspace");
    // cuBLAS takes matrices by columns: (a b)^T = b^T a^T.
    check(cublasSgemm(handle_, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n),
          "cublasSgemm");
  }

 private:
  duet::Buffer<std::byte> workspace_;
  cublasHandle_t handle_{};
};

}  // namespace

std::unique_ptr<ProductLibrary> open_product_library(const duet::Device& device) {
  return std::make_unique<CublasProduct>(device);
}

}  // namespace arrays
