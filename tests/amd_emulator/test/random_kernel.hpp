#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/words.hpp"

namespace amd_emulator::test {

/// A thread of a random kernel, as the host computes it.
struct KernelThread {
  u32 narrow[4] = {};
  u64 wide[2] = {};
  u32 counter[8] = {};  ///< Of the loops around a statement.
  u32 thread = 0;
};

/// A block with its shared memory, and counters in global memory.
struct KernelBlock {
  std::vector<KernelThread> threads{};
  std::vector<u32> shared{};
  std::vector<u32>* counters = nullptr;
};

/// A kernel's statements as text, and the same on the host, thread after thread between barriers.
/// It has divergent branches, loops that lanes leave one by one, shared memory and atomics.
class RandomKernel {
 public:
  RandomKernel(std::string name, u64 seed);

  /// extern "C" __global__ void NAME(const unsigned* in, unsigned* out, unsigned* counters)
  const std::string& source() const { return source_; }
  static constexpr unsigned counters = 16;
  /// What each thread writes, for what it reads. @param counted  is added to
  std::vector<u32> run(const std::vector<u32>& in, unsigned block_threads,
                       std::vector<u32>& counted) const;

 private:
  std::string source_{};
  std::vector<std::function<void(KernelBlock&)>> phases_{};
};

}  // namespace amd_emulator::test
