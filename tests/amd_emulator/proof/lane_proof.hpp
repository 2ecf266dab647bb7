#pragma once

#include <functional>
#include <string>
#include <vector>

#include "proof/bench.hpp"

namespace amd_emulator::test {

/// What an instruction computes in each lane, worked out from the bits of its sources.
struct LaneProof {
  std::string names{};  ///< Separated by spaces; all mean the same.
  /// The result's type, '=' and those of the sources: b, w, d for 16, 32 and 64 bits, h, f, g for
  /// half, float and double, e for bfloat16, p, q and z for pairs of halves, floats and bfloat16.
  /// '+' for '=': the destination is the last source, too.
  std::string types{};
  std::function<u64(u64, u64, u64)> formula{};
};

std::vector<LaneProof> integer_proofs();
std::vector<LaneProof> bit_proofs();
std::vector<LaneProof> float_proofs();
std::vector<LaneProof> conversion_proofs();
std::vector<LaneProof> packed_proofs();
/// Conversions of numbers of 8 bits. @param fnuz  the formats of gfx942, else those of gfx12
std::vector<LaneProof> small_float_proofs(bool fnuz);
/// Sums of products of pairs.
std::vector<LaneProof> dot_proofs();

/// Whether two values of a type are the same; NaNs are, whatever their bits.
bool are_equal(char type, u64 found, u64 expected);

/// The float of a bfloat16's bits, and the bits of the nearest bfloat16, ties to the even one.
float value_of_bfloat(u64 bits);
u64 nearest_bfloat(double value);

/// Runs the instructions on random states and compares each lane; inactive lanes must keep theirs.
void prove(Bench& bench, const std::vector<LaneProof>& proofs);

/// The words of a list with spaces.
std::vector<std::string> words_of_list(const std::string& list);

}  // namespace amd_emulator::test
