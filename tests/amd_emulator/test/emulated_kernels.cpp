#include "test/emulated_kernels.hpp"

#include <algorithm>
#include <cstring>

namespace amd_emulator::test {

std::string name_of(const Machine& machine) {
  return machine.processor + "_wave" + std::to_string(machine.lanes);
}

std::vector<Machine> machines() {
  return {{"gfx906", 64}, {"gfx90a", 64}, {"gfx1030", 32}, {"gfx1030", 64}};
}

EmulatedKernels::EmulatedKernels(const Machine& machine, const std::string& source) {
  const duet::Code code =
      duet::compile({.source = source, .options = {.wave_size = static_cast<int>(machine.lanes)}},
                    machine.processor);
  code_ = std::make_unique<CodeObject>(code.bytes, memory_);
  program_ = std::make_unique<Program>(*code_, machine.lanes);
}

u64 EmulatedKernels::add(const void* begin, u64 bytes) {
  known_.push_back(std::make_unique<KnownRange>(memory_, begin, bytes, "an array of the test"));
  return reinterpret_cast<u64>(begin);
}

RunCounts EmulatedKernels::run(const std::string& kernel, std::array<u32, 3> grid,
                               std::array<u32, 3> block, const std::vector<u64>& arguments,
                               u32 shared_bytes, const RunOptions& options) {
  const KernelInfo& info = code_->kernel(kernel);
  std::vector<std::byte> bytes(info.argument_bytes);
  std::size_t end = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const KernelArgument& argument = info.arguments.at(i);
    std::memcpy(bytes.data() + argument.offset, &arguments[i], argument.bytes);
    end = std::max<std::size_t>(end, argument.offset + argument.bytes);
  }
  const Launch launch{.grid = grid,
                      .block = block,
                      .shared_bytes = shared_bytes,
                      .arguments = std::span(bytes).first(end)};
  return run_kernel(*program_, info, launch, memory_, options);
}

}  // namespace amd_emulator::test
