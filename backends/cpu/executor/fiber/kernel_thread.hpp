#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "cpu/prelude/abi.hpp"
#include "fiber_stack.hpp"

namespace duet::cpu {

class Wave;

/// One bit for each lane of a wave.
using LaneBits = std::uint64_t;

inline bool same_file(const duet_cpu::Place& a, const duet_cpu::Place& b) noexcept {
  return a.file == b.file || std::strcmp(a.file, b.file) == 0;
}
inline bool same_place(const duet_cpu::Place& a, const duet_cpu::Place& b) noexcept {
  return a.line == b.line && same_file(a, b);
}

/// A fiber with its stack, and the thread of a block that it runs.
struct alignas(64) KernelThread : duet_cpu::Fiber {
  /// @throws std::bad_alloc
  KernelThread(std::size_t stack_bytes, unsigned color, FiberStack::Entry entry)
      : stack(std::make_unique<FiberStack>(stack_bytes, color)) {
    suspended = stack->prepare(entry);
  }

  Wave* wave = nullptr;
  unsigned char lane = 0;  ///< in its wave
  bool polls = false;      ///< has been in a loop that polls since its last wave operation
  duet_cpu::WaveCall* call = nullptr;  ///< the operation that it waits at
  std::unique_ptr<FiberStack> stack;
};
static_assert(sizeof(KernelThread) == 64, "a switch touches one cache line");

}  // namespace duet::cpu
