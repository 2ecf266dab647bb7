#pragma once

#include "base/fault.hpp"
#include "execute/access.hpp"
#include "execute/vector.hpp"

// Makes semantics of functions of scalar values.

namespace amd_emulator {

/// What an instruction leaves in SCC.
enum class Scc : u8 { kept, result_is_not_zero };

template <typename T>
void prepare_scalar(Instruction& instruction, unsigned number) {
  if (number >= instruction.operands) throw Fault("an operand is missing");
  Operand& operand = instruction.operand[number];
  if (operand.kind == OperandKind::constant) operand.bits = constant_bits<T>(operand);
  if (operand.kind == OperandKind::vector || operand.kind == OperandKind::text)
    throw Fault("a scalar operand is expected");
}

template <typename F, Scc scc, typename... A>
struct ScalarCode;

/// The function takes the wave, whose SCC it may read and write, and the sources.
template <typename F, Scc scc, typename... A>
struct ScalarCode<F, scc, Wave&, A...> {
  using R = typename Signature<F>::Result;
  static constexpr unsigned first = std::is_void_v<R> ? 0 : 1;

  static void prepare(Instruction& instruction, const Preparation&) {
    unsigned number = first;
    (prepare_scalar<A>(instruction, number++), ...);
  }
  static void run(Wave& wave, const Instruction& instruction) {
    run(wave, instruction, std::index_sequence_for<A...>{});
  }
  template <std::size_t... I>
  static void run(Wave& wave, const Instruction& instruction, std::index_sequence<I...>) {
    std::optional<FloatModeGuard> guard;
    if constexpr (is_float<R> || (is_float<A> || ...))
      if (!wave.mode.is_default()) guard.emplace(wave.mode, !(std::is_same_v<A, half> || ...));
    if constexpr (std::is_void_v<R>) {
      F{}(wave, read_scalar<A>(wave, instruction.operand[first + I])...);
    } else {
      const R result = F{}(wave, read_scalar<A>(wave, instruction.operand[first + I])...);
      write_scalar<R>(wave, instruction.operand[0], result);
      if constexpr (scc == Scc::result_is_not_zero) wave.scc = result != 0;
    }
  }
};

template <typename F, Scc scc, typename... A>
Semantics scalar_semantics(std::tuple<A...>*) {
  using Code = ScalarCode<F, scc, A...>;
  return {.run = &Code::run, .prepare = &Code::prepare};
}

template <Scc scc = Scc::kept, typename F>
Semantics scalar(F) {
  return scalar_semantics<F, scc>(static_cast<typename Signature<F>::Arguments*>(nullptr));
}

/// SCC becomes whether the result is not zero.
template <typename F>
Semantics scalar_flagged(F function) {
  return scalar<Scc::result_is_not_zero>(function);
}

}  // namespace amd_emulator
