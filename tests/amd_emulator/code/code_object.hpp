#pragma once

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/target.hpp"
#include "code/kernel_descriptor.hpp"
#include "code/source_lines.hpp"
#include "machine/memory.hpp"

namespace amd_emulator {

/// An argument as the metadata describes it.
struct KernelArgument {
  u32 offset = 0;
  u32 bytes = 0;
  std::string kind{};  ///< .value_kind: "by_value", "global_buffer", "hidden_block_count_x", …
};

struct KernelInfo {
  std::string name{};
  KernelDescriptor descriptor{};
  u64 descriptor_address = 0;
  u64 entry = 0;
  u32 argument_bytes = 0;
  unsigned max_threads = 1024;
  unsigned registers = 0;  ///< vector registers that the code uses
  std::vector<KernelArgument> arguments{};
};

struct Symbol {
  u64 address = 0;
  u64 bytes = 0;
};

/// A code object in memory, ready to run: its segments at their distances, its relocations applied.
/// Versions 3 to 5. Source: LLVM's "User Guide for AMDGPU Backend", "Code Object".
class CodeObject {
 public:
  /// @throws Fault, duet::LoadError if it is damaged or for a processor that is not emulated
  CodeObject(std::span<const std::byte> elf, Memory& memory);

  const Target& target() const { return target_; }
  const std::map<std::string, KernelInfo>& kernels() const { return kernels_; }
  /// @throws Fault naming the kernels that there are
  const KernelInfo& kernel(const std::string& name) const;
  const std::map<std::string, Symbol>& variables() const { return variables_; }
  /// The bytes from an address to the end of its executable segment; empty outside of them.
  std::span<const u8> code_from(u64 address) const;
  /// The executable segments.
  const std::vector<Range>& code() const { return code_; }
  /// Returns "file:line" of an instruction; empty without line information.
  std::string line_of(u64 address) const;

 private:
  struct Loader;

  mutable std::mutex lines_mutex_{};
  const SourceLines lines_;
  Target target_{};
  /// Zeroes that the system provides on first use: variables may be large.
  std::unique_ptr<u8, decltype(&std::free)> storage_{nullptr, &std::free};
  std::span<u8> image_{};
  std::vector<Range> code_{};
  std::map<std::string, KernelInfo> kernels_{};
  std::map<std::string, Symbol> variables_{};
  std::unique_ptr<KnownRange> known_{};
};

}  // namespace amd_emulator
