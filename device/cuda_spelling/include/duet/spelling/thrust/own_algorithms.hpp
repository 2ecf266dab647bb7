#pragma once

// Thrust's algorithms that the standard library has not, or with other arguments.

#include <duet/spelling/algorithms/sorting.hpp>
#include <duet/spelling/std/numeric.hpp>

namespace thrust {
namespace own {

template <typename I_, typename T_ = typename ::std::iterator_traits<I_>::value_type>
__host__ __device__ inline void sequence(I_ begin, I_ end, T_ first = T_(0), T_ step = T_(1)) {
  for (T_ value = first; begin != end; ++begin, value = value + step) *begin = value;
}
template <typename I_, typename F_>
__host__ __device__ inline void tabulate(I_ begin, I_ end, F_ function) {
  for (ptrdiff_t i = 0; i < end - begin; ++i) begin[i] = function(i);
}
template <typename M_, typename I_, typename O_>
__host__ __device__ inline O_ gather(M_ map, M_ map_end, I_ from, O_ out) {
  for (; map != map_end; ++map, (void)++out) *out = from[*map];
  return out;
}
template <typename I_, typename M_, typename O_>
__host__ __device__ inline void scatter(I_ begin, I_ end, M_ map, O_ out) {
  for (; begin != end; ++begin, (void)++map) out[*map] = *begin;
}
template <typename I_, typename O_, typename F_, typename P_>
__host__ __device__ inline O_ transform_if(I_ begin, I_ end, O_ out, F_ function, P_ has) {
  for (; begin != end; ++begin, (void)++out) {
    if (has(*begin)) *out = function(*begin);
  }
  return out;
}
template <typename I_, typename O_, typename P_>
__host__ __device__ inline O_ copy_if(I_ begin, I_ end, O_ out, P_ is_wanted) {
  return ::std::copy_if(begin, end, out, is_wanted);
}
/// What is wanted is told by the elements of another sequence.
template <typename I_, typename S_, typename O_, typename P_>
__host__ __device__ inline O_ copy_if(I_ begin, I_ end, S_ stencil, O_ out, P_ is_wanted) {
  for (; begin != end; ++begin, (void)++stencil) {
    if (is_wanted(*stencil)) *out++ = *begin;
  }
  return out;
}
template <typename I_, typename F_, typename T_, typename A_>
__host__ __device__ inline T_ transform_reduce(I_ begin, I_ end, F_ function, T_ sum, A_ add) {
  return ::std::transform_reduce(begin, end, sum, add, function);
}
template <typename I_, typename O_, typename F_, typename A_>
__host__ __device__ inline O_ transform_inclusive_scan(I_ begin, I_ end, O_ out, F_ function,
                                                       A_ add) {
  return ::std::transform_inclusive_scan(begin, end, out, add, function);
}
template <typename I_, typename O_, typename F_, typename T_, typename A_>
__host__ __device__ inline O_ transform_exclusive_scan(I_ begin, I_ end, O_ out, F_ function,
                                                       T_ sum, A_ add) {
  return ::std::transform_exclusive_scan(begin, end, out, sum, add, function);
}
template <typename I_, typename O_, typename T_ = typename ::std::iterator_traits<I_>::value_type,
          typename A_ = ::std::plus<>>
__host__ __device__ inline O_ exclusive_scan(I_ begin, I_ end, O_ out, T_ sum = T_(0),
                                             A_ add = {}) {
  return ::std::exclusive_scan(begin, end, out, sum, add);
}

template <typename K_, typename V_>
struct swap_with_values {
  K_ keys;
  V_ values;
  __host__ __device__ void operator()(ptrdiff_t i, ptrdiff_t j) const {
    ::std::swap(keys[i], keys[j]);
    ::std::swap(values[i], values[j]);
  }
};
template <typename K_, typename V_, typename L_ = ::std::spelling_detail::before>
__host__ __device__ inline void sort_by_key(K_ keys, K_ end, V_ values, L_ less = {}) {
  ::std::spelling_detail::heap_sort(end - keys, ::std::spelling_detail::key_of<K_>{keys},
                                    swap_with_values<K_, V_>{keys, values}, less);
}
/// By insertion.
template <typename K_, typename V_, typename L_ = ::std::spelling_detail::before>
__host__ __device__ inline void stable_sort_by_key(K_ keys, K_ end, V_ values, L_ less = {}) {
  const swap_with_values<K_, V_> swap{keys, values};
  for (ptrdiff_t i = 1; i < end - keys; ++i) {
    for (ptrdiff_t at = i; at > 0 && less(keys[at], keys[at - 1]); --at) swap(at, at - 1);
  }
}
template <typename K_, typename V_, typename KO_, typename VO_,
          typename E_ = ::std::spelling_detail::equals, typename A_ = ::std::plus<>>
__host__ __device__ inline ::std::pair<KO_, VO_> reduce_by_key(K_ keys, K_ end, V_ values,
                                                               KO_ keys_out, VO_ values_out,
                                                               E_ are_equal = {}, A_ add = {}) {
  while (keys != end) {
    auto key = *keys;
    auto sum = *values;
    while (++keys, (void)++values, keys != end && are_equal(key, *keys)) sum = add(sum, *values);
    *keys_out++ = key;
    *values_out++ = sum;
  }
  return {keys_out, values_out};
}

}  // namespace own
}  // namespace thrust
