#pragma once

namespace duet {

/// One to four values of any types in a plain structure: a kernel argument (the host passes a
/// structure with the same members), or a value of reductions and shuffles.
///
///     const duet::tuple<float, int> best{x, i};
///     const auto [value, index] = best;
template <typename... T>
struct tuple;
/// A tuple of one value.
template <typename A>
struct tuple<A> {
  A first;  ///< Member 0.
};
/// A tuple of two values.
template <typename A, typename B>
struct tuple<A, B> {
  A first;   ///< Member 0.
  B second;  ///< Member 1.
};
/// A tuple of three values.
template <typename A, typename B, typename C>
struct tuple<A, B, C> {
  A first;   ///< Member 0.
  B second;  ///< Member 1.
  C third;   ///< Member 2.
};
/// A tuple of four values.
template <typename A, typename B, typename C, typename D>
struct tuple<A, B, C, D> {
  A first;   ///< Member 0.
  B second;  ///< Member 1.
  C third;   ///< Member 2.
  D fourth;  ///< Member 3.
};

/// A tuple of two values.
template <typename A, typename B>
using pair = tuple<A, B>;

/// A tuple of the given values.
template <typename... T>
__host__ __device__ constexpr tuple<T...> make_tuple(T... values) {
  return {values...};
}

/// A member of a tuple.
/// @tparam index  number of the member, from 0
template <int index, typename Tuple>
__host__ __device__ constexpr auto& get(Tuple& of) {
  if constexpr (index == 0) {
    return of.first;
  } else if constexpr (index == 1) {
    return of.second;
  } else if constexpr (index == 2) {
    return of.third;
  } else {
    static_assert(index == 3, "a tuple has four members at most");
    return of.fourth;
  }
}

}  // namespace duet
