#pragma once

#include <duet/spelling/std/type_traits.hpp>

// What PyTorch's floating-point numbers of 8 and 16 bits have in common: they are stored, and
// computed with as float.

namespace c10::stored {

template <typename I_, typename T>
using IfInteger = ::std::enable_if_t<::std::is_integral<I_>::value, T>;
template <typename F_>
using IfFloat = ::std::enable_if_t<::std::is_floating_point<F_>::value, F_>;

/// A number that is stored as the bits of a type of duet.
/// @tparam T  the type that derives from this
template <typename T, typename Bits, typename Native>
struct StoredFloat {
  struct from_bits_t {};
  __host__ __device__ static constexpr from_bits_t from_bits() { return {}; }

  Bits x;
  StoredFloat() = default;
  __host__ __device__ constexpr StoredFloat(Bits bits, from_bits_t) : x(bits) {}
  __device__ StoredFloat(float value) : x(Native(value).bits()) {}
  __device__ operator float() const { return float(Native::from_bits(x)); }

  friend __device__ T operator-(T a) { return T(-float(a)); }
  friend __device__ T __ldg(const T* from) { return T(::__ldg(&from->x), T::from_bits()); }

#define DUET_SPELLING_TORCH_EXTREME(name, takes_second)               \
  friend __device__ T name(T a, T b) { return takes_second ? b : a; } \
  template <typename F_>                                              \
  friend __device__ IfFloat<F_> name(T a, F_ b) {                     \
    return takes_second ? b : F_(float(a));                           \
  }                                                                   \
  template <typename F_>                                              \
  friend __device__ IfFloat<F_> name(F_ a, T b) {                     \
    return takes_second ? F_(float(b)) : a;                           \
  }
  DUET_SPELLING_TORCH_EXTREME(min, b < a)
  DUET_SPELLING_TORCH_EXTREME(max, a < b)
#undef DUET_SPELLING_TORCH_EXTREME

/// With integers the result is of the type, with other numbers of theirs.
#define DUET_SPELLING_TORCH_OPERATOR(op)                                                \
  friend __device__ T operator op(T a, T b) { return T(float(a) op float(b)); }         \
  friend __device__ T& operator op##=(T& a, T b) { return a = a op b; }                 \
  friend __device__ float& operator op##=(float& a, T b) { return a = a op float(b); }  \
  friend __device__ float operator op(T a, float b) { return float(a) op b; }           \
  friend __device__ float operator op(float a, T b) { return a op float(b); }           \
  friend __device__ double operator op(T a, double b) { return double(float(a)) op b; } \
  friend __device__ double operator op(double a, T b) { return a op double(float(b)); } \
  template <typename I_>                                                                \
  friend __device__ IfInteger<I_, T> operator op(T a, I_ b) {                           \
    return a op T(float(b));                                                            \
  }                                                                                     \
  template <typename I_>                                                                \
  friend __device__ IfInteger<I_, T> operator op(I_ a, T b) {                           \
    return T(float(a)) op b;                                                            \
  }
  DUET_SPELLING_TORCH_OPERATOR(+)
  DUET_SPELLING_TORCH_OPERATOR(-)
  DUET_SPELLING_TORCH_OPERATOR(*)
  DUET_SPELLING_TORCH_OPERATOR(/)
#undef DUET_SPELLING_TORCH_OPERATOR
};

}  // namespace c10::stored
