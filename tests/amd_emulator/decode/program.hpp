#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "code/code_object.hpp"
#include "decode/disassembler.hpp"
#include "decode/instruction.hpp"

namespace amd_emulator {

/// The instructions of a code object for one wave size. Each is decoded when it is first reached.
/// Thread-safety: all members can be called from any thread.
class Program {
 public:
  Program(const CodeObject& code, unsigned wave_size);

  /// @throws Fault for an address without an instruction that is emulated
  const Instruction& at(u64 address);

  /// Makes an instruction of a line of the disassembler, at no address: for tests.
  /// @throws Fault if it is not emulated
  const Instruction& from_text(const std::string& text);

  /// The length of the instruction there, also of one that is not emulated; 4 if there is none.
  u64 bytes_at(u64 address);

  const CodeObject& code() const { return code_; }
  unsigned wave_size() const { return wave_size_; }

  /// Memory for a constant in all lanes; equal ones share it.
  const u32* broadcast(u64 value);

 private:
  const Instruction& decode(u64 address);
  void prepare(Instruction& instruction, const std::string& mnemonic);
  void fill_line(Instruction& instruction, const std::string& text);
  void fill(Instruction& instruction, const std::string& text);
  void fill_part(Instruction& whole, unsigned number, const std::string& text);

  struct Segment {
    Range range;
    std::unique_ptr<std::atomic<const Instruction*>[]> instructions;
  };
  struct Lanes {
    alignas(64) u32 words[2 * max_lanes];
  };

  const CodeObject& code_;
  unsigned wave_size_;
  std::mutex mutex_{};
  Disassembler disassembler_;
  std::vector<Segment> segments_{};
  std::deque<Instruction> instructions_{};
  std::map<u64, std::unique_ptr<Lanes>> constants_{};
};

/// The instruction after this one.
inline const Instruction* following(const Instruction& instruction, Program& program) {
  const Instruction* next = instruction.next.load(std::memory_order_acquire);
  if (next == nullptr) {
    next = &program.at(instruction.end());
    const_cast<Instruction&>(instruction).next.store(next, std::memory_order_release);
  }
  return next;
}

/// The instruction that a branch leads to.
inline const Instruction* branch_target(const Instruction& instruction, Program& program) {
  const Instruction* target = instruction.target.load(std::memory_order_acquire);
  if (target == nullptr) {
    target = &program.at(instruction.target_address);
    const_cast<Instruction&>(instruction).target.store(target, std::memory_order_release);
  }
  return target;
}

}  // namespace amd_emulator
