#pragma once

// What a list in braces becomes. Compilers look for it in their own std.

namespace std {
template <typename T_>
class initializer_list {
 public:
  using value_type = T_;
  using iterator = const T_*;
  using const_iterator = const T_*;
  __host__ __device__ constexpr initializer_list() noexcept = default;
  __host__ __device__ constexpr decltype(sizeof(0)) size() const noexcept { return size_; }
  __host__ __device__ constexpr const T_* begin() const noexcept { return begin_; }
  __host__ __device__ constexpr const T_* end() const noexcept { return begin_ + size_; }

 private:
  const T_* begin_ = nullptr;
  decltype(sizeof(0)) size_ = 0;
};
}  // namespace std

#include <duet/spelling/vendor/native_braces.hpp>
