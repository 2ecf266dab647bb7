#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/fault.hpp"
#include "machine/race_detector.hpp"
#include "machine/wave.hpp"
#include "run/kernel_memory.hpp"

namespace amd_emulator {

/// Runs blocks one after the other, with waves that take turns. Each thread of this process has
/// one.
class BlockRunner {
 public:
  /// @param noted  of the launch: whether a block that runs for long has been named
  BlockRunner(Program& program, const KernelInfo& kernel, const Launch& launch,
              const KernelMemory& kernel_memory, const Memory& memory, const RunOptions& options,
              std::atomic_flag& noted);

  // All throw Fault naming the place.

  /// Runs a block to its end.
  void run(u64 block);
  /// Begins a block. The one before has ended.
  void start(u64 block);
  /// Lets each wave run for a turn. @returns whether any has not ended
  bool step();

  /// Faults if waves use bytes without a barrier in between.
  /// @param global  of the launch, for global memory
  void detect_races(RaceDetector& global);
  const RunCounts& counts() const { return counts_; }

 private:
  void start_waves(u64 block);
  void complete_barrier();
  void run_wave(Wave& wave, u64 limit);
  u64 turn();
  void note_long_run();
  std::string place_of(const Wave& wave, const Instruction* at) const;
  [[noreturn]] void rethrow(const Wave& wave, const Instruction* at, const std::string& what,
                            FaultKind kind) const;

  struct Storage {
    std::vector<u32> registers;
    std::vector<u32> scratch;
  };

  Program& program_;
  const KernelInfo& kernel_;
  const Launch& launch_;
  const KernelMemory& kernel_memory_;
  const RunOptions& options_;
  Block block_{};
  std::vector<u32> lds_{};
  RaceDetector shared_races_{};
  std::vector<std::unique_ptr<Wave>> waves_{};
  std::vector<Storage> storage_{};
  std::array<u32, 3> place_{};
  u32 threads_ = 0;
  u64 random_ = 0;
  RunCounts counts_{};
  std::atomic_flag& noted_;
  std::chrono::steady_clock::time_point begin_{};  ///< of the present block
};

}  // namespace amd_emulator
