#pragma once

namespace std {

enum float_round_style {
  round_indeterminate = -1,
  round_toward_zero = 0,
  round_to_nearest = 1,
  round_toward_infinity = 2,
  round_toward_neg_infinity = 3
};
enum float_denorm_style { denorm_indeterminate = -1, denorm_absent = 0, denorm_present = 1 };

namespace spelling_detail {
/// What the limits of all types have; most numbers hide some of it.
struct Limits {
  static constexpr bool is_specialized = false, is_integer = false, is_exact = false;
  static constexpr bool is_signed = false, is_bounded = false, is_modulo = false;
  static constexpr bool has_infinity = false, has_quiet_NaN = false, has_signaling_NaN = false;
  static constexpr bool is_iec559 = false, traps = false, tinyness_before = false;
  static constexpr bool has_denorm_loss = false;
  static constexpr int digits = 0, digits10 = 0, max_digits10 = 0, radix = 0;
  static constexpr int min_exponent = 0, max_exponent = 0, min_exponent10 = 0, max_exponent10 = 0;
  static constexpr float_round_style round_style = round_toward_zero;
  static constexpr float_denorm_style has_denorm = denorm_absent;
};
}  // namespace spelling_detail

template <typename T_>
struct numeric_limits : spelling_detail::Limits {
  __host__ __device__ static constexpr T_ min() noexcept { return T_(); }
  __host__ __device__ static constexpr T_ max() noexcept { return T_(); }
  __host__ __device__ static constexpr T_ lowest() noexcept { return T_(); }
  __host__ __device__ static constexpr T_ epsilon() noexcept { return T_(); }
  __host__ __device__ static constexpr T_ round_error() noexcept { return T_(); }
  __host__ __device__ static constexpr T_ infinity() noexcept { return T_(); }
  __host__ __device__ static constexpr T_ quiet_NaN() noexcept { return T_(); }
  __host__ __device__ static constexpr T_ signaling_NaN() noexcept { return T_(); }
  __host__ __device__ static constexpr T_ denorm_min() noexcept { return T_(); }
};

#define DUET_SPELLING_INTEGER(T_, least, most)                                       \
  template <>                                                                        \
  struct numeric_limits<T_> : spelling_detail::Limits {                              \
    static constexpr bool is_specialized = true, is_integer = true, is_exact = true; \
    using type_ = T_;                                                                \
    static constexpr bool is_signed = type_(-1) < type_(0), is_bounded = true;       \
    static constexpr bool is_modulo = !is_signed;                                    \
    static constexpr int digits = sizeof(T_) * 8 - (is_signed ? 1 : 0), radix = 2;   \
    static constexpr int digits10 = digits * 643 / 2136;                             \
    __host__ __device__ static constexpr T_ min() noexcept { return least; }         \
    __host__ __device__ static constexpr T_ max() noexcept { return most; }          \
    __host__ __device__ static constexpr T_ lowest() noexcept { return least; }      \
    __host__ __device__ static constexpr T_ epsilon() noexcept { return 0; }         \
    __host__ __device__ static constexpr T_ round_error() noexcept { return 0; }     \
    __host__ __device__ static constexpr T_ infinity() noexcept { return 0; }        \
    __host__ __device__ static constexpr T_ quiet_NaN() noexcept { return 0; }       \
    __host__ __device__ static constexpr T_ denorm_min() noexcept { return 0; }      \
  };
DUET_SPELLING_INTEGER(bool, false, true)
DUET_SPELLING_INTEGER(char, char(char(-1) < 0 ? -128 : 0), char(char(-1) < 0 ? 127 : 255))
DUET_SPELLING_INTEGER(signed char, -128, 127)
DUET_SPELLING_INTEGER(unsigned char, 0, 255)
DUET_SPELLING_INTEGER(short, -32768, 32767)
DUET_SPELLING_INTEGER(unsigned short, 0, 65535)
DUET_SPELLING_INTEGER(int, -2147483647 - 1, 2147483647)
DUET_SPELLING_INTEGER(unsigned, 0, 4294967295u)
DUET_SPELLING_INTEGER(long, -9223372036854775807l - 1, 9223372036854775807l)
DUET_SPELLING_INTEGER(unsigned long, 0, 18446744073709551615ul)
DUET_SPELLING_INTEGER(long long, -9223372036854775807ll - 1, 9223372036854775807ll)
DUET_SPELLING_INTEGER(unsigned long long, 0, 18446744073709551615ull)
#undef DUET_SPELLING_INTEGER

#define DUET_SPELLING_FLOAT(T_, bits_of_infinity, bits_of_nan, digits_, digits10_, max_exponent_, \
                            least, most, eps, tiny)                                               \
  template <>                                                                                     \
  struct numeric_limits<T_> : spelling_detail::Limits {                                           \
    static constexpr bool is_specialized = true, is_integer = false, is_exact = false;            \
    static constexpr bool is_signed = true, is_bounded = true, is_iec559 = true;                  \
    static constexpr bool has_infinity = true, has_quiet_NaN = true;                              \
    static constexpr bool has_signaling_NaN = true;                                               \
    static constexpr int digits = digits_, digits10 = digits10_, radix = 2;                       \
    static constexpr int max_digits10 = digits10_ + 3 - (digits_ == 53 ? 1 : 0);                  \
    static constexpr int max_exponent = max_exponent_, min_exponent = 3 - max_exponent_;          \
    static constexpr int max_exponent10 = max_exponent_ == 128 ? 38 : 308;                        \
    static constexpr int min_exponent10 = 1 - max_exponent10;                                     \
    static constexpr float_round_style round_style = round_to_nearest;                            \
    static constexpr float_denorm_style has_denorm = denorm_present;                              \
    __host__ __device__ static constexpr T_ min() noexcept { return least; }                      \
    __host__ __device__ static constexpr T_ max() noexcept { return most; }                       \
    __host__ __device__ static constexpr T_ lowest() noexcept { return -most; }                   \
    __host__ __device__ static constexpr T_ epsilon() noexcept { return eps; }                    \
    __host__ __device__ static constexpr T_ round_error() noexcept { return T_(0.5); }            \
    __host__ __device__ static constexpr T_ denorm_min() noexcept { return tiny; }                \
    __host__ __device__ static constexpr T_ infinity() noexcept {                                 \
      return __builtin_bit_cast(T_, bits_of_infinity);                                            \
    }                                                                                             \
    __host__ __device__ static constexpr T_ quiet_NaN() noexcept {                                \
      return __builtin_bit_cast(T_, bits_of_nan);                                                 \
    }                                                                                             \
    __host__ __device__ static constexpr T_ signaling_NaN() noexcept {                            \
      return __builtin_bit_cast(T_, bits_of_infinity + 1);                                        \
    }                                                                                             \
  };
DUET_SPELLING_FLOAT(float, 0x7f800000u, 0x7fc00000u, 24, 6, 128, 1.17549435e-38f, 3.40282347e+38f,
                    1.19209290e-7f, 1.40129846e-45f)
DUET_SPELLING_FLOAT(double, 0x7ff0000000000000ull, 0x7ff8000000000000ull, 53, 15, 1024,
                    2.2250738585072014e-308, 1.7976931348623157e+308, 2.2204460492503131e-16,
                    4.9406564584124654e-324)
#undef DUET_SPELLING_FLOAT

/// No kernel computes with it.
template <>
struct numeric_limits<long double> : numeric_limits<double> {};

template <typename T_>
struct numeric_limits<const T_> : numeric_limits<T_> {};

}  // namespace std
