#pragma once

#include <cublas_v2.h>

/// cuBLAS by the names that `product_by_blas.cpp` uses.
namespace arrays::blas {

using Handle = cublasHandle_t;
using Status = cublasStatus_t;
using Stream = cudaStream_t;

inline constexpr Status success = CUBLAS_STATUS_SUCCESS;
inline constexpr cublasOperation_t as_is = CUBLAS_OP_N;

inline constexpr auto create = cublasCreate;
inline constexpr auto destroy = cublasDestroy;
inline constexpr auto set_stream = cublasSetStream;
inline constexpr auto set_workspace = cublasSetWorkspace;
inline constexpr auto sgemm = cublasSgemm;
inline constexpr auto status_name = cublasGetStatusString;

}  // namespace arrays::blas
