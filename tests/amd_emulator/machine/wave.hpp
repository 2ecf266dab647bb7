#pragma once

#include <cstddef>
#include <cstring>

#include "base/target.hpp"
#include "base/words.hpp"
#include "machine/memory.hpp"

namespace amd_emulator {

struct Instruction;
class Program;
class RaceDetector;

// Numbers of scalar registers. Up to 127 they are those of the instruction set.
inline constexpr unsigned vcc_register = 106;
inline constexpr unsigned ttmp_register = 108;
inline constexpr unsigned m0_register = 124;
inline constexpr unsigned exec_register = 126;
inline constexpr unsigned flat_scratch_register = 128;
inline constexpr unsigned xnack_mask_register = 130;
inline constexpr unsigned null_register = 132;  ///< Two words; reads as 0.
inline constexpr unsigned scalar_registers = 136;

/// What the waves of a block share.
struct Block {
  u8* lds = nullptr;
  u32 lds_bytes = 0;
  const Memory* memory = nullptr;
  u64 number = 0;                        ///< in the grid
  RaceDetector* shared_races = nullptr;  ///< Null: races are not looked for.
  RaceDetector* global_races = nullptr;
  unsigned barrier_signals = 0;  ///< Waves that reached the barrier since it was last complete.
  unsigned barrier_phase = 0;    ///< Counts complete barriers.
};

enum class WaveState : u8 { running, at_barrier, ended };

/// Rounding and denormal modes: the register MODE, bits 0 to 9.
struct FloatMode {
  u32 bits = 0xf0;
  bool is_default() const { return (bits & 0xff) == 0xf0; }  ///< To nearest, with denormals.
  unsigned round_32() const { return bits & 3; }
  unsigned round_16_64() const { return bits >> 2 & 3; }
  unsigned denormals_32() const { return bits >> 4 & 3; }
  unsigned denormals_16_64() const { return bits >> 6 & 3; }
};

/// The registers of a wave and what it runs.
struct Wave {
  alignas(64) u32 scalar[scalar_registers] = {};
  u32* vector = nullptr;  ///< 512 registers of 64 words; accumulators from 256.
  const Instruction* next = nullptr;
  Program* program = nullptr;
  Block* block = nullptr;
  const Target* target = nullptr;
  Range recent{};         ///< The memory that was used last.
  u8* scratch = nullptr;  ///< `scratch_bytes` for each lane.
  u32 scratch_bytes = 0;
  u64 all_lanes = 0;  ///< A mask of the wave's lanes.
  unsigned lanes = 64;
  unsigned index_in_block = 0;
  bool scc = false;
  bool has_signaled = false;   ///< A barrier for which it has not waited yet (gfx12).
  unsigned barrier_phase = 0;  ///< That of the block when it signalled.
  WaveState state = WaveState::running;
  FloatMode mode{};
  u64 instructions = 0;

  u64 pair(unsigned index) const { return join(scalar[index], scalar[index + 1]); }
  void set_pair(unsigned index, u64 value) {
    scalar[index] = low_word(value);
    scalar[index + 1] = high_word(value);
  }
  u64 exec() const { return pair(exec_register) & all_lanes; }
  u64 vcc() const { return pair(vcc_register) & all_lanes; }
  u32* vector_register(unsigned index) { return vector + std::size_t{index} * max_lanes; }
};

}  // namespace amd_emulator
