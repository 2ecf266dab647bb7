#pragma once

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_REVERSE_ITERATORS)
#include <duet/spelling/std/iterator.hpp>
#endif
#include <duet/spelling/std/utility.hpp>

namespace std {

template <typename I_>
class reverse_iterator;

/// An array as a value; of 0 elements it has one that is not used.
template <typename T_, size_t n_>
struct array {
  using value_type = T_;
  using size_type = size_t;
  using reference = T_&;
  using const_reference = const T_&;
  using pointer = T_*;
  using iterator = T_*;
  using const_iterator = const T_*;
  using difference_type = ptrdiff_t;
  using reverse_iterator = ::std::reverse_iterator<T_*>;
  using const_reverse_iterator = ::std::reverse_iterator<const T_*>;
  T_ elements_[n_ == 0 ? 1 : n_];

  __host__ __device__ constexpr T_& operator[](size_t i) { return elements_[i]; }
  __host__ __device__ constexpr const T_& operator[](size_t i) const { return elements_[i]; }
  __host__ __device__ constexpr T_& at(size_t i) { return elements_[i]; }
  __host__ __device__ constexpr const T_& at(size_t i) const { return elements_[i]; }
  __host__ __device__ constexpr T_& front() { return elements_[0]; }
  __host__ __device__ constexpr const T_& front() const { return elements_[0]; }
  __host__ __device__ constexpr T_& back() { return elements_[n_ - 1]; }
  __host__ __device__ constexpr const T_& back() const { return elements_[n_ - 1]; }
  __host__ __device__ constexpr T_* data() noexcept { return elements_; }
  __host__ __device__ constexpr const T_* data() const noexcept { return elements_; }
  __host__ __device__ constexpr T_* begin() noexcept { return elements_; }
  __host__ __device__ constexpr const T_* begin() const noexcept { return elements_; }
  __host__ __device__ constexpr T_* end() noexcept { return elements_ + n_; }
  __host__ __device__ constexpr const T_* end() const noexcept { return elements_ + n_; }
  __host__ __device__ constexpr const T_* cbegin() const noexcept { return begin(); }
  __host__ __device__ constexpr const T_* cend() const noexcept { return end(); }
  __host__ __device__ constexpr reverse_iterator rbegin() noexcept {
    return reverse_iterator(end());
  }
  __host__ __device__ constexpr const_reverse_iterator rbegin() const noexcept {
    return const_reverse_iterator(end());
  }
  __host__ __device__ constexpr reverse_iterator rend() noexcept {
    return reverse_iterator(begin());
  }
  __host__ __device__ constexpr const_reverse_iterator rend() const noexcept {
    return const_reverse_iterator(begin());
  }
  __host__ __device__ constexpr const_reverse_iterator crbegin() const noexcept { return rbegin(); }
  __host__ __device__ constexpr const_reverse_iterator crend() const noexcept { return rend(); }
  __host__ __device__ static constexpr size_t size() noexcept { return n_; }
  __host__ __device__ static constexpr size_t max_size() noexcept { return n_; }
  __host__ __device__ static constexpr bool empty() noexcept { return n_ == 0; }
  __host__ __device__ void fill(const T_& value) {
    for (size_t i = 0; i < n_; ++i) elements_[i] = value;
  }
  __host__ __device__ void swap(array& other) {
    for (size_t i = 0; i < n_; ++i) ::std::swap(elements_[i], other.elements_[i]);
  }
};
template <typename T_, typename... U_>
array(T_, U_...) -> array<T_, 1 + sizeof...(U_)>;

template <typename T_, size_t n_>
__host__ __device__ constexpr bool operator==(const array<T_, n_>& a, const array<T_, n_>& b) {
  for (size_t i = 0; i < n_; ++i) {
    if (!(a[i] == b[i])) return false;
  }
  return true;
}
template <typename T_, size_t n_>
__host__ __device__ constexpr bool operator!=(const array<T_, n_>& a, const array<T_, n_>& b) {
  return !(a == b);
}
template <typename T_, size_t n_>
__host__ __device__ constexpr bool operator<(const array<T_, n_>& a, const array<T_, n_>& b) {
  for (size_t i = 0; i < n_; ++i) {
    if (a[i] < b[i]) return true;
    if (b[i] < a[i]) return false;
  }
  return false;
}
template <typename T_, size_t n_>
__host__ __device__ constexpr bool operator>(const array<T_, n_>& a, const array<T_, n_>& b) {
  return b < a;
}
template <typename T_, size_t n_>
__host__ __device__ constexpr bool operator<=(const array<T_, n_>& a, const array<T_, n_>& b) {
  return !(b < a);
}
template <typename T_, size_t n_>
__host__ __device__ constexpr bool operator>=(const array<T_, n_>& a, const array<T_, n_>& b) {
  return !(a < b);
}
template <typename T_, size_t n_>
struct tuple_size<array<T_, n_>> : integral_constant<size_t, n_> {};
template <size_t i_, typename T_, size_t n_>
struct tuple_element<i_, array<T_, n_>> {
  using type = T_;
};
template <typename T_, size_t n_>
struct tuple_size<const array<T_, n_>> : integral_constant<size_t, n_> {};
template <size_t i_, typename T_, size_t n_>
struct tuple_element<i_, const array<T_, n_>> {
  using type = const T_;
};
template <size_t i_, typename T_, size_t n_>
__host__ __device__ constexpr T_& get(array<T_, n_>& a) noexcept {
  static_assert(i_ < n_, "the array has fewer elements");
  return a[i_];
}
template <size_t i_, typename T_, size_t n_>
__host__ __device__ constexpr const T_& get(const array<T_, n_>& a) noexcept {
  static_assert(i_ < n_, "the array has fewer elements");
  return a[i_];
}
template <size_t i_, typename T_, size_t n_>
__host__ __device__ constexpr T_&& get(array<T_, n_>&& a) noexcept {
  return static_cast<T_&&>(a[i_]);
}

}  // namespace std

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_BINDINGS)
#include <duet/spelling/std/bindings/array.hpp>
#endif
