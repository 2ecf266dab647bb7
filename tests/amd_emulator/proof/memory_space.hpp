#pragma once

#include "proof/state_proof.hpp"

namespace amd_emulator::test {

/// "v4" or "v[4:5]".
std::string registers(unsigned first, unsigned words);

/// A place of bytes for each lane: where an instruction's operands lead.
struct Space {
  std::string prefix{};                           ///< "global_"
  std::string operands{};                         ///< The address, as text.
  std::string ending{};                           ///< After the data.
  bool data_first = false;                        ///< Stores name the data before the address.
  std::function<void(Bench&)> prepare{};          ///< Sets the address registers.
  std::function<u8*(Bench&, unsigned)> memory{};  ///< The bytes of a lane.
};

/// Global memory by three kinds of instructions, and scratch.
std::vector<Space> memory_spaces();
Space shared_space();

}  // namespace amd_emulator::test
