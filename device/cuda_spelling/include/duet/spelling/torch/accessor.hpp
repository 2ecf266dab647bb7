#pragma once

// PyTorch's accessors, which kernels of extensions take as parameters. Packed ones have PyTorch's
// layout.

#include <duet/spelling/std/cstdint.hpp>

namespace at {

template <typename T>
struct DefaultPtrTraits {
  typedef T* PtrType;
};
template <typename T>
struct RestrictPtrTraits {
  typedef T* __restrict__ PtrType;
};

/// A view of a tensor whose sizes and strides are elsewhere.
template <typename T, size_t N, template <typename> class PtrTraits = DefaultPtrTraits,
          typename index_t = int64_t>
class TensorAccessor {
 public:
  typedef typename PtrTraits<T>::PtrType PtrType;
  __device__ TensorAccessor(PtrType data, const index_t* sizes, const index_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __device__ index_t size(index_t i) const { return sizes_[i]; }
  __device__ index_t stride(index_t i) const { return strides_[i]; }
  __device__ PtrType data() const { return data_; }
  __device__ decltype(auto) operator[](index_t i) const {
    if constexpr (N == 1) {
      return (data_[strides_[0] * i]);
    } else {
      return TensorAccessor<T, N - 1, PtrTraits, index_t>(data_ + strides_[0] * i, sizes_ + 1,
                                                          strides_ + 1);
    }
  }

 private:
  PtrType data_;
  const index_t* sizes_;
  const index_t* strides_;
};

/// A view of a tensor with its sizes and strides, to be passed to a kernel by value.
template <typename T, size_t N, template <typename> class PtrTraits = DefaultPtrTraits,
          typename index_t = int64_t>
class GenericPackedTensorAccessor {
 public:
  typedef typename PtrTraits<T>::PtrType PtrType;
  GenericPackedTensorAccessor() = default;
  __device__ index_t size(index_t i) const { return sizes_[i]; }
  __device__ index_t stride(index_t i) const { return strides_[i]; }
  __device__ PtrType data() const { return data_; }
  __device__ decltype(auto) operator[](index_t i) const {
    return TensorAccessor<T, N, PtrTraits, index_t>(data_, sizes_, strides_)[i];
  }

 private:
  PtrType data_;
  index_t sizes_[N];
  index_t strides_[N];
};

template <typename T, size_t N, template <typename> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, PtrTraits, int32_t>;
template <typename T, size_t N, template <typename> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, PtrTraits, int64_t>;
template <typename T, size_t N, template <typename> class PtrTraits = DefaultPtrTraits,
          typename index_t = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, PtrTraits, index_t>;

}  // namespace at
