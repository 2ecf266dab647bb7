#pragma once

#include <duet/device/vendor/cuda/bulk/copy.hpp>

namespace duet::vendor {

/// The stages of a block in shared memory, which are filled and used in turn: A's part of the depth
/// and then B's, and two barriers for each stage.
/// @tparam A, B  a BulkOperand each
template <typename A, typename B, int count>
class BulkStages {
  static constexpr int stage_bytes = A::bytes + B::bytes;

 public:
  static constexpr int bytes = count * (stage_bytes + 2 * int(sizeof(BulkBarrier)));

  /// Where one is in the ring.
  struct Place {
    unsigned index = 0, parity = 0;
    __device__ void advance() {
      if (++index == count) {
        index = 0;
        parity ^= 1;
      }
    }
  };

  /// @param shared  at a multiple of 1024 bytes
  __device__ explicit BulkStages(unsigned char* shared)
      : shared_(shared), barriers_(reinterpret_cast<BulkBarrier*>(shared + count * stage_bytes)) {}

  /// One thread calls it before all others use the stages.
  /// @param users  how many arrive at `empty`
  __device__ void init(unsigned users) const {
    for (int i = 0; i < count; ++i) {
      barriers_[i].init(1);
      barriers_[count + i].init(users);
    }
    BulkBarrier::fence_init();
  }

  __device__ unsigned char* memory() const { return shared_; }
  __device__ unsigned char* a(const Place& place) const {
    return shared_ + place.index * stage_bytes;
  }
  __device__ unsigned char* b(const Place& place) const { return a(place) + A::bytes; }

  /// Waits until the stage is not used any more. @returns the barrier for the copies
  __device__ BulkBarrier& begin_fill(const Place& place) const {
    empty(place.index).wait(place.parity ^ 1);
    BulkBarrier& full = barriers_[place.index];
    full.expect(stage_bytes);
    return full;
  }
  /// Waits until the stage is filled.
  __device__ void await(const Place& place) const { barriers_[place.index].wait(place.parity); }
  /// Where those arrive that do not use the stage any more.
  __device__ BulkBarrier& empty(unsigned index) const { return barriers_[count + index]; }

 private:
  unsigned char* const shared_;
  BulkBarrier* const barriers_;  ///< of all stages: filled, then empty
};

}  // namespace duet::vendor
