#pragma once

#include <functional>
#include <map>
#include <random>
#include <set>

#include "decode/program.hpp"
#include "machine/wave.hpp"
#include "test/emulated_kernels.hpp"

namespace amd_emulator::test {

/// A wave with random registers on which single instructions run, written as the disassembler
/// prints them.
class Bench {
 public:
  explicit Bench(const Machine& machine);

  /// Sets registers to random values, and EXEC to a random mask.
  void randomise();
  void randomise_memory();
  void run(const std::string& text);

  Wave& wave() { return wave_; }
  u32 lane(unsigned index, unsigned at) { return wave_.vector_register(index)[at]; }
  u64 wide(unsigned index, unsigned at) { return join(lane(index, at), lane(index + 1, at)); }
  bool is_active(unsigned at) const { return (wave_.exec() >> at & 1) != 0; }
  std::vector<u8>& lds() { return lds_; }
  std::vector<u8>& scratch() { return scratch_; }
  /// Global memory for loads and stores.
  std::vector<u8>& array() { return array_; }
  u32 random() { return static_cast<u32>(random_()); }
  /// A random word, often a special one.
  u32 interesting();

 private:
  u32 interesting_half();
  u32 interesting_double_high();

  EmulatedKernels kernel_;
  std::map<std::string, const Instruction*> decoded_{};
  std::mt19937 random_{1};
  std::vector<u32> registers_;
  std::vector<u8> lds_ = std::vector<u8>(2304);
  std::vector<u8> array_ = std::vector<u8>(2304);
  std::vector<u8> scratch_ = std::vector<u8>(64 * 160);
  Block block_{};
  Wave wave_{};
};

/// Which instructions have been proven: filled by the tests, read by the last one.
class Proven {
 public:
  static void add(const std::string& name) { names().insert(name); }
  static std::set<std::string>& names() {
    static std::set<std::string> all;
    return all;
  }
};

}  // namespace amd_emulator::test
