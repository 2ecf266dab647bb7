#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/words.hpp"

namespace amd_emulator {

/// Source lines of a code object that was compiled with line information (-g).
/// Thread-safety: `at` may be called on one thread at a time.
class SourceLines {
 public:
  /// @param elf  the file; copied if it has line information
  explicit SourceLines(std::span<const std::byte> elf);
  ~SourceLines();
  SourceLines(const SourceLines&) = delete;
  SourceLines& operator=(const SourceLines&) = delete;

  /// Returns "file:line" of an instruction, or the line if the file is the program that hiprtc
  /// compiled; empty if it is not known.
  /// @param address  as in the file
  std::string at(u64 address) const;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace amd_emulator
