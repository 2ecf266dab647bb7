#pragma once

#include <duet/spelling/std/iterator.hpp>

namespace thrust {

/// A pointer to memory of the device, where kernels read and write through it.
template <typename T>
class device_ptr {
 public:
  using element_type = T;
  using value_type = ::std::remove_cv_t<T>;
  using difference_type = ptrdiff_t;
  using pointer = device_ptr;
  using reference = T&;
  using iterator_category = ::std::random_access_iterator_tag;

  device_ptr() = default;
  template <typename Other>
  __host__ __device__ explicit device_ptr(Other* pointer) : pointer_(pointer) {}
  template <typename Other>
  __host__ __device__ device_ptr(const device_ptr<Other>& other) : pointer_(other.get()) {}

  __host__ __device__ T* get() const { return pointer_; }
  __host__ __device__ T& operator*() const { return *pointer_; }
  __host__ __device__ T* operator->() const { return pointer_; }
  __host__ __device__ T& operator[](ptrdiff_t index) const { return pointer_[index]; }
  __host__ __device__ explicit operator bool() const { return pointer_ != nullptr; }

  __host__ __device__ device_ptr& operator++() { return *this += 1; }
  __host__ __device__ device_ptr& operator--() { return *this += -1; }
  __host__ __device__ device_ptr operator++(int) { return device_ptr(pointer_++); }
  __host__ __device__ device_ptr operator--(int) { return device_ptr(pointer_--); }
  __host__ __device__ device_ptr& operator+=(ptrdiff_t distance) {
    pointer_ += distance;
    return *this;
  }
  __host__ __device__ device_ptr& operator-=(ptrdiff_t distance) { return *this += -distance; }
  __host__ __device__ friend device_ptr operator+(device_ptr a, ptrdiff_t distance) {
    return a += distance;
  }
  __host__ __device__ friend device_ptr operator+(ptrdiff_t distance, device_ptr a) {
    return a += distance;
  }
  __host__ __device__ friend device_ptr operator-(device_ptr a, ptrdiff_t distance) {
    return a -= distance;
  }
  __host__ __device__ friend ptrdiff_t operator-(device_ptr a, device_ptr b) {
    return a.pointer_ - b.pointer_;
  }
  __host__ __device__ friend bool operator==(device_ptr a, device_ptr b) {
    return a.pointer_ == b.pointer_;
  }
  __host__ __device__ friend bool operator!=(device_ptr a, device_ptr b) { return !(a == b); }
  __host__ __device__ friend bool operator<(device_ptr a, device_ptr b) {
    return a.pointer_ < b.pointer_;
  }

 private:
  T* pointer_ = nullptr;
};

template <typename T>
__host__ __device__ device_ptr<T> device_pointer_cast(T* pointer) {
  return device_ptr<T>(pointer);
}
template <typename T>
__host__ __device__ device_ptr<T> device_pointer_cast(const device_ptr<T>& pointer) {
  return pointer;
}
template <typename T>
__host__ __device__ T* raw_pointer_cast(T* pointer) {
  return pointer;
}
template <typename T>
__host__ __device__ T* raw_pointer_cast(const device_ptr<T>& pointer) {
  return pointer.get();
}

}  // namespace thrust
