#pragma once

// The part of <algorithm> that kernels use.

#include <duet/spelling/std/initializer_list.hpp>
#include <duet/spelling/std/utility.hpp>

namespace std {

template <typename T_>
__host__ __device__ constexpr const T_& min(const T_& a, const T_& b) {
  return b < a ? b : a;
}
template <typename T_>
__host__ __device__ constexpr const T_& max(const T_& a, const T_& b) {
  return a < b ? b : a;
}
template <typename T_, typename L_>
__host__ __device__ constexpr const T_& min(const T_& a, const T_& b, L_ less) {
  return less(b, a) ? b : a;
}
template <typename T_, typename L_>
__host__ __device__ constexpr const T_& max(const T_& a, const T_& b, L_ less) {
  return less(a, b) ? b : a;
}
template <typename T_>
__host__ __device__ constexpr T_ min(duet::spelling::initializer_list<T_> list) {
  T_ least = *list.begin();
  for (const T_& x : list) least = x < least ? x : least;
  return least;
}
template <typename T_>
__host__ __device__ constexpr T_ max(duet::spelling::initializer_list<T_> list) {
  T_ most = *list.begin();
  for (const T_& x : list) most = most < x ? x : most;
  return most;
}
template <typename T_>
__host__ __device__ constexpr const T_& clamp(const T_& x, const T_& low, const T_& high) {
  return x < low ? low : high < x ? high : x;
}
template <typename T_>
__host__ __device__ constexpr pair<const T_&, const T_&> minmax(const T_& a, const T_& b) {
  return b < a ? pair<const T_&, const T_&>(b, a) : pair<const T_&, const T_&>(a, b);
}

template <typename I_, typename T_>
__host__ __device__ inline void fill(I_ begin, I_ end, const T_& value) {
  for (; begin != end; ++begin) *begin = value;
}
template <typename I_, typename N_, typename T_>
__host__ __device__ inline I_ fill_n(I_ begin, N_ count, const T_& value) {
  for (; count > 0; --count, ++begin) *begin = value;
  return begin;
}
template <typename I_, typename O_>
__host__ __device__ inline O_ copy(I_ begin, I_ end, O_ out) {
  for (; begin != end; ++begin, ++out) *out = *begin;
  return out;
}
template <typename I_, typename T_>
__host__ __device__ inline I_ find(I_ begin, I_ end, const T_& value) {
  while (begin != end && !(*begin == value)) ++begin;
  return begin;
}
namespace spelling_detail {
struct before {
  template <typename A_, typename B_>
  __host__ __device__ constexpr bool operator()(const A_& a, const B_& b) const {
    return a < b;
  }
};
}  // namespace spelling_detail
template <typename I_, typename T_, typename L_ = spelling_detail::before>
__host__ __device__ inline I_ lower_bound(I_ begin, I_ end, const T_& value, L_ less = {}) {
  auto count = end - begin;
  while (count > 0) {
    const auto half = count / 2;
    if (less(begin[half], value)) {
      begin += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return begin;
}
template <typename I_, typename T_, typename L_ = spelling_detail::before>
__host__ __device__ inline I_ upper_bound(I_ begin, I_ end, const T_& value, L_ less = {}) {
  auto count = end - begin;
  while (count > 0) {
    const auto half = count / 2;
    if (less(value, begin[half])) {
      count = half;
    } else {
      begin += half + 1;
      count -= half + 1;
    }
  }
  return begin;
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline I_ max_element(I_ begin, I_ end, L_ less = {}) {
  I_ best = begin;
  for (; begin != end; ++begin) {
    if (less(*best, *begin)) best = begin;
  }
  return best;
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline I_ min_element(I_ begin, I_ end, L_ less = {}) {
  I_ best = begin;
  for (; begin != end; ++begin) {
    if (less(*begin, *best)) best = begin;
  }
  return best;
}
template <typename I_>
__host__ __device__ inline void reverse(I_ begin, I_ end) {
  while (begin != end && begin != --end) std::swap(*begin++, *end);
}

}  // namespace std
