#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "code/code_object.hpp"
#include "cpu/base/driver_calls.hpp"
#include "decode/program.hpp"

namespace amd_emulator {

class LoadedCode;

}  // namespace amd_emulator

namespace duet::cpu {

/// A kernel of loaded code. Lives as long as the code.
struct Function {
  amd_emulator::LoadedCode* code;
  const amd_emulator::KernelInfo* kernel;
};

struct Module {
  std::shared_ptr<amd_emulator::LoadedCode> code;
};

}  // namespace duet::cpu

namespace amd_emulator {

/// A code object in memory. Shared by its module and pending launches.
/// Thread-safety: all members can be called from any thread.
class LoadedCode : public std::enable_shared_from_this<LoadedCode> {
 public:
  /// @throws Fault, duet::LoadError if it is damaged or for a processor that is not emulated
  explicit LoadedCode(std::span<const std::byte> elf);

  const CodeObject& object() const { return object_; }
  /// Null if the code has no such kernel.
  const duet::cpu::Function* find(const std::string& name) const;
  /// The instructions, for the kernel's wave size.
  Program& program(const KernelInfo& kernel);

 private:
  const CodeObject object_;
  std::map<std::string, duet::cpu::Function> functions_{};
  std::mutex mutex_{};
  std::map<unsigned, std::unique_ptr<Program>> programs_{};
};

}  // namespace amd_emulator
