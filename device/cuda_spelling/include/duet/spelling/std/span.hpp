#pragma once

#include <duet/spelling/std/array.hpp>

namespace std {

inline constexpr size_t dynamic_extent = size_t(-1);

/// A view of contiguous elements.
template <typename T_, size_t extent_ = dynamic_extent>
class span {
 public:
  using element_type = T_;
  using value_type = remove_cv_t<T_>;
  using size_type = size_t;
  using pointer = T_*;
  using reference = T_&;
  using iterator = T_*;
  static constexpr size_t extent = extent_;

  __host__ __device__ constexpr span() noexcept : data_(nullptr), size_(0) {}
  __host__ __device__ constexpr span(T_* data, size_t size) : data_(data), size_(size) {}
  __host__ __device__ constexpr span(T_* first, T_* last)
      : data_(first), size_(size_t(last - first)) {}
  template <size_t n_>
  __host__ __device__ constexpr span(T_ (&items)[n_]) noexcept : data_(items), size_(n_) {}
  template <typename U_, size_t n_>
  __host__ __device__ constexpr span(array<U_, n_>& items) noexcept
      : data_(items.data()), size_(n_) {}
  template <typename U_, size_t n_>
  __host__ __device__ constexpr span(const array<U_, n_>& items) noexcept
      : data_(items.data()), size_(n_) {}
  template <typename U_, size_t n_>
  __host__ __device__ constexpr span(const span<U_, n_>& other) noexcept
      : data_(other.data()), size_(other.size()) {}

  __host__ __device__ constexpr T_* data() const noexcept { return data_; }
  __host__ __device__ constexpr size_t size() const noexcept { return size_; }
  __host__ __device__ constexpr size_t size_bytes() const noexcept { return size_ * sizeof(T_); }
  __host__ __device__ constexpr bool empty() const noexcept { return size_ == 0; }
  __host__ __device__ constexpr T_& operator[](size_t i) const { return data_[i]; }
  __host__ __device__ constexpr T_& front() const { return data_[0]; }
  __host__ __device__ constexpr T_& back() const { return data_[size_ - 1]; }
  __host__ __device__ constexpr T_* begin() const noexcept { return data_; }
  __host__ __device__ constexpr T_* end() const noexcept { return data_ + size_; }
  __host__ __device__ constexpr span<T_> first(size_t count) const { return {data_, count}; }
  __host__ __device__ constexpr span<T_> last(size_t count) const {
    return {data_ + (size_ - count), count};
  }
  __host__ __device__ constexpr span<T_> subspan(size_t offset,
                                                 size_t count = dynamic_extent) const {
    return {data_ + offset, count == dynamic_extent ? size_ - offset : count};
  }

 private:
  T_* data_;
  size_t size_;
};
template <typename T_>
span(T_*, size_t) -> span<T_>;
template <typename T_, size_t n_>
span(T_ (&)[n_]) -> span<T_, n_>;

}  // namespace std
