#pragma once

#include <array>
#include <vector>

#include "cpu/executor/fiber/kernel_thread.hpp"
#include "fault/block_failure.hpp"
#include "tsan_annotations.hpp"

namespace duet::cpu {

/// The lanes of a wave and the operations at which they wait for each other. Lanes that arrive at
/// the same operation form a group; the last one writes the results of all.
class Wave {
 public:
  static constexpr unsigned most_lanes = 64;

  /// @throws std::bad_alloc
  Wave() { groups_.reserve(most_lanes); }

  /// Reports operations to ThreadSanitizer from now on.
  void annotate(TsanAnnotations& order) noexcept { order_ = &order; }

  /// Begins a block.
  /// @param lanes   the wave's lanes
  /// @param strict    whether an operation of the whole wave waits for lanes that wait elsewhere
  /// @param lockstep  whether lanes meet only where they execute the same call
  void reset(LaneBits lanes, bool strict, bool lockstep) noexcept;

  void start(KernelThread& thread) noexcept { threads_[thread.lane] = &thread; }
  /// A thread arrives at an operation. Appends the other threads that can continue to `ready`.
  /// @returns whether the thread itself can continue; if not, it has to wait
  bool arrive(KernelThread& thread, duet_cpu::WaveCall& call, duet_cpu::FiberQueue& ready) noexcept;
  /// Completes an operation of the lanes that have arrived, when no thread of the block can
  /// continue: no other lane will arrive. Of the groups without a named mask it takes the oldest,
  /// or one that is earlier in the same source file: lanes in a branch meet the others after it.
  void release_arrived(duet_cpu::FiberQueue& ready) noexcept;
  /// Tells the next `release_arrived` that a lane polls memory.
  void note_poll() noexcept { polls_ = true; }
  /// Whether the last `release_arrived` held lanes behind others that poll.
  bool holds() const noexcept { return holds_; }
  /// Appends the waiting threads.
  void list(std::vector<WaitingThread>& waiting) const;
  /// A thread ends.
  void leave(const KernelThread& thread, duet_cpu::FiberQueue& ready) noexcept {
    alive_ &= ~(LaneBits{1} << thread.lane);
    if (!groups_.empty()) settle(ready);
  }

 private:
  struct Group {
    duet_cpu::WaveOperation operation;
    duet_cpu::Participants participants;
    unsigned bytes;
    LaneBits mask;
    duet_cpu::Place place;  ///< of the first arrival
    LaneBits arrived;
  };

  static unsigned index_of(LaneBits lane) noexcept {
    return static_cast<unsigned>(__builtin_ctzll(lane));
  }
  bool belongs(const duet_cpu::WaveCall& call, const Group& group) const noexcept;
  Group& group_of(const duet_cpu::WaveCall& call) noexcept;
  bool is_complete(const Group& group) const noexcept {
    const bool named = group.participants == duet_cpu::Participants::named;
    return group.arrived == (named ? group.mask & alive_ : alive_);
  }
  void settle(duet_cpu::FiberQueue& ready) noexcept;
  void finish(std::size_t group, const KernelThread* last, duet_cpu::FiberQueue& ready) noexcept;

  void write_results(const Group& group) noexcept;
  void exchange(LaneBits lanes, unsigned bytes) noexcept;
  void vote(LaneBits lanes) noexcept;
  void match(LaneBits lanes, unsigned bytes) noexcept;
  void order(LaneBits lanes, bool includes_caller) noexcept;

  LaneBits alive_ = 0;
  bool strict_ = false;
  bool lockstep_ = false;
  bool polls_ = false;
  bool holds_ = false;
  TsanAnnotations* order_ = nullptr;
  std::vector<Group> groups_{};  ///< oldest first; a lane waits in at most one
  std::array<KernelThread*, most_lanes> threads_{};
};

}  // namespace duet::cpu
