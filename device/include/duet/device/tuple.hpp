#pragma once

namespace duet {

/// Up to four values of different types, as a plain structure: an argument of a kernel (the host
/// passes a structure with the same members), a value of reductions and shuffles.
///
///   const duet::tuple<float, int> best{x, i};
///   const auto [value, index] = best;
template <typename... T>
struct tuple;
/// Of one value.
template <typename A>
struct tuple<A> {
  A first;  ///< get<0>
};
/// Of two values.
template <typename A, typename B>
struct tuple<A, B> {
  A first;   ///< get<0>
  B second;  ///< get<1>
};
/// Of three values.
template <typename A, typename B, typename C>
struct tuple<A, B, C> {
  A first;   ///< get<0>
  B second;  ///< get<1>
  C third;   ///< get<2>
};
/// Of four values.
template <typename A, typename B, typename C, typename D>
struct tuple<A, B, C, D> {
  A first;   ///< get<0>
  B second;  ///< get<1>
  C third;   ///< get<2>
  D fourth;  ///< get<3>
};

template <typename A, typename B>
using pair = tuple<A, B>;

template <typename... T>
__host__ __device__ constexpr tuple<T...> make_tuple(T... values) {
  return {values...};
}

/// The member number `index`, counted from 0, of a tuple or a const one.
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
