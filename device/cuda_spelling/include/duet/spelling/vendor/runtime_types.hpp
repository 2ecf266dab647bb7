#pragma once

// Types of CUDA's host interfaces, which declarations in kernel files name. Nothing can be done
// with them.

#ifndef DUET_SPELLING_HAS_RUNTIME_TYPES
struct CUstream_st;
struct CUevent_st;
struct CUgraph_st;
struct CUgraphExec_st;
struct CUmemPoolHandle_st;
struct cudaArray;
struct cudaMipmappedArray;
typedef CUstream_st* cudaStream_t;
typedef CUevent_st* cudaEvent_t;
typedef CUgraph_st* cudaGraph_t;
typedef CUgraphExec_st* cudaGraphExec_t;
typedef CUmemPoolHandle_st* cudaMemPool_t;
typedef cudaArray* cudaArray_t;
typedef const cudaArray* cudaArray_const_t;
typedef cudaMipmappedArray* cudaMipmappedArray_t;
typedef CUstream_st* CUstream;
typedef CUevent_st* CUevent;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorNotSupported = 801,
  cudaErrorUnknown = 999
};
typedef cudaError cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};
struct cudaPitchedPtr {
  void* ptr;
  size_t pitch;
  size_t xsize;
  size_t ysize;
};
struct cudaExtent {
  size_t width;
  size_t height;
  size_t depth;
};
struct cudaPos {
  size_t x;
  size_t y;
  size_t z;
};
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
enum cudaDataType_t { CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_R_16F = 2, CUDA_R_8I = 3 };
typedef cudaDataType_t cudaDataType;
#endif

// Those functions that code for devices may call, too.
#define cudaGetErrorString duet_spelled_cudaGetErrorString
#define cudaGetErrorName duet_spelled_cudaGetErrorName
#define cudaGetLastError duet_spelled_cudaGetLastError
#define cudaPeekAtLastError duet_spelled_cudaPeekAtLastError
__host__ __device__ inline const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : "an error of CUDA's runtime";
}
__host__ __device__ inline const char* cudaGetErrorName(cudaError_t error) {
  return error == cudaSuccess ? "cudaSuccess" : "cudaErrorUnknown";
}
__host__ __device__ inline cudaError_t cudaGetLastError() { return cudaSuccess; }
__host__ __device__ inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }

// Memory of the device's heap. Targets without one have none to give.
#define cudaMalloc duet_spelled_cudaMalloc
#define cudaFree duet_spelled_cudaFree
template <typename T_>
__host__ __device__ inline cudaError_t cudaMalloc(T_** memory, size_t bytes) {
#ifdef DUET_SPELLING_HAS_HEAP
  *memory = static_cast<T_*>(malloc(bytes));
#else
  *memory = nullptr;
#endif
  return *memory != nullptr || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}
__host__ __device__ inline cudaError_t cudaFree(void* memory) {
#ifdef DUET_SPELLING_HAS_HEAP
  free(memory);
  return cudaSuccess;
#else
  return memory == nullptr ? cudaSuccess : cudaErrorNotSupported;
#endif
}
