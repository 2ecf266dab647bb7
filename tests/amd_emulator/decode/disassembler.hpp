#pragma once

#include <span>
#include <string>

#include "base/words.hpp"

namespace amd_emulator {

/// LLVM's disassembler for one processor. Thread-safety: one thread at a time.
class Disassembler {
 public:
  /// @param wave_size  32 or 64
  /// @throws Fault if LLVM does not know the processor
  Disassembler(const std::string& processor, unsigned wave_size);
  ~Disassembler();
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;

  struct Line {
    std::size_t bytes = 0;  ///< 0: this is no instruction.
    std::string text{};
  };
  Line decode(std::span<const u8> code, u64 address);

 private:
  void* context_;
};

}  // namespace amd_emulator
