#pragma once

// Algorithms that read sequences.

#include <duet/spelling/algorithms/parts.hpp>

namespace std {

template <typename I_, typename P_>
__host__ __device__ inline I_ find_if(I_ begin, I_ end, P_ is_wanted) {
  while (begin != end && !is_wanted(*begin)) ++begin;
  return begin;
}
template <typename I_, typename P_>
__host__ __device__ inline I_ find_if_not(I_ begin, I_ end, P_ is_unwanted) {
  while (begin != end && is_unwanted(*begin)) ++begin;
  return begin;
}
template <typename I_, typename P_>
__host__ __device__ inline bool all_of(I_ begin, I_ end, P_ has) {
  return std::find_if_not(begin, end, has) == end;
}
template <typename I_, typename P_>
__host__ __device__ inline bool any_of(I_ begin, I_ end, P_ has) {
  return std::find_if(begin, end, has) != end;
}
template <typename I_, typename P_>
__host__ __device__ inline bool none_of(I_ begin, I_ end, P_ has) {
  return std::find_if(begin, end, has) == end;
}
template <typename I_, typename F_>
__host__ __device__ inline F_ for_each(I_ begin, I_ end, F_ function) {
  for (; begin != end; ++begin) function(*begin);
  return function;
}
template <typename I_, typename N_, typename F_>
__host__ __device__ inline I_ for_each_n(I_ begin, N_ count, F_ function) {
  for (; count > 0; --count, ++begin) function(*begin);
  return begin;
}
template <typename I_, typename P_>
__host__ __device__ inline ptrdiff_t count_if(I_ begin, I_ end, P_ has) {
  ptrdiff_t found = 0;
  for (; begin != end; ++begin) found += has(*begin) ? 1 : 0;
  return found;
}
template <typename I_, typename T_>
__host__ __device__ inline ptrdiff_t count(I_ begin, I_ end, const T_& value) {
  return std::count_if(begin, end, [&](const auto& x) { return x == value; });
}

template <typename I_, typename J_, typename E_ = spelling_detail::equals>
__host__ __device__ inline pair<I_, J_> mismatch(I_ begin, I_ end, J_ other, E_ are_equal = {}) {
  while (begin != end && are_equal(*begin, *other)) ++begin, (void)++other;
  return {begin, other};
}
template <typename I_, typename J_, typename E_ = spelling_detail::equals>
__host__ __device__ inline bool equal(I_ begin, I_ end, J_ other, E_ are_equal = {}) {
  return std::mismatch(begin, end, other, are_equal).first == end;
}
template <typename I_, typename J_, typename L_ = spelling_detail::before>
__host__ __device__ inline bool lexicographical_compare(I_ begin, I_ end, J_ other, J_ other_end,
                                                        L_ less = {}) {
  for (; begin != end && other != other_end; ++begin, (void)++other) {
    if (less(*begin, *other)) return true;
    if (less(*other, *begin)) return false;
  }
  return begin == end && other != other_end;
}

template <typename I_, typename E_ = spelling_detail::equals>
__host__ __device__ inline I_ adjacent_find(I_ begin, I_ end, E_ are_equal = {}) {
  if (begin == end) return end;
  for (I_ next = begin; ++next != end; begin = next) {
    if (are_equal(*begin, *next)) return begin;
  }
  return end;
}
template <typename I_, typename J_, typename E_ = spelling_detail::equals>
__host__ __device__ inline I_ search(I_ begin, I_ end, J_ part, J_ part_end, E_ are_equal = {}) {
  for (;; ++begin) {
    I_ at = begin;
    for (J_ wanted = part;; ++at, (void)++wanted) {
      if (wanted == part_end) return begin;
      if (at == end) return end;
      if (!are_equal(*at, *wanted)) break;
    }
  }
}
template <typename I_, typename N_, typename T_, typename E_ = spelling_detail::equals>
__host__ __device__ inline I_ search_n(I_ begin, I_ end, N_ count, const T_& value,
                                       E_ are_equal = {}) {
  N_ found = 0;
  for (I_ at = begin; found < count; ++at) {
    if (at == end) return end;
    found = are_equal(*at, value) ? found + 1 : 0;
    if (found == 0) begin = std::next(at);
  }
  return begin;
}
template <typename I_, typename J_, typename E_ = spelling_detail::equals>
__host__ __device__ inline I_ find_end(I_ begin, I_ end, J_ part, J_ part_end, E_ are_equal = {}) {
  I_ last = end;
  if (part == part_end) return last;
  for (I_ at = begin; (at = std::search(at, end, part, part_end, are_equal)) != end; ++at)
    last = at;
  return last;
}
template <typename I_, typename J_, typename E_ = spelling_detail::equals>
__host__ __device__ inline I_ find_first_of(I_ begin, I_ end, J_ wanted, J_ wanted_end,
                                            E_ are_equal = {}) {
  return std::find_if(begin, end, [&](const auto& x) {
    return std::any_of(wanted, wanted_end, [&](const auto& y) { return are_equal(x, y); });
  });
}

template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline I_ is_sorted_until(I_ begin, I_ end, L_ less = {}) {
  if (begin == end) return end;
  for (I_ next = begin; ++next != end; begin = next) {
    if (less(*next, *begin)) return next;
  }
  return end;
}
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline bool is_sorted(I_ begin, I_ end, L_ less = {}) {
  return std::is_sorted_until(begin, end, less) == end;
}
template <typename I_, typename P_>
__host__ __device__ inline I_ partition_point(I_ begin, I_ end, P_ is_first) {
  for (auto count = end - begin; count > 0;) {
    const auto half = count / 2;
    const bool is_behind = is_first(begin[half]);
    if (is_behind) begin += half + 1;
    count = is_behind ? count - half - 1 : half;
  }
  return begin;
}
template <typename I_, typename P_>
__host__ __device__ inline bool is_partitioned(I_ begin, I_ end, P_ is_first) {
  return std::none_of(std::find_if_not(begin, end, is_first), end, is_first);
}
template <typename I_, typename T_, typename L_ = spelling_detail::before>
__host__ __device__ inline pair<I_, I_> equal_range(I_ begin, I_ end, const T_& value,
                                                    L_ less = {}) {
  return {std::lower_bound(begin, end, value, less), std::upper_bound(begin, end, value, less)};
}
template <typename I_, typename T_, typename L_ = spelling_detail::before>
__host__ __device__ inline bool binary_search(I_ begin, I_ end, const T_& value, L_ less = {}) {
  const I_ at = std::lower_bound(begin, end, value, less);
  return at != end && !less(value, *at);
}
template <typename I_, typename J_, typename L_ = spelling_detail::before>
__host__ __device__ inline bool includes(I_ begin, I_ end, J_ part, J_ part_end, L_ less = {}) {
  for (; part != part_end; ++begin) {
    if (begin == end || less(*part, *begin)) return false;
    if (!less(*begin, *part)) ++part;
  }
  return true;
}

/// The last of the greatest, as the standard has it.
template <typename I_, typename L_ = spelling_detail::before>
__host__ __device__ inline pair<I_, I_> minmax_element(I_ begin, I_ end, L_ less = {}) {
  pair<I_, I_> found(begin, begin);
  for (; begin != end; ++begin) {
    if (less(*begin, *found.first)) found.first = begin;
    if (!less(*begin, *found.second)) found.second = begin;
  }
  return found;
}
template <typename T_, typename L_>
__host__ __device__ constexpr const T_& clamp(const T_& x, const T_& low, const T_& high, L_ less) {
  return less(x, low) ? low : less(high, x) ? high : x;
}

}  // namespace std
