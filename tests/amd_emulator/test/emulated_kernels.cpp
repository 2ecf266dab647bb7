#include "test/emulated_kernels.hpp"

#include <duet/compile.hpp>

#include <algorithm>
#include <cstring>

#include "test/clang_compiler.hpp"

namespace amd_emulator::test {

std::string name_of(const Machine& machine) {
  return machine.processor + "_wave" + std::to_string(machine.lanes);
}

std::vector<Machine> machines_of_hiprtc() {
  return {{"gfx906", 64}, {"gfx90a", 64}, {"gfx1030", 32}, {"gfx1030", 64}};
}

std::vector<Machine> machines_of_clang() {
  if (!has_clang()) return {};
  return {{"gfx942", 64}, {"gfx1100", 32}, {"gfx1100", 64}, {"gfx1201", 32}, {"gfx1201", 64}};
}

std::vector<Machine> machines() {
  std::vector<Machine> all = machines_of_hiprtc();
  for (const Machine& machine : machines_of_clang()) all.push_back(machine);
  return all;
}

namespace {

std::vector<std::byte> compile(const Machine& machine, const std::string& source,
                               const std::string& flag) {
  for (const Machine& newer : machines_of_clang())
    if (newer.processor == machine.processor)
      return compile_with_clang(machine.processor, machine.lanes, source);
  duet::Program what{.source = source, .options = {.wave_size = static_cast<int>(machine.lanes)}};
  if (!flag.empty()) what.options.extra.push_back(flag);
  return duet::compile(what, machine.processor).bytes;
}

}  // namespace

EmulatedKernels::EmulatedKernels(const Machine& machine, const std::string& source,
                                 const std::string& flag) {
  const std::vector<std::byte> bytes = compile(machine, source, flag);
  code_ = std::make_unique<CodeObject>(bytes, memory_);
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
