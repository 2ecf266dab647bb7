#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpu/prelude/abi.hpp"

namespace duet::cpu {

/// Why a block cannot go on. Filled in where memory cannot be had: in a handler of signals.
struct BlockFailure {
  enum class Kind : unsigned char {
    none,
    divergence,       ///< threads wait for each other
    scattered,        ///< strict: a barrier reached in several places
    missing_threads,  ///< strict: a barrier that some threads exited before
    foreign_mask,     ///< a lane's own mask does not name it
    lone_grid,        ///< waits for other blocks in a launch that is not cooperative
    blocks,           ///< the blocks of a cooperative grid wait for each other; `what` says it all
    abandoned,        ///< another block of a cooperative grid has failed
    trap,
    assertion,
    exception,
    signal,
    stack,
    memory
  };

  Kind kind = Kind::none;
  duet_cpu::Place place{};                   ///< of a trap or assertion
  const char* text = nullptr;                ///< of an assertion
  std::string what{};                        ///< of an exception, or of blocks that wait
  const duet_cpu::WaveCall* call = nullptr;  ///< with a foreign mask
  int signal = 0;
  int signal_code = 0;
  std::uintptr_t address = 0;  ///< that a signal is about
};

/// A thread that waits for others.
struct WaitingThread {
  unsigned number;  ///< in its block, x running fastest
  duet_cpu::Place place;
  const duet_cpu::WaveCall* call;  ///< null at a barrier of the block
};

/// Which threads a failure concerns.
struct FailedBlock {
  duet_cpu::Extent shape{};  ///< threads of a block
  duet_cpu::Extent index{};
  unsigned exited = 0;                   ///< threads that have ended
  std::vector<unsigned> threads{};       ///< of which one failed, by number; none: all
  std::vector<WaitingThread> waiting{};  ///< all that wait
};

/// "(3,0,0)"
std::string text(const duet_cpu::Extent& extent);
/// "kernel.cu:7"
std::string text(const duet_cpu::Place& place);

/// A failure in words: the block, the threads, what they did and where.
std::string describe(const BlockFailure& failure, const FailedBlock& block);

}  // namespace duet::cpu
