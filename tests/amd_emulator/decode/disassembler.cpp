#include "decode/disassembler.hpp"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <array>
#include <mutex>

#include "base/fault.hpp"

namespace amd_emulator {
namespace {

void initialise_llvm() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
  });
}

}  // namespace

Disassembler::Disassembler(const std::string& processor, unsigned wave_size) {
  initialise_llvm();
  const bool is_gfx9 = processor.size() == 6;
  const std::string features =
      is_gfx9 ? "" : (wave_size == 32 ? "+wavefrontsize32" : "+wavefrontsize64,-wavefrontsize32");
  context_ = LLVMCreateDisasmCPUFeatures("amdgcn-amd-amdhsa", processor.c_str(), features.c_str(),
                                         nullptr, 0, nullptr, nullptr);
  if (context_ == nullptr) throw Fault("LLVM has no disassembler for '" + processor + "'");
}

Disassembler::~Disassembler() { LLVMDisasmDispose(context_); }

Disassembler::Line Disassembler::decode(std::span<const u8> code, u64 address) {
  std::array<char, 512> text{};
  const std::size_t bytes = LLVMDisasmInstruction(context_, const_cast<u8*>(code.data()),
                                                  code.size(), address, text.data(), text.size());
  std::string_view line(text.data());
  while (!line.empty() && (line.front() == '\t' || line.front() == ' ')) line.remove_prefix(1);
  const std::size_t comment = line.find("//");
  return {bytes, std::string(line.substr(0, std::min(comment, line.find(';'))))};
}

}  // namespace amd_emulator
