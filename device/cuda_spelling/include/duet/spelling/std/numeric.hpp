#pragma once

#include <duet/spelling/std/functional.hpp>
#include <duet/spelling/std/iterator.hpp>

namespace std {

template <typename I_, typename T_>
__host__ __device__ inline T_ accumulate(I_ begin, I_ end, T_ sum) {
  for (; begin != end; ++begin) sum = sum + *begin;
  return sum;
}
template <typename I_, typename T_>
__host__ __device__ inline void iota(I_ begin, I_ end, T_ value) {
  for (; begin != end; ++begin, ++value) *begin = value;
}
template <typename A_, typename B_>
__host__ __device__ constexpr common_type_t<A_, B_> gcd(A_ a, B_ b) {
  common_type_t<A_, B_> x = a < 0 ? -a : a, y = b < 0 ? -b : b;
  while (y != 0) {
    const auto rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}

template <typename A_, typename B_>
__host__ __device__ constexpr common_type_t<A_, B_> lcm(A_ a, B_ b) {
  const common_type_t<A_, B_> x = a < 0 ? -a : a, y = b < 0 ? -b : b;
  return x == 0 || y == 0 ? 0 : x / std::gcd(x, y) * y;
}
template <typename T_>
__host__ __device__ constexpr enable_if_t<is_integral<T_>::value, T_> midpoint(T_ a, T_ b) {
  using Unsigned_ = make_unsigned_t<T_>;
  return a > b ? T_(a - T_(Unsigned_(Unsigned_(a) - Unsigned_(b)) / 2))
               : T_(a + T_(Unsigned_(Unsigned_(b) - Unsigned_(a)) / 2));
}
template <typename T_>
__host__ __device__ constexpr enable_if_t<is_floating_point<T_>::value, T_> midpoint(T_ a, T_ b) {
  return a / 2 + b / 2;
}
template <typename T_>
__host__ __device__ constexpr T_* midpoint(T_* a, T_* b) {
  return a + (b - a) / 2;
}

template <typename I_, typename T_, typename F_>
__host__ __device__ inline T_ accumulate(I_ begin, I_ end, T_ sum, F_ add) {
  for (; begin != end; ++begin) sum = add(sum, *begin);
  return sum;
}
template <typename I_, typename T_, typename F_ = plus<>>
__host__ __device__ inline T_ reduce(I_ begin, I_ end, T_ sum, F_ add = {}) {
  return std::accumulate(begin, end, sum, add);
}
template <typename I_>
__host__ __device__ inline auto reduce(I_ begin, I_ end) {
  using Value_ = typename iterator_traits<I_>::value_type;
  return std::accumulate(begin, end, Value_{});
}
template <typename I_, typename J_, typename T_, typename A_ = plus<>, typename M_ = multiplies<>>
__host__ __device__ inline T_ inner_product(I_ begin, I_ end, J_ other, T_ sum, A_ add = {},
                                            M_ multiply = {}) {
  for (; begin != end; ++begin, (void)++other) sum = add(sum, multiply(*begin, *other));
  return sum;
}
template <typename I_, typename J_, typename T_, typename = enable_if_t<!is_arithmetic<J_>::value>>
__host__ __device__ inline T_ transform_reduce(I_ begin, I_ end, J_ other, T_ sum) {
  return std::inner_product(begin, end, other, sum);
}
template <typename I_, typename T_, typename A_, typename F_>
__host__ __device__ inline T_ transform_reduce(I_ begin, I_ end, T_ sum, A_ add, F_ function) {
  for (; begin != end; ++begin) sum = add(sum, function(*begin));
  return sum;
}
template <typename I_, typename J_, typename T_, typename A_, typename M_>
__host__ __device__ inline T_ transform_reduce(I_ begin, I_ end, J_ other, T_ sum, A_ add,
                                               M_ multiply) {
  return std::inner_product(begin, end, other, sum, add, multiply);
}

template <typename I_, typename O_, typename A_, typename F_, typename T_>
__host__ __device__ inline O_ transform_inclusive_scan(I_ begin, I_ end, O_ out, A_ add,
                                                       F_ function, T_ sum) {
  for (; begin != end; ++begin, (void)++out) *out = sum = add(sum, function(*begin));
  return out;
}
template <typename I_, typename O_, typename A_, typename F_>
__host__ __device__ inline O_ transform_inclusive_scan(I_ begin, I_ end, O_ out, A_ add,
                                                       F_ function) {
  if (begin == end) return out;
  auto sum = function(*begin);
  *out = sum;
  return std::transform_inclusive_scan(++begin, end, ++out, add, function, sum);
}
template <typename I_, typename O_, typename A_ = plus<>>
__host__ __device__ inline O_ inclusive_scan(I_ begin, I_ end, O_ out, A_ add = {}) {
  return std::transform_inclusive_scan(begin, end, out, add, identity());
}
template <typename I_, typename O_, typename A_, typename T_>
__host__ __device__ inline O_ inclusive_scan(I_ begin, I_ end, O_ out, A_ add, T_ sum) {
  return std::transform_inclusive_scan(begin, end, out, add, identity(), sum);
}
template <typename I_, typename O_, typename A_ = plus<>>
__host__ __device__ inline O_ partial_sum(I_ begin, I_ end, O_ out, A_ add = {}) {
  return std::inclusive_scan(begin, end, out, add);
}
template <typename I_, typename O_, typename T_, typename A_, typename F_>
__host__ __device__ inline O_ transform_exclusive_scan(I_ begin, I_ end, O_ out, T_ sum, A_ add,
                                                       F_ function) {
  for (; begin != end; ++begin, (void)++out) {
    const T_ next = add(sum, function(*begin));  // the output may be the input
    *out = sum;
    sum = next;
  }
  return out;
}
template <typename I_, typename O_, typename T_, typename A_ = plus<>>
__host__ __device__ inline O_ exclusive_scan(I_ begin, I_ end, O_ out, T_ sum, A_ add = {}) {
  return std::transform_exclusive_scan(begin, end, out, sum, add, identity());
}
template <typename I_, typename O_, typename F_ = minus<>>
__host__ __device__ inline O_ adjacent_difference(I_ begin, I_ end, O_ out, F_ subtract = {}) {
  if (begin == end) return out;
  auto last = *begin;
  *out = last;
  for (++out; ++begin != end; ++out) {
    auto value = *begin;
    *out = subtract(value, last);
    last = value;
  }
  return out;
}

}  // namespace std
