#pragma once

// Algorithms that sort, all in place, and those of sorted sequences.

#include <duet/spelling/algorithms/changes.hpp>

namespace std {

namespace spelling_detail {

/// Lets the element of a heap sink until none below it is greater.
/// @param key   `key(i)` is the element of index i
/// @param swap  `swap(i, j)` exchanges elements
template <typename K_, typename S_, typename L_>
__host__ __device__ inline void sink(ptrdiff_t at, ptrdiff_t size, K_ key, S_ swap, L_ less) {
  for (ptrdiff_t child; (child = 2 * at + 1) < size; at = child) {
    if (child + 1 < size && less(key(child), key(child + 1))) ++child;
    if (!less(key(at), key(child))) return;
    swap(at, child);
  }
}
/// Sorts a sequence by making a heap of it.
template <typename K_, typename S_, typename L_>
__host__ __device__ inline void heap_sort(ptrdiff_t size, K_ key, S_ swap, L_ less) {
  for (ptrdiff_t i = size / 2; i-- > 0;) sink(i, size, key, swap, less);
  while (--size > 0) {
    swap(0, size);
    sink(0, size, key, swap, less);
  }
}

template <typename I_>
struct key_of {
  I_ begin;
  __host__ __device__ auto& operator()(ptrdiff_t i) const { return begin[i]; }
};
template <typename I_>
struct swap_of {
  I_ begin;
  __host__ __device__ void operator()(ptrdiff_t i, ptrdiff_t j) const {
    std::swap(begin[i], begin[j]);
  }
};

}  // namespace spelling_detail

template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline void make_heap(I_ begin, I_ end, L_ less = {}) {
  const ptrdiff_t size = end - begin;
  for (ptrdiff_t i = size / 2; i-- > 0;) {
    spelling_detail::sink(i, size, spelling_detail::key_of<I_>{begin},
                          spelling_detail::swap_of<I_>{begin}, less);
  }
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline void push_heap(I_ begin, I_ end, L_ less = {}) {
  for (ptrdiff_t at = end - begin - 1; at > 0 && less(begin[(at - 1) / 2], begin[at]);
       at = (at - 1) / 2) {
    std::swap(begin[(at - 1) / 2], begin[at]);
  }
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline void pop_heap(I_ begin, I_ end, L_ less = {}) {
  const ptrdiff_t last = end - begin - 1;
  std::swap(begin[0], begin[last]);
  spelling_detail::sink(0, last, spelling_detail::key_of<I_>{begin},
                        spelling_detail::swap_of<I_>{begin}, less);
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline void sort_heap(I_ begin, I_ end, L_ less = {}) {
  for (; end - begin > 1; --end) std::pop_heap(begin, end, less);
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline I_ is_heap_until(I_ begin, I_ end, L_ less = {}) {
  for (ptrdiff_t i = 1; i < end - begin; ++i) {
    if (less(begin[(i - 1) / 2], begin[i])) return begin + i;
  }
  return end;
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline bool is_heap(I_ begin, I_ end, L_ less = {}) {
  return std::is_heap_until(begin, end, less) == end;
}

template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline void sort(I_ begin, I_ end, L_ less = {}) {
  spelling_detail::heap_sort(end - begin, spelling_detail::key_of<I_>{begin},
                             spelling_detail::swap_of<I_>{begin}, less);
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline void partial_sort(I_ begin, I_ middle, I_ end, L_ less = {}) {
  if (begin == middle) return;
  std::make_heap(begin, middle, less);
  for (I_ at = middle; at != end; ++at) {
    if (!less(*at, *begin)) continue;
    std::swap(*at, *begin);
    spelling_detail::sink(0, middle - begin, spelling_detail::key_of<I_>{begin},
                          spelling_detail::swap_of<I_>{begin}, less);
  }
  std::sort_heap(begin, middle, less);
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline void nth_element(I_ begin, I_ nth, I_ end, L_ less = {}) {
  if (nth != end) std::partial_sort(begin, nth + 1, end, less);
}

/// In place: each element of the second part is moved to where it belongs in the first.
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline void inplace_merge(I_ begin, I_ middle, I_ end, L_ less = {}) {
  while (begin != middle && middle != end) {
    begin = std::upper_bound(begin, middle, *middle, less);
    if (begin == middle) return;
    const I_ run = std::lower_bound(middle, end, *begin, less);
    begin = std::rotate(begin, middle, run);
    middle = run;
  }
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline void stable_sort(I_ begin, I_ end, L_ less = {}) {
  const ptrdiff_t size = end - begin;
  for (ptrdiff_t width = 1; width < size; width *= 2) {
    for (ptrdiff_t at = 0; at + width < size; at += 2 * width) {
      std::inplace_merge(begin + at, begin + at + width,
                         begin + std::min<ptrdiff_t>(at + 2 * width, size), less);
    }
  }
}
template <typename I_, typename J_, typename O_, typename L_ = spelling_detail::before>
__host__ __device__ inline O_ merge(I_ a, I_ a_end, J_ b, J_ b_end, O_ out, L_ less = {}) {
  while (a != a_end && b != b_end) {
    if (less(*b, *a)) {
      *out++ = *b++;
    } else {
      *out++ = *a++;
    }
  }
  return std::copy(b, b_end, std::copy(a, a_end, out));
}

namespace spelling_detail {
/// Goes through two sorted sequences. What is in the first only, in both, in the second only is
/// written if it is wanted.
template <bool first_, bool both_, bool second_, typename I_, typename J_, typename O_, typename L_>
__host__ __device__ inline O_ combine(I_ a, I_ a_end, J_ b, J_ b_end, O_ out, L_ less) {
  while (a != a_end && b != b_end) {
    if (less(*a, *b)) {
      if (first_) *out++ = *a;
      ++a;
    } else if (less(*b, *a)) {
      if (second_) *out++ = *b;
      ++b;
    } else {
      if (both_) *out++ = *a;
      ++a, (void)++b;
    }
  }
  if (first_) out = std::copy(a, a_end, out);
  return second_ ? std::copy(b, b_end, out) : out;
}
}  // namespace spelling_detail
template <typename I_, typename J_, typename O_, typename L_ = spelling_detail::before>
__host__ __device__ inline O_ set_union(I_ a, I_ a_end, J_ b, J_ b_end, O_ out, L_ less = {}) {
  return spelling_detail::combine<true, true, true>(a, a_end, b, b_end, out, less);
}
template <typename I_, typename J_, typename O_, typename L_ = spelling_detail::before>
__host__ __device__ inline O_ set_intersection(I_ a, I_ a_end, J_ b, J_ b_end, O_ out,
                                               L_ less = {}) {
  return spelling_detail::combine<false, true, false>(a, a_end, b, b_end, out, less);
}
template <typename I_, typename J_, typename O_, typename L_ = spelling_detail::before>
__host__ __device__ inline O_ set_difference(I_ a, I_ a_end, J_ b, J_ b_end, O_ out, L_ less = {}) {
  return spelling_detail::combine<true, false, false>(a, a_end, b, b_end, out, less);
}
template <typename I_, typename J_, typename O_, typename L_ = spelling_detail::before>
__host__ __device__ inline O_ set_symmetric_difference(I_ a, I_ a_end, J_ b, J_ b_end, O_ out,
                                                       L_ less = {}) {
  return spelling_detail::combine<true, false, true>(a, a_end, b, b_end, out, less);
}

template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline bool next_permutation(I_ begin, I_ end, L_ less = {}) {
  if (end - begin < 2) return false;
  for (I_ at = end - 1; at != begin; --at) {
    if (!less(at[-1], *at)) continue;
    I_ greater = end;
    while (!less(at[-1], *--greater)) {
    }
    std::swap(at[-1], *greater);
    std::reverse(at, end);
    return true;
  }
  std::reverse(begin, end);
  return false;
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline bool prev_permutation(I_ begin, I_ end, L_ less = {}) {
  return std::next_permutation(begin, end,
                               [&](const auto& a, const auto& b) { return less(b, a); });
}

}  // namespace std
