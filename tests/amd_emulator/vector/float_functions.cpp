#include "base/fault.hpp"
#include "execute/approximation.hpp"
#include "execute/float_values.hpp"
#include "execute/vector.hpp"

// Instructions that approximate functions: see approximation.hpp. The functions of float take
// and return no subnormal numbers, whatever the mode (LLVM's lowering of them says so). Source:
// AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture", chapter
// on VOP1 instructions.

namespace amd_emulator {
namespace {

constexpr double turn = 6.283185307179586476925286766559;

double reciprocal(double a) { return 1.0 / a; }
double root(double a) { return std::sqrt(a); }
double reciprocal_root(double a) { return 1.0 / std::sqrt(a); }
double exponential(double a) { return std::exp2(a); }
double logarithm(double a) { return std::log2(a); }

/// The argument is in turns.
double sine(double a) {
  const double part = a - std::floor(a);
  return part == 0.0 || part == 0.5 ? 0.0 : std::sin(part * turn);
}
double cosine(double a) {
  const double part = a - std::floor(a);
  return part == 0.25 || part == 0.75 ? 0.0 : std::cos(part * turn);
}

/// The greatest error of sines and cosines, which the documents do not state.
template <double (*function)(double)>
constexpr double absolute_error() {
  return function == sine || function == cosine ? 0x1p-22 : 0;
}

/// Whether one unit is too much for a reciprocal. The instructions to which LLVM expands a division
/// round correctly from all results within a unit but one: with a fraction of ones in the divisor
/// they need the nearest reciprocal, and AMD documents that they round correctly.
bool is_last_fraction(float divisor) {
  return (std::bit_cast<u32>(divisor) & 0x7fffff) == 0x7fffff;
}

template <double (*function)(double)>
Semantics of_float() {
  return vector([](float a) {
    const double exact = function(double{flushed(a)});
    if (function == reciprocal && is_last_fraction(a)) return flushed(static_cast<float>(exact));
    return flushed(approximated<float>(exact, absolute_error<function>()));
  });
}

template <double (*function)(double)>
Semantics of_half() {
  return vector([](half a) { return approximated<half>(function(static_cast<double>(a))); });
}

/// The same for a scalar register, with modifiers (gfx12).
template <typename T, double (*function)(double)>
void run_scalar(Wave& wave, const Instruction& i) {
  T value = from_bits<T>(modify<T>(read_scalar<u32>(wave, i.operand[1]), i.operand[1]));
  if constexpr (std::is_same_v<T, float>) value = flushed(value);
  T result = approximated<T>(function(static_cast<double>(value)));
  if constexpr (std::is_same_v<T, float>) result = flushed(result);
  LaneBuffer buffer;
  put(buffer.words, 0, result);
  if (i.clamp || i.output_scale != 0) finish_floats<T>(buffer.words, i);
  write_scalar<T>(wave, i.operand[0], get<T>(buffer.words, 0));
}

template <double (*function)(double)>
void add_scalar_forms(Table& t, const std::string& name) {
  t.add(name + "_f32",
        {.run = run_scalar<float, function>, .prepare = [](Instruction& i, const Preparation&) {
           if (i.operand[1].kind == OperandKind::constant)
             i.operand[1].bits = constant_bits<float>(i.operand[1]);
         }});
  t.add(name + "_f16",
        {.run = run_scalar<half, function>, .prepare = [](Instruction& i, const Preparation&) {
           if (i.operand[1].kind == OperandKind::constant)
             i.operand[1].bits = constant_bits<half>(i.operand[1]);
         }});
}

// A part of the binary digits of 2 / pi, for the reduction of great arguments: the first 1201.
constexpr u64 two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

/// 53 bits of 2 / pi from a place that depends on the exponent.
double pi_part(double a, u32 segment) {
  const auto bits = std::bit_cast<u64>(a);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  int shift = static_cast<int>(segment & 31) * 53;
  if (exponent > 1077) shift += exponent - 1077;
  u64 digits = 0;
  for (int i = 0; i < 53; ++i) {
    const int place = shift + i;
    const u64 word = place < 19 * 64 ? two_over_pi[place / 64] : 0;
    digits = digits << 1 | (word >> (63 - place % 64) & 1);
  }
  int scale = -53 - shift;
  if (exponent >= 1968) scale += 128;
  return std::ldexp(static_cast<double>(digits), scale);
}

}  // namespace

void add_float_functions(Table& t) {
  for (const char* name : {"v_rcp_f32", "v_rcp_iflag_f32"}) t.add(name, of_float<reciprocal>());
  t.add("v_sqrt_f32", of_float<root>());
  t.add("v_rsq_f32", of_float<reciprocal_root>());
  t.add("v_exp_f32", of_float<exponential>());
  t.add("v_log_f32", of_float<logarithm>());
  t.add("v_exp_legacy_f32", of_float<exponential>());
  t.add("v_log_legacy_f32", of_float<logarithm>());
  t.add("v_sin_f32", of_float<sine>());
  t.add("v_cos_f32", of_float<cosine>());
  add_scalar_forms<reciprocal>(t, "v_s_rcp");
  add_scalar_forms<root>(t, "v_s_sqrt");
  add_scalar_forms<reciprocal_root>(t, "v_s_rsq");
  add_scalar_forms<exponential>(t, "v_s_exp");
  add_scalar_forms<logarithm>(t, "v_s_log");
  t.add("v_rcp_f16", of_half<reciprocal>());
  t.add("v_sqrt_f16", of_half<root>());
  t.add("v_rsq_f16", of_half<reciprocal_root>());
  t.add("v_exp_f16", of_half<exponential>());
  t.add("v_log_f16", of_half<logarithm>());
  t.add("v_sin_f16", of_half<sine>());
  t.add("v_cos_f16", of_half<cosine>());
  t.add("v_rcp_f64", vector([](double a) { return approximated<double>(reciprocal(a)); }));
  t.add("v_sqrt_f64", vector([](double a) { return approximated<double>(root(a)); }));
  t.add("v_rsq_f64", vector([](double a) { return approximated<double>(reciprocal_root(a)); }));
  t.add("v_trig_preop_f64", vector([](double a, u32 b) { return pi_part(a, b); }));
}

}  // namespace amd_emulator
