#include "hip/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <mutex>
#include <string>

#include "hip/device.hpp"
#include "hip/kernel_fault.hpp"
#include "hip/options.hpp"

namespace amd_emulator {
namespace {

bool is_hidden(const KernelArgument& argument) { return argument.kind.starts_with("hidden_"); }

/// The bytes of the explicit arguments.
std::size_t explicit_bytes(const KernelInfo& kernel) {
  std::size_t end = 0;
  for (const KernelArgument& argument : kernel.arguments)
    if (!is_hidden(argument)) end = std::max<std::size_t>(end, argument.offset + argument.bytes);
  return end;
}

/// The form of arguments that HIP_LAUNCH_PARAM_BUFFER_POINTER begins.
bool is_buffer(void* const* extra) {
  return extra[0] == HIP_LAUNCH_PARAM_BUFFER_POINTER && extra[2] == HIP_LAUNCH_PARAM_BUFFER_SIZE &&
         extra[4] == HIP_LAUNCH_PARAM_END;
}

/// The counts of the last launch, as a JSON object.
struct LastCounts {
  std::mutex mutex{};
  std::string json = "{}";
};

LastCounts& last_counts() {
  static LastCounts& last = *new LastCounts;
  return last;
}

void keep(const RunCounts& counts) {
  const std::scoped_lock lock(last_counts().mutex);
  last_counts().json = fmt::format(
      R"({{"waves": {}, "instructions": {}, "vector": {}, "scalar": {}, "memory": {}, "matrix": {}, )"
      R"("shared_memory": {}, "bank_conflicts": {}, "lanes": {}, "idle_lanes": {}}})",
      counts.waves, counts.instructions, counts.vector, counts.scalar, counts.memory, counts.matrix,
      counts.shared, counts.bank_conflicts, counts.lanes, counts.idle_lanes);
}

void print(const KernelInfo& kernel, const RunCounts& counts) {
  const double idle = counts.lanes == 0 ? 0
                                        : 100.0 * static_cast<double>(counts.idle_lanes) /
                                              static_cast<double>(counts.lanes);
  const std::string text = fmt::format(
      "duet_amd_emulator: kernel '{}': {} waves, {} instructions: {} vector ({:.1f} % of the lanes "
      "idle), {} scalar, {} memory, {} matrix, {} shared memory ({} bank conflicts)\n",
      kernel.name, counts.waves, counts.instructions, counts.vector, idle, counts.scalar,
      counts.memory, counts.matrix, counts.shared, counts.bank_conflicts);
  std::fputs(text.c_str(), stderr);
}

u64 threads_of(const Launch& launch) {
  return u64{launch.block[0]} * launch.block[1] * launch.block[2];
}

}  // namespace

LaunchOperation::LaunchOperation(const LaunchCall& call)
    : function_(call.function),
      code_(call.function->code->shared_from_this()),
      launch_(call.shape),
      is_cooperative_(call.is_cooperative),
      arguments_(explicit_bytes(*call.function->kernel)) {
  if (call.extra != nullptr) {
    const std::size_t given = *static_cast<const std::size_t*>(call.extra[3]);
    std::memcpy(arguments_.data(), call.extra[1], std::min(given, arguments_.size()));
  } else {
    std::size_t number = 0;
    for (const KernelArgument& argument : function_->kernel->arguments) {
      if (is_hidden(argument)) continue;
      std::memcpy(arguments_.data() + argument.offset, call.values[number++], argument.bytes);
    }
  }
  launch_.arguments = arguments_;
}

cpu::Outcome LaunchOperation::run() noexcept {
  if (!options().interprets) return cpu::Status::success;
  try {
    const RunOptions how{.threads = options().threads,
                         .interleaving = options().interleaving,
                         .is_cooperative = is_cooperative_,
                         .counts = options().counts,
                         .approximation = options().approximation,
                         .detects_races = options().detects_races};
    const KernelInfo& kernel = *function_->kernel;
    const RunCounts counts =
        run_kernel(code_->program(kernel), kernel, launch_, device_memory(), how);
    if (how.counts) {
      keep(counts);
      print(kernel, counts);
    }
    return cpu::Status::success;
  } catch (const Fault& fault) {
    std::fprintf(stderr, "duet_amd_emulator: %s\n", fault.what());
    return outcome_of(fault);
  } catch (...) {
    return cpu::Status::out_of_memory;
  }
}

// As hipModuleLaunchKernel and ihipLaunchKernel_validate of AMD's hip_module.cpp.
hipError_t check_launch(const LaunchCall& call) {
  if (call.function == nullptr) return hipErrorInvalidImage;
  const auto& [grid, block, shared_bytes, arguments] = call.shape;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (u64{grid[axis]} * block[axis] > std::numeric_limits<u32>::max())
      return hipErrorInvalidConfiguration;
    if (grid[axis] == 0 || block[axis] == 0) return hipErrorInvalidValue;
  }
  const KernelInfo& kernel = *call.function->kernel;
  const u64 threads = threads_of(call.shape);
  if (threads > threads_of_block) return hipErrorInvalidConfiguration;
  if (threads > kernel.max_threads) return hipErrorLaunchFailure;
  if (u64{shared_bytes} + kernel.descriptor.group_bytes > lds_bytes) return hipErrorOutOfMemory;
  if (call.extra != nullptr)
    return call.values == nullptr && is_buffer(call.extra) ? hipSuccess : hipErrorInvalidValue;
  if (call.values == nullptr && explicit_bytes(kernel) != 0) return hipErrorInvalidValue;
  if (!call.is_cooperative) return hipSuccess;
  const int most = blocks_of_multiprocessor(kernel, static_cast<unsigned>(threads), shared_bytes) *
                   current_device().multiprocessors;
  return u64{grid[0]} * grid[1] * grid[2] > static_cast<u64>(most)
             ? hipErrorCooperativeLaunchTooLarge
             : hipSuccess;
}

int blocks_of_multiprocessor(const KernelInfo& kernel, unsigned threads, std::size_t shared_bytes) {
  const std::size_t lds = kernel.descriptor.group_bytes + shared_bytes;
  if (threads == 0 || threads > kernel.max_threads || lds > lds_bytes) return 0;
  const Device& device = current_device();
  const int lanes = kernel.descriptor.waves_of_32 ? 32 : 64;
  // The file has registers for waves of the device's own size.
  const int granule = device.register_granule;
  const int wanted =
      static_cast<int>(kernel.descriptor.vector_registers) * lanes / device.wave_size;
  const int registers = std::max(granule, (wanted + granule - 1) / granule * granule);
  const int waves = 4 * std::min(device.waves, device.registers / registers);
  const int waves_of_block = (static_cast<int>(threads) + lanes - 1) / lanes;
  const int by_lds = lds == 0 ? waves : static_cast<int>(lds_bytes / lds);
  return std::min(waves / waves_of_block, by_lds);
}

}  // namespace amd_emulator

// For `duet run --emulate --json`. The text lives until the thread's next call.
extern "C" __attribute__((visibility("default"))) const char* duet_amd_emulator_counts() {
  thread_local std::string copy;
  const std::scoped_lock lock(amd_emulator::last_counts().mutex);
  copy = amd_emulator::last_counts().json;
  return copy.c_str();
}
