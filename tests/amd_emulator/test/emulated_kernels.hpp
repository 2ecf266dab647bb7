#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "run/launch.hpp"

namespace amd_emulator::test {

/// A processor with the lanes of its waves.
struct Machine {
  std::string processor{};
  unsigned lanes = 64;
};

/// "gfx1030_wave32", also the name of a test's instance.
std::string name_of(const Machine& machine);

inline void PrintTo(const Machine& machine, std::ostream* to) { *to << name_of(machine); }

/// Those that hiprtc of this machine compiles for, and those that clang-19 does, if it is there.
std::vector<Machine> machines_of_hiprtc();
std::vector<Machine> machines_of_clang();
std::vector<Machine> machines();

/// Compiled kernels with memory for their arrays.
class EmulatedKernels {
 public:
  /// @param flag  for hiprtc; may be empty
  EmulatedKernels(const Machine& machine, const std::string& source, const std::string& flag = {});

  /// Makes a vector known to the kernels while this object lives.
  template <typename T>
  u64 address(std::vector<T>& values) {
    return add(values.data(), values.size() * sizeof(T));
  }

  /// @param arguments  each of 8 bytes or less, in 8 bytes
  RunCounts run(const std::string& kernel, std::array<u32, 3> grid, std::array<u32, 3> block,
                const std::vector<u64>& arguments, u32 shared_bytes = 0,
                const RunOptions& options = {.threads = 2});

  Program& program() { return *program_; }
  Memory& memory() { return memory_; }

 private:
  u64 add(const void* begin, u64 bytes);

  Memory memory_{};
  std::unique_ptr<CodeObject> code_;
  std::unique_ptr<Program> program_;
  std::vector<std::unique_ptr<KnownRange>> known_{};
};

}  // namespace amd_emulator::test
