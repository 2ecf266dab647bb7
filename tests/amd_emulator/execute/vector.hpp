#pragma once

#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "execute/access.hpp"
#include "execute/float_mode.hpp"
#include "execute/float_values.hpp"

// Makes semantics of functions of one lane's values.

namespace amd_emulator {

template <typename F>
struct Signature : Signature<decltype(&F::operator())> {};
template <typename F, typename R, typename... A>
struct Signature<R (F::*)(A...) const> {
  using Result = R;
  using Arguments = std::tuple<A...>;
  static constexpr unsigned count = sizeof...(A);
  static constexpr bool has_float = is_float<R> || (is_float<A> || ...);
  static constexpr bool is_single =
      !(std::is_same_v<R, double> || std::is_same_v<R, half> ||
        ((std::is_same_v<A, double> || std::is_same_v<A, half>) || ...));
};

/// Applies clamp and omod to floating-point results.
template <typename T>
[[gnu::noinline]] void finish_floats(u32* words, const Instruction& instruction) {
  constexpr float scales[] = {0.5F, 1.0F, 2.0F, 4.0F};
  const auto scale = static_cast<T>(scales[instruction.output_scale + 1]);
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    T value = get<T>(words, lane) * scale;
    if (instruction.clamp) {
      if (!(value > T{0})) value = T{0};  // also NaN, with DX10_CLAMP
      if (value > T{1}) value = T{1};
    }
    put(words, lane, value);
  }
}

/// Writes results from a buffer to the destination.
template <typename R>
inline void commit(Wave& wave, const Instruction& instruction, unsigned number,
                   LaneBuffer& result) {
  u32* const to = wave.vector_register(instruction.operand[number].index);
  if constexpr (sizeof(R) == 2) {
    merge_half(wave, instruction, to, result.words);
  } else {
    const u64 mask = writing_lanes(wave, instruction);
    if (instruction.result_part != Part::word) {
      merge_part(to, result.words, mask, instruction.result_part, instruction.unused);
      return;
    }
    for (unsigned word = 0; word < words_of<R>; ++word)
      merge(to + word * max_lanes, result.words + word * max_lanes, mask);
  }
}

/// The destination may be a source: the loop is free of dependences between lanes, which the
/// compiler is told.
template <unsigned lanes, typename R, typename... A, typename F, typename... Words>
inline void for_fixed_lanes(u32* __restrict out, const F& function, Words... in) {
#pragma GCC ivdep
  for (unsigned lane = 0; lane < lanes; ++lane) put<R>(out, lane, function(get<A>(in, lane)...));
}

template <typename R, typename... A, typename F, std::size_t... I>
inline void for_lanes(unsigned lanes, u32* out, const F& function,
                      const std::array<const u32*, sizeof...(A)>& in, std::index_sequence<I...>) {
  if (lanes == max_lanes)
    for_fixed_lanes<max_lanes, R, A...>(out, function, in[I]...);
  else
    for_fixed_lanes<32, R, A...>(out, function, in[I]...);
}

/// The sources are operands `First`, …, or with `Accumulates` the last source is the destination.
template <typename F, unsigned First, bool Accumulates, typename... A>
struct VectorCode {
  using R = typename Signature<F>::Result;
  static constexpr unsigned sources = sizeof...(A);

  static constexpr unsigned number(unsigned source) {
    return Accumulates && source + 1 == sources ? 0 : First + source;
  }

  static void prepare(Instruction& instruction, const Preparation& with) {
    unsigned source = 0;
    (prepare_one<A>(instruction, source++, with), ...);
  }

  template <typename T>
  static void prepare_one(Instruction& instruction, unsigned source, const Preparation& with) {
    if (number(source) == 0)
      instruction.operand[0].plain = true;
    else if (number(source) >= instruction.operands)
      throw Fault("an operand is missing");
    else
      prepare_source<T>(instruction, number(source), with);
  }

  static void run(Wave& wave, const Instruction& instruction) {
    run(wave, instruction, std::index_sequence_for<A...>{});
  }

  template <std::size_t... I>
  static void run(Wave& wave, const Instruction& instruction, std::index_sequence<I...> sequence) {
    std::optional<FloatModeGuard> guard;
    if constexpr (Signature<F>::has_float)
      if (!wave.mode.is_default()) guard.emplace(wave.mode, Signature<F>::is_single);
    LaneBuffer buffers[sources == 0 ? 1 : sources];
    const std::array<const u32*, sources> in{fetch<A>(wave, instruction, number(I), buffers[I])...};
    if constexpr (sizeof(R) != 2) {
      if (writes_in_place(wave, instruction) && !instruction.clamp &&
          instruction.output_scale == 0) {
        u32* const to = wave.vector_register(instruction.operand[0].index);
        for_lanes<R, A...>(wave.lanes, to, F{}, in, sequence);
        return;
      }
    }
    LaneBuffer result;
    for_lanes<R, A...>(max_lanes, result.words, F{}, in, sequence);
    if constexpr (is_float<R>)
      if (instruction.clamp || instruction.output_scale != 0)
        finish_floats<R>(result.words, instruction);
    commit<R>(wave, instruction, 0, result);
  }
};

template <typename F, bool Accumulates, unsigned First, typename... A>
Semantics vector_semantics(std::tuple<A...>*) {
  using Code = VectorCode<F, First, Accumulates, A...>;
  return {.run = &Code::run, .prepare = &Code::prepare};
}

/// An instruction whose result in each lane is the function of that lane's sources.
template <typename F>
Semantics vector(F) {
  return vector_semantics<F, false, 1>(static_cast<typename Signature<F>::Arguments*>(nullptr));
}

/// The same with the destination as the last source.
template <typename F>
Semantics accumulating(F) {
  return vector_semantics<F, true, 1>(static_cast<typename Signature<F>::Arguments*>(nullptr));
}

/// Extremes of three numbers. Since gfx12 the names say what NaN does.
template <typename T>
void add_three(Table& t, const std::string& type) {
  const auto both = [&t](const std::string& name, const std::string& newer, auto function) {
    t.add(name, vector(function));
    t.alias(newer, name);
  };
  both("v_min3_" + type, "v_min3_num_" + type,
       [](T a, T b, T c) { return min_number(min_number(a, b), c); });
  both("v_max3_" + type, "v_max3_num_" + type,
       [](T a, T b, T c) { return max_number(max_number(a, b), c); });
  both("v_minmax_" + type, "v_minmax_num_" + type,
       [](T a, T b, T c) { return max_number(min_number(a, b), c); });
  both("v_maxmin_" + type, "v_maxmin_num_" + type,
       [](T a, T b, T c) { return min_number(max_number(a, b), c); });
  t.add("v_minimum3_" + type, vector([](T a, T b, T c) { return minimum(minimum(a, b), c); }));
  t.add("v_maximum3_" + type, vector([](T a, T b, T c) { return maximum(maximum(a, b), c); }));
  t.add("v_minimummaximum_" + type,
        vector([](T a, T b, T c) { return maximum(minimum(a, b), c); }));
  t.add("v_maximumminimum_" + type,
        vector([](T a, T b, T c) { return minimum(maximum(a, b), c); }));
}

}  // namespace amd_emulator
