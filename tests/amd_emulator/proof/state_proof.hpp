#pragma once

#include "proof/lane_proof.hpp"

namespace amd_emulator::test {

/// v_cmp and v_cmpx: the mask, and EXEC.
void prove_comparisons(Bench& bench);
/// Sums with carries in and out.
void prove_carries(Bench& bench);

/// What a scalar instruction reads and writes.
struct ScalarState {
  u64 in[3] = {};
  u64 result = 0;  ///< That before it, at first.
  bool scc = false;
  u64 exec = 0;
};

struct ScalarProof {
  std::string names{};
  /// The result's type, '=' and those of the sources: w and d for 32 and 64 bits, '-' for none.
  std::string types{};
  std::function<void(ScalarState&)> formula{};
};

std::vector<ScalarProof> scalar_proofs();
void prove_scalars(Bench& bench, const std::vector<ScalarProof>& proofs);

/// Loads, stores and atomic operations of global memory, scratch and LDS.
void prove_transfers(Bench& bench);
void prove_atomics(Bench& bench);
/// Instructions that no formula proves: whole kernels run them, or products of matrices, or nothing
/// does yet.
const std::set<std::string>& proven_elsewhere();

/// v_rcp, v_exp and others: the exact value rounded, in the default mode.
void prove_functions(Bench& bench);
/// Scalar floats, and instructions with immediates.
void prove_scalar_floats(Bench& bench);
/// v_mad_u64_u32 and v_mad_i64_i32 with their carries.
void prove_wide_products(Bench& bench);
/// The same with the ends of their ranges.
void prove_ends_of_ranges(Bench& bench);
void prove_lane_moves(Bench& bench);
void prove_scalar_loads(Bench& bench);
/// Moves between rows, relative registers, counters in LDS, small scalars, mixtures of types.
void prove_rare(Bench& bench);
/// Instructions that leave registers and state as they are.
void prove_idle(Bench& bench, const std::vector<std::string>& names);

}  // namespace amd_emulator::test
