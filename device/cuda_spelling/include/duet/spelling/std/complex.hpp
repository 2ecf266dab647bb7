#pragma once

#include <duet/device/complex.hpp>
#include <duet/device/math/complex.hpp>
#include <duet/spelling/std/cmath.hpp>
#include <duet/spelling/std/type_traits.hpp>

namespace std {

/// A complex number with the operations of duet::complex.
template <typename T_>
class complex {
 public:
  using value_type = T_;

  __host__ __device__ constexpr complex(T_ re = T_(), T_ im = T_()) : real_(re), imag_(im) {}
  template <typename U_>
  __host__ __device__ constexpr complex(const complex<U_>& other)
      : real_(T_(other.real())), imag_(T_(other.imag())) {}
  __device__ complex(const duet::complex<T_>& z) : real_(z.re), imag_(z.im) {}
  __device__ operator duet::complex<T_>() const { return duet::complex<T_>(real_, imag_); }

  __host__ __device__ constexpr T_ real() const { return real_; }
  __host__ __device__ constexpr T_ imag() const { return imag_; }
  __host__ __device__ constexpr void real(T_ re) { real_ = re; }
  __host__ __device__ constexpr void imag(T_ im) { imag_ = im; }

  __host__ __device__ constexpr complex& operator+=(const complex& z) {
    real_ += z.real_;
    imag_ += z.imag_;
    return *this;
  }
  __host__ __device__ constexpr complex& operator-=(const complex& z) {
    real_ -= z.real_;
    imag_ -= z.imag_;
    return *this;
  }
  __device__ complex& operator*=(const complex& z) {
    return *this = duet::complex<T_>(*this) * duet::complex<T_>(z);
  }
  __device__ complex& operator/=(const complex& z) {
    return *this = duet::complex<T_>(*this) / duet::complex<T_>(z);
  }

  // Friends, so that a number converts to a complex one.
  friend __host__ __device__ constexpr complex operator+(complex a, const complex& b) {
    return a += b;
  }
  friend __host__ __device__ constexpr complex operator-(complex a, const complex& b) {
    return a -= b;
  }
  friend __device__ inline complex operator*(complex a, const complex& b) { return a *= b; }
  friend __device__ inline complex operator/(complex a, const complex& b) { return a /= b; }
  friend __host__ __device__ constexpr complex operator-(const complex& z) {
    return complex(-z.real_, -z.imag_);
  }
  friend __host__ __device__ constexpr complex operator+(const complex& z) { return z; }
  friend __host__ __device__ constexpr bool operator==(const complex& a, const complex& b) {
    return a.real_ == b.real_ && a.imag_ == b.imag_;
  }
  friend __host__ __device__ constexpr bool operator!=(const complex& a, const complex& b) {
    return !(a == b);
  }

  // By these names kernels of PyTorch's extensions know them.
  alignas(2 * sizeof(T_)) T_ real_;
  T_ imag_;
};

template <typename T_>
__host__ __device__ constexpr T_ real(const complex<T_>& z) {
  return z.real();
}
template <typename T_>
__host__ __device__ constexpr T_ imag(const complex<T_>& z) {
  return z.imag();
}
template <typename T_>
__host__ __device__ constexpr complex<T_> conj(const complex<T_>& z) {
  return complex<T_>(z.real(), -z.imag());
}
template <typename T_>
__host__ __device__ constexpr T_ norm(const complex<T_>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <typename T_>
__device__ inline T_ abs(const complex<T_>& z) {
  return ::hypot(z.real(), z.imag());
}
template <typename T_>
__device__ inline T_ arg(const complex<T_>& z) {
  return ::atan2(z.imag(), z.real());
}
// Those of real numbers.
#define DUET_SPELLING_OF_REAL(T_)                                                 \
  __host__ __device__ constexpr T_ real(T_ x) { return x; }                       \
  __host__ __device__ constexpr T_ imag(T_) { return 0; }                         \
  __host__ __device__ constexpr complex<T_> conj(T_ x) { return complex<T_>(x); } \
  __host__ __device__ constexpr T_ norm(T_ x) { return x * x; }                   \
  __device__ inline T_ arg(T_ x) { return ::atan2(T_(0), x); }
DUET_SPELLING_OF_REAL(float)
DUET_SPELLING_OF_REAL(double)
#undef DUET_SPELLING_OF_REAL
template <typename T_>
__device__ inline complex<T_> polar(T_ size, T_ angle = T_()) {
  return complex<T_>(size * ::cos(angle), size * ::sin(angle));
}
template <typename T_>
__device__ inline complex<T_> exp(const complex<T_>& z) {
  return polar<T_>(::exp(z.real()), z.imag());
}
template <typename T_>
__device__ inline complex<T_> log(const complex<T_>& z) {
  return complex<T_>(::log(abs(z)), arg(z));
}
template <typename T_>
__device__ inline complex<T_> sqrt(const complex<T_>& z) {
  return duet::sqrt(duet::complex<T_>(z));
}
template <typename T_>
__device__ inline complex<T_> pow(const complex<T_>& z, const complex<T_>& power) {
  return z == complex<T_>() ? complex<T_>() : exp(power * log(z));
}
template <typename T_>
__device__ inline complex<T_> pow(const complex<T_>& z, T_ power) {
  return pow(z, complex<T_>(power));
}

}  // namespace std
