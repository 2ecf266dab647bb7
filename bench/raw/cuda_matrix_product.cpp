#include <cublasLt.h>
#include <cublas_v2.h>

#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "library.hpp"
#include "matrix_product.hpp"

namespace duet::bench {
namespace {

cudaDataType operand_type(DataType type) {
  switch (type) {
    case DataType::f16: return CUDA_R_16F;
    case DataType::bf16: return CUDA_R_16BF;
    case DataType::f64: return CUDA_R_64F;
    case DataType::i8: return CUDA_R_8I;
    case DataType::u8: return CUDA_R_8F_E4M3;
    default: return CUDA_R_32F;
  }
}
cudaDataType result_type(DataType type) {
  if (type == DataType::u8) return CUDA_R_16BF;
  return type == DataType::i8 ? CUDA_R_32I : operand_type(type);
}
cublasComputeType_t compute_type(const ProductShape& shape) {
  if (shape.format == OperandFormat::tf32) return CUBLAS_COMPUTE_32F_FAST_TF32;
  if (shape.type == DataType::f64) return CUBLAS_COMPUTE_64F;
  return shape.type == DataType::i8 ? CUBLAS_COMPUTE_32I : CUBLAS_COMPUTE_32F;
}

/// 1 and 0 as the library's scale type.
union Factor {
  float f32;
  double f64;
  int i32;
};
Factor factor(DataType type, int value) {
  Factor result{};
  if (type == DataType::f64) {
    result.f64 = value;
  } else if (type == DataType::i8) {
    result.i32 = value;
  } else {
    result.f32 = static_cast<float>(value);
  }
  return result;
}

/// cuBLAS for plain products, cuBLASLt for epilogues. The library's order is column-major, so it
/// computes the transposed product.
class CublasMatrixProduct : public RawMatrixProduct {
 public:
  CublasMatrixProduct(void* workspace, std::size_t bytes) : workspace_(workspace), bytes_(bytes) {
    DUET_CALL(cublas_, cublasCreate, &handle_);
    DUET_CALL(lt_, cublasLtCreate, &lt_handle_);
  }

  void multiply(void* stream, const ProductShape& shape, const void* a, const void* b,
                void* d) override {
    if (shape.format == OperandFormat::e4m3) {
      return run(plan_of(shape, CUBLASLT_EPILOGUE_DEFAULT), stream, a, b, d);
    }
    check(set_stream_(handle_, static_cast<cudaStream_t>(stream)), "cublasSetStream");
    check(set_workspace_(handle_, workspace_, bytes_), "cublasSetWorkspace");
    const Factor one = factor(shape.type, 1), zero = factor(shape.type, 0);
    const auto type = operand_type(shape.type);
    check(multiply_(handle_, CUBLAS_OP_T, CUBLAS_OP_N, shape.columns, shape.rows, shape.depth, &one,
                    b, type, shape.depth, a, type, shape.depth, &zero, d, result_type(shape.type),
                    shape.columns, compute_type(shape), CUBLAS_GEMM_DEFAULT),
          "cublasGemmEx");
  }

  void multiply_with_gelu(void* stream, const ProductShape& shape, const void* a, const void* b,
                          const void* bias, void* d) override {
    const Plan& plan = plan_of(shape, CUBLASLT_EPILOGUE_GELU_BIAS);
    check(set_attribute_(plan.operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof(bias)),
          "cublasLtMatmulDescSetAttribute");
    run(plan, stream, a, b, d);
  }

 private:
  struct Plan {
    ProductShape shape;
    cublasLtEpilogue_t epilogue;
    cublasLtMatmulDesc_t operation;
    cublasLtMatrixLayout_t left, right, result;
    cublasLtMatmulAlgo_t algorithm;
  };

  void run(const Plan& plan, void* stream, const void* a, const void* b, void* d) {
    const float one = 1, zero = 0;
    check(matmul_(lt_handle_, plan.operation, &one, b, plan.left, a, plan.right, &zero, d,
                  plan.result, d, plan.result, &plan.algorithm, workspace_, bytes_,
                  static_cast<cudaStream_t>(stream)),
          "cublasLtMatmul");
  }

  using Gemm = cublasStatus_t(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                              const void*, const void*, cudaDataType, int, const void*,
                              cudaDataType, int, const void*, void*, cudaDataType, int,
                              cublasComputeType_t, cublasGemmAlgo_t);

  const Plan& plan_of(const ProductShape& shape, cublasLtEpilogue_t epilogue) {
    const auto key = [](const ProductShape& s, cublasLtEpilogue_t e) {
      return std::tuple(s.type, s.rows, s.columns, s.depth, e);
    };
    for (const Plan& plan : plans_) {
      if (key(plan.shape, plan.epilogue) == key(shape, epilogue)) return plan;
    }
    return plans_.emplace_back(make_plan(shape, epilogue));
  }

  cublasLtMatrixLayout_t layout(cudaDataType type, int rows, int columns) const {
    cublasLtMatrixLayout_t made = nullptr;
    DUET_CALL(lt_, cublasLtMatrixLayoutCreate, &made, type, rows, columns, rows);
    return made;
  }

  Plan make_plan(const ProductShape& shape, cublasLtEpilogue_t epilogue) {
    const auto type = operand_type(shape.type);
    Plan plan{shape,
              epilogue,
              nullptr,
              layout(type, shape.depth, shape.columns),
              layout(type, shape.depth, shape.rows),
              layout(result_type(shape.type), shape.columns, shape.rows),
              {}};
    DUET_CALL(lt_, cublasLtMatmulDescCreate, &plan.operation, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    const auto set = [&](cublasLtMatmulDescAttributes_t name, const auto& value) {
      check(set_attribute_(plan.operation, name, &value, sizeof(value)),
            "cublasLtMatmulDescSetAttribute");
    };
    set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
    set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    if (epilogue != CUBLASLT_EPILOGUE_DEFAULT) set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, type);
    cublasLtMatmulPreference_t preference = nullptr;
    DUET_CALL(lt_, cublasLtMatmulPreferenceCreate, &preference);
    DUET_CALL(lt_, cublasLtMatmulPreferenceSetAttribute, preference,
              CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes_, sizeof(bytes_));
    cublasLtMatmulHeuristicResult_t found{};
    int count = 0;
    DUET_CALL(lt_, cublasLtMatmulAlgoGetHeuristic, lt_handle_, plan.operation, plan.left,
              plan.right, plan.result, plan.result, preference, 1, &found, &count);
    if (count == 0) throw std::runtime_error("cuBLASLt has no algorithm for this product");
    plan.algorithm = found.algo;
    return plan;
  }

  void* workspace_;
  std::size_t bytes_;
  RawLibrary lt_{"libcublasLt.so." + std::to_string(CUBLAS_VER_MAJOR), nullptr};
  RawLibrary cublas_{"libcublas.so." + std::to_string(CUBLAS_VER_MAJOR), nullptr};
  decltype(&cublasSetStream) set_stream_ = DUET_FIND(cublas_, cublasSetStream);
  decltype(&cublasSetWorkspace) set_workspace_ = DUET_FIND(cublas_, cublasSetWorkspace);
  Gemm* multiply_ = cublas_.find<Gemm>("cublasGemmEx");
  decltype(&cublasLtMatmul) matmul_ = DUET_FIND(lt_, cublasLtMatmul);
  decltype(&cublasLtMatmulDescSetAttribute) set_attribute_ =
      DUET_FIND(lt_, cublasLtMatmulDescSetAttribute);
  cublasHandle_t handle_ = nullptr;
  cublasLtHandle_t lt_handle_ = nullptr;
  std::vector<Plan> plans_{};
};

}  // namespace

std::unique_ptr<RawMatrixProduct> open_raw_matrix_product(void* workspace, std::size_t bytes) {
  return std::make_unique<CublasMatrixProduct>(workspace, bytes);
}

}  // namespace duet::bench
