#pragma once

#include <array>
#include <vector>

#include "block_failure.hpp"
#include "cpu/executor/fiber/kernel_thread.hpp"
#include "tsan_annotations.hpp"

namespace duet::cpu {

/// The lanes of a wave and the operations in which they wait for each other. Lanes that come to the
/// same operation form a group; the last one to come writes the results of all.
class Wave {
 public:
  static constexpr unsigned most_lanes = 64;

  /// @throws std::bad_alloc
  Wave() { groups_.reserve(most_lanes); }

  /// Operations are told to it from here on.
  void watch(TsanAnnotations& order) noexcept { order_ = &order; }

  /// At the beginning of a block. @param lanes  those that there are
  /// @param strict  whether operations of the whole wave wait for the lanes that are elsewhere
  void reset(LaneBits lanes, bool strict) noexcept;

  void start(KernelThread& thread) noexcept { threads_[thread.lane] = &thread; }
  /// A thread comes to an operation. Others that can go on are put into `ready`.
  /// @returns whether it can go on itself. If not, it has to wait
  bool arrive(KernelThread& thread, duet_cpu::WaveCall& call, duet_cpu::FiberQueue& ready) noexcept;
  /// No thread of the block can go on: whoever has come together here by now is all that will come.
  /// Of the groups that wait for nobody in particular, lets the oldest go on, or one that is
  /// earlier in the same source: so lanes that took a branch meet the others again behind it.
  void release_those_here(duet_cpu::FiberQueue& ready) noexcept;
  /// Appends the threads that wait here.
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
    duet_cpu::Place place;  ///< of the first that came
    LaneBits arrived;
  };

  static unsigned index_of(LaneBits lane) noexcept {
    return static_cast<unsigned>(__builtin_ctzll(lane));
  }
  static bool belongs(const duet_cpu::WaveCall& call, const Group& group) noexcept;
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
  void order(LaneBits lanes, bool caller_is_one) noexcept;

  LaneBits alive_ = 0;
  bool strict_ = false;
  TsanAnnotations* order_ = nullptr;
  std::vector<Group> groups_{};  ///< oldest first; a lane waits in one at most
  std::array<KernelThread*, most_lanes> threads_{};
};

}  // namespace duet::cpu
