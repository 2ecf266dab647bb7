#pragma once

// Tensors of up to 25 dimensions as parameters of PyTorch's kernels.

#define MAX_TENSORINFO_DIMS 25

namespace at {
namespace cuda {
namespace detail {

/// An array with sizes and strides in elements, the last dimension changing fastest.
template <typename T, typename I>
struct TensorInfo {
  T* data;
  I sizes[MAX_TENSORINFO_DIMS];
  I strides[MAX_TENSORINFO_DIMS];
  int dims;

  __host__ __device__ bool isContiguous() const { return dims == 1 && strides[0] == 1; }
};

/// The place of an element in memory by its number.
/// @tparam kDims  the number of dimensions; -1: as many as the tensor has; -2: contiguous memory
template <typename T, typename I, int kDims>
struct IndexToOffset {
  __host__ __device__ static I get(I number, const TensorInfo<T, I>& info) {
    if (kDims == -2) return number;
    I offset = 0;
    for (int i = (kDims == -1 ? info.dims : kDims) - 1; i > 0; --i) {
      offset += number % info.sizes[i] * info.strides[i];
      number /= info.sizes[i];
    }
    return offset + number * info.strides[0];
  }
};

}  // namespace detail
}  // namespace cuda
}  // namespace at
