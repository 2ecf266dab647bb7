#pragma once

// Algorithms that write sequences, other than those that sort.

#include <duet/spelling/algorithms/sequences.hpp>

namespace std {

template <typename I_, typename O_, typename P_>
__host__ __device__ inline O_ copy_if(I_ begin, I_ end, O_ out, P_ is_wanted) {
  for (; begin != end; ++begin) {
    if (is_wanted(*begin)) *out++ = *begin;
  }
  return out;
}
template <typename I_, typename N_, typename O_>
__host__ __device__ inline O_ copy_n(I_ begin, N_ count, O_ out) {
  for (; count > 0; --count, ++begin, (void)++out) *out = *begin;
  return out;
}
template <typename I_, typename O_>
__host__ __device__ inline O_ copy_backward(I_ begin, I_ end, O_ out_end) {
  while (begin != end) *--out_end = *--end;
  return out_end;
}
template <typename I_, typename O_>
__host__ __device__ inline O_ move(I_ begin, I_ end, O_ out) {
  for (; begin != end; ++begin, (void)++out) *out = std::move(*begin);
  return out;
}
template <typename I_, typename O_>
__host__ __device__ inline O_ move_backward(I_ begin, I_ end, O_ out_end) {
  while (begin != end) *--out_end = std::move(*--end);
  return out_end;
}
template <typename I_, typename O_, typename F_>
__host__ __device__ inline O_ transform(I_ begin, I_ end, O_ out, F_ function) {
  for (; begin != end; ++begin, (void)++out) *out = function(*begin);
  return out;
}
template <typename I_, typename J_, typename O_, typename F_>
__host__ __device__ inline O_ transform(I_ begin, I_ end, J_ other, O_ out, F_ function) {
  for (; begin != end; ++begin, (void)++other, (void)++out) *out = function(*begin, *other);
  return out;
}
template <typename I_, typename G_>
__host__ __device__ inline void generate(I_ begin, I_ end, G_ make) {
  for (; begin != end; ++begin) *begin = make();
}
template <typename I_, typename N_, typename G_>
__host__ __device__ inline I_ generate_n(I_ begin, N_ count, G_ make) {
  for (; count > 0; --count, ++begin) *begin = make();
  return begin;
}

template <typename I_, typename O_, typename P_>
__host__ __device__ inline O_ remove_copy_if(I_ begin, I_ end, O_ out, P_ is_unwanted) {
  return std::copy_if(begin, end, out, [&](const auto& x) { return !is_unwanted(x); });
}
template <typename I_, typename O_, typename T_>
__host__ __device__ inline O_ remove_copy(I_ begin, I_ end, O_ out, const T_& value) {
  return std::copy_if(begin, end, out, [&](const auto& x) { return !(x == value); });
}
template <typename I_, typename P_>
__host__ __device__ inline I_ remove_if(I_ begin, I_ end, P_ is_unwanted) {
  return std::remove_copy_if(begin, end, begin, is_unwanted);
}
template <typename I_, typename T_>
__host__ __device__ inline I_ remove(I_ begin, I_ end, const T_& value) {
  const T_ unwanted = value;  // which may be an element
  return std::remove_copy(begin, end, begin, unwanted);
}
template <typename I_, typename P_, typename T_>
__host__ __device__ inline void replace_if(I_ begin, I_ end, P_ is_old, const T_& value) {
  for (; begin != end; ++begin) {
    if (is_old(*begin)) *begin = value;
  }
}
template <typename I_, typename T_>
__host__ __device__ inline void replace(I_ begin, I_ end, const T_& old, const T_& value) {
  std::replace_if(
      begin, end, [&](const auto& x) { return x == old; }, value);
}
template <typename I_, typename O_, typename P_, typename T_>
__host__ __device__ inline O_ replace_copy_if(I_ begin, I_ end, O_ out, P_ is_old,
                                              const T_& value) {
  for (; begin != end; ++begin, (void)++out) {
    if (is_old(*begin)) {
      *out = value;
    } else {
      *out = *begin;
    }
  }
  return out;
}
template <typename I_, typename O_, typename T_>
__host__ __device__ inline O_ replace_copy(I_ begin, I_ end, O_ out, const T_& old,
                                           const T_& value) {
  return std::replace_copy_if(
      begin, end, out, [&](const auto& x) { return x == old; }, value);
}
template <typename I_, typename O_, typename E_ = spelling_detail::equals>
__host__ __device__ inline O_ unique_copy(I_ begin, I_ end, O_ out, E_ are_equal = {}) {
  if (begin == end) return out;
  O_ last = out;
  for (*last = *begin; ++begin != end;) {
    if (!are_equal(*last, *begin)) *++last = *begin;
  }
  return ++last;
}
template <typename I_, typename E_ = spelling_detail::equals>
__host__ __device__ inline I_ unique(I_ begin, I_ end, E_ are_equal = {}) {
  return std::unique_copy(begin, end, begin, are_equal);
}

template <typename I_, typename J_>
__host__ __device__ inline void iter_swap(I_ a, J_ b) {
  std::swap(*a, *b);
}
template <typename I_, typename J_>
__host__ __device__ inline J_ swap_ranges(I_ begin, I_ end, J_ other) {
  for (; begin != end; ++begin, (void)++other) std::swap(*begin, *other);
  return other;
}
template <typename I_, typename O_>
__host__ __device__ inline O_ reverse_copy(I_ begin, I_ end, O_ out) {
  while (begin != end) *out++ = *--end;
  return out;
}
template <typename I_>
__host__ __device__ inline I_ rotate(I_ begin, I_ middle, I_ end) {
  std::reverse(begin, middle);
  std::reverse(middle, end);
  std::reverse(begin, end);
  return begin + (end - middle);
}
template <typename I_, typename O_>
__host__ __device__ inline O_ rotate_copy(I_ begin, I_ middle, I_ end, O_ out) {
  return std::copy(begin, middle, std::copy(middle, end, out));
}
template <typename I_, typename P_>
__host__ __device__ inline I_ partition(I_ begin, I_ end, P_ is_first) {
  I_ border = begin;
  for (; begin != end; ++begin) {
    if (is_first(*begin)) std::swap(*begin, *border++);
  }
  return border;
}
/// In place: halves are partitioned, and what lies between their borders is rotated.
template <typename I_, typename P_>
__host__ __device__ inline I_ stable_partition(I_ begin, I_ end, P_ is_first) {
  const auto size = end - begin;
  for (ptrdiff_t width = 1; width < size; width *= 2) {
    for (ptrdiff_t at = 0; at + width < size; at += 2 * width) {
      const I_ left = begin + at, middle = left + width;
      const I_ right = begin + std::min<ptrdiff_t>(at + 2 * width, size);
      std::rotate(std::partition_point(left, middle, is_first), middle,
                  std::partition_point(middle, right, is_first));
    }
  }
  return std::partition_point(begin, end, is_first);
}

}  // namespace std
