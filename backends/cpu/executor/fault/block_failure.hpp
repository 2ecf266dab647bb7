#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cpu/prelude/abi.hpp"
#include "fault_instruction.hpp"

namespace duet::cpu {

/// Why a block failed. A signal handler may fill it in: that must not allocate memory.
struct BlockFailure {
  enum class Kind : unsigned char {
    none,
    divergence,         ///< deadlock of the block's threads
    lockstep,           ///< lanes waited in a loop for others of their wave behind it
    scattered,          ///< strict mode: threads reached a barrier in several places
    missing_threads,    ///< strict mode: threads exited before a barrier of the others
    foreign_mask,       ///< a wave operation's mask lacks the calling lane
    foreign_source,     ///< strict mode: a shuffle reads a lane that its mask lacks
    needs_cooperative,  ///< a wait for other blocks in a launch that is not cooperative
    blocks,             ///< deadlock of a cooperative grid's blocks; `what` is the whole message
    abandoned,          ///< another block of the cooperative grid failed
    trap,
    assertion,
    exception,
    signal,
    stack,         ///< it overflowed
    stack_end,     ///< an access behind the stack
    shared_array,  ///< strict mode: a write beside a static shared array
    shared,        ///< an access outside of the block's dynamic shared memory
    memory
  };

  Kind kind = Kind::none;
  duet_cpu::Place place{};     ///< of a trap, an assertion or a wait; after a write
  const char* text = nullptr;  ///< of an assertion; the name of an array
  std::string what{};          ///< of an exception; the message of `blocks`, `lockstep`
  const duet_cpu::WaveCall* call = nullptr;  ///< of `foreign_mask` and `foreign_source`
  int signal = 0;
  int signal_code = 0;
  std::uintptr_t address = 0;                                ///< the illegal one, of a signal
  InstructionFault instruction = InstructionFault::unknown;  ///< of a signal without an address
  std::uintptr_t shared_begin = 0;                           ///< of the dynamic shared memory
  std::size_t shared_bytes = 0;
  std::ptrdiff_t shared_offset = 0;  ///< of a write, from the array's beginning
};

/// A thread that waits for others.
struct WaitingThread {
  unsigned number;  ///< in its block, x running fastest
  duet_cpu::Place place;
  const duet_cpu::WaveCall* call;  ///< null at a barrier of the block, and in a loop
  bool polls = false;              ///< whether it is in a loop that waits for memory
};

/// Which threads a failure concerns.
struct FailedBlock {
  duet_cpu::Extent shape{};  ///< threads of a block
  duet_cpu::Extent index{};
  bool lockstep = false;                 ///< whether its waves run in lockstep
  unsigned exited = 0;                   ///< threads that have ended
  std::vector<unsigned> threads{};       ///< candidates of which one failed, by number; empty: all
  std::vector<WaitingThread> waiting{};  ///< all waiting threads
};

/// "(3,0,0)"
std::string text(const duet_cpu::Extent& extent);
/// "kernel.cu:7"
std::string text(const duet_cpu::Place& place);

/// The message for the user: the block, its threads, what happened and where.
std::string describe(const BlockFailure& failure, const FailedBlock& block);

}  // namespace duet::cpu
