#include "hip/module.hpp"

#include "hip/device.hpp"

namespace amd_emulator {

LoadedCode::LoadedCode(std::span<const std::byte> elf) : object_(elf, device_memory()) {
  for (const auto& [name, kernel] : object_.kernels())
    functions_.emplace(name, duet::cpu::Function{this, &kernel});
}

const duet::cpu::Function* LoadedCode::find(const std::string& name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : &found->second;
}

Program& LoadedCode::program(const KernelInfo& kernel) {
  const unsigned lanes = kernel.descriptor.waves_of_32 ? 32 : 64;
  const std::scoped_lock lock(mutex_);
  auto& program = programs_[lanes];
  if (!program) program = std::make_unique<Program>(object_, lanes);
  return *program;
}

}  // namespace amd_emulator
