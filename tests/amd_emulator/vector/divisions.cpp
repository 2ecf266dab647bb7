#include "base/fault.hpp"
#include "execute/float_values.hpp"
#include "execute/vector.hpp"

// The steps of an exact division: scaling, a fused product with the scaling undone, special cases.
// Source: AMD, "RDNA 3 Instruction Set Architecture", V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP.

namespace amd_emulator {
namespace {

template <typename T>
struct Format;
template <>
struct Format<float> {
  static constexpr int fraction_bits = 23;
  static constexpr int bias = 127;
  static constexpr int greatest = 96;  ///< difference of exponents close to overflow
  static constexpr int scale = 64;     ///< power of two of the scaling
  static constexpr int tiny = -150;    ///< difference of exponents that underflows
};
template <>
struct Format<double> {
  static constexpr int fraction_bits = 52;
  static constexpr int bias = 1023;
  static constexpr int greatest = 768;
  static constexpr int scale = 128;
  static constexpr int tiny = -1075;
};

template <typename T>
int exponent_of(T a) {
  return static_cast<int>(to_bits(a) >> Format<T>::fraction_bits &
                          static_cast<u64>(2 * Format<T>::bias + 1));
}

template <typename T>
bool is_subnormal(T a) {
  return a != 0 && exponent_of(a) == 0;
}

template <typename T>
struct Scaled {
  T value;
  bool flag = false;
};

/// @param value  the denominator or the numerator, which is scaled
template <typename T>
Scaled<T> scale(T value, T denominator, T numerator) {
  using F = Format<T>;
  const T up = std::ldexp(value, F::scale);
  const bool is_denominator = to_bits(value) == to_bits(denominator);
  const bool is_numerator = to_bits(value) == to_bits(numerator);
  if (numerator == 0 || denominator == 0) return {std::numeric_limits<T>::quiet_NaN()};
  if (exponent_of(numerator) - exponent_of(denominator) >= F::greatest)
    return {is_denominator ? up : value, true};
  if (is_subnormal(denominator)) return {up};
  const bool tiny_reciprocal = is_subnormal(T{1} / denominator);
  const bool tiny_quotient = is_subnormal(numerator / denominator);
  // The documents print the other sign for this case. With it the greatest denominators become
  // infinite, and quotients that hardware computes become NaN.
  if (tiny_reciprocal && tiny_quotient)
    return {is_denominator ? std::ldexp(value, -F::scale) : value, true};
  if (tiny_reciprocal) return {std::ldexp(value, -F::scale)};
  if (tiny_quotient) return {is_numerator ? up : value, true};
  if (exponent_of(numerator) <= F::fraction_bits) return {up};
  return {value};
}

/// Operands: result, mask of the lanes to undo, value, denominator, numerator.
template <typename T>
void run_scale(Wave& wave, const Instruction& instruction) {
  LaneBuffer buffers[3];
  const u32* const value = fetch<T>(wave, instruction, 2, buffers[0]);
  const u32* const denominator = fetch<T>(wave, instruction, 3, buffers[1]);
  const u32* const numerator = fetch<T>(wave, instruction, 4, buffers[2]);
  LaneBuffer result;
  u64 flags = 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const Scaled<T> scaled =
        scale(get<T>(value, lane), get<T>(denominator, lane), get<T>(numerator, lane));
    put<T>(result.words, lane, scaled.value);
    flags |= u64{scaled.flag} << lane;
  }
  commit<T>(wave, instruction, 0, result);
  write_mask(wave, instruction.operand[1], flags & wave.exec());
}

template <typename T>
void prepare_scale(Instruction& instruction, const Preparation& with) {
  for (unsigned number = 2; number < 5; ++number) prepare_source<T>(instruction, number, with);
}

/// a * b + c, scaled back. Rounded once: quotients that are subnormal are correctly rounded.
template <typename T>
T scaled_fused(T a, T b, T c) {
  __extension__ using Wide = __float128;
  const bool great = exponent_of(c) > Format<T>::bias;
  const T power = std::ldexp(T{1}, great ? Format<T>::scale : -Format<T>::scale);
  return static_cast<T>((static_cast<Wide>(a) * b + c) * power);
}

/// The lanes of VCC are scaled back.
template <typename T>
void run_fused(Wave& wave, const Instruction& instruction) {
  LaneBuffer buffers[3];
  const u32* const a = fetch<T>(wave, instruction, 1, buffers[0]);
  const u32* const b = fetch<T>(wave, instruction, 2, buffers[1]);
  const u32* const c = fetch<T>(wave, instruction, 3, buffers[2]);
  const u64 scaled = wave.vcc();
  LaneBuffer result;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const T factors[] = {get<T>(a, lane), get<T>(b, lane), get<T>(c, lane)};
    put<T>(result.words, lane,
           (scaled >> lane & 1) != 0 ? scaled_fused(factors[0], factors[1], factors[2])
                                     : fused(factors[0], factors[1], factors[2]));
  }
  commit<T>(wave, instruction, 0, result);
}

template <typename T>
void prepare_fused(Instruction& instruction, const Preparation& with) {
  for (unsigned number = 1; number < 4; ++number) prepare_source<T>(instruction, number, with);
}

template <typename T>
T with_sign(T magnitude, bool negative) {
  return std::copysign(magnitude, negative ? T{-1} : T{1});
}

template <typename T>
T fix_up(T quotient, T denominator, T numerator) {
  const bool negative = sign_of(denominator) != sign_of(numerator);
  constexpr T infinity = std::numeric_limits<T>::infinity();
  if (is_nan(numerator)) return numerator;
  if (is_nan(denominator)) return denominator;
  if (denominator == 0 && numerator == 0) return std::numeric_limits<T>::quiet_NaN();
  if (std::isinf(denominator) && std::isinf(numerator)) return std::numeric_limits<T>::quiet_NaN();
  if (denominator == 0 || std::isinf(numerator)) return with_sign(infinity, negative);
  if (std::isinf(denominator) || numerator == 0) return with_sign(T{0}, negative);
  if (exponent_of(numerator) - exponent_of(denominator) < Format<T>::tiny)
    return with_sign(T{0}, negative);
  // The steps before it lead to NaN if the quotient overflows.
  return with_sign(is_nan(quotient) ? infinity : quotient, negative);
}

}  // namespace

void add_divisions(Table& t) {
  t.add("v_div_scale_f32", {.run = run_scale<float>, .prepare = prepare_scale<float>});
  t.add("v_div_scale_f64", {.run = run_scale<double>, .prepare = prepare_scale<double>});
  t.add("v_div_fmas_f32", {.run = run_fused<float>, .prepare = prepare_fused<float>});
  t.add("v_div_fmas_f64", {.run = run_fused<double>, .prepare = prepare_fused<double>});
  t.add("v_div_fixup_f32", vector([](float a, float b, float c) { return fix_up(a, b, c); }));
  t.add("v_div_fixup_f64", vector([](double a, double b, double c) { return fix_up(a, b, c); }));
}

}  // namespace amd_emulator
