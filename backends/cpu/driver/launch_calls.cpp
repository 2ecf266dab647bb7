#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "cpu/base/failure_note.hpp"
#include "cpu/base/limits.hpp"
#include "cpu/executor/grid.hpp"
#include "cpu/stream/operations.hpp"
#include "cpu/stream/submit.hpp"
#include "device_block.hpp"
#include "live_memory.hpp"

namespace duet::cpu {

namespace {

bool within(const duet_cpu::Extent& extent, const duet_cpu::Extent& most) noexcept {
  // 0 - 1 wraps to the largest number: one comparison checks both limits.
  return extent.x - 1 < most.x && extent.y - 1 < most.y && extent.z - 1 < most.z;
}

class LaunchOperation final : public Operation {
 public:
  LaunchOperation(const Grid& grid, void* const* parameters)
      : grid_(grid), code_(grid.function->code->shared_from_this()) {
    const std::vector<std::size_t>& sizes = grid.function->parameter_bytes;
    std::size_t room = 0;
    for (const std::size_t bytes : sizes) room += padded(bytes);
    values_.resize(room / sizeof(Unit));
    arguments_.reserve(sizes.size());
    Unit* next = values_.data();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      std::memcpy(next, parameters[i], sizes[i]);
      arguments_.push_back(next);
      next += padded(sizes[i]) / sizeof(Unit);
    }
    grid_.arguments = arguments_.data();
  }

  Outcome run() noexcept override {
    Outcome outcome = run_grid(grid_);
    if (code_->is_strict() && !outcome.failed()) [[unlikely]] {
      return find_damage();
    }
    return outcome;
  }
  GraphNodeType type() const noexcept override { return GraphNodeType::kernel; }

 private:
  /// Looks around the memory of each pointer, as far as no page protects it.
  Outcome find_damage() const noexcept {
    const std::vector<std::size_t>& sizes = grid_.function->parameter_bytes;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] != sizeof(void*)) continue;
      void* address = nullptr;
      std::memcpy(&address, arguments_[i], sizeof(address));
      const auto found = LiveMemory::instance().find(address);
      if (!found || !found->is_guarded) continue;
      const auto damage = DeviceBlock{found->begin, true}.take_damage(found->bytes);
      if (!damage) continue;
      try {
        return grid_.failure(
            {Status::launch_failed,
             fmt::format("strict mode: write to byte {} of the memory of argument {} (counting "
                         "from 0), which has {} bytes",
                         *damage, i, found->bytes)});
      } catch (...) {
        return Status::launch_failed;
      }
    }
    return Status::success;
  }

  /// Aligns every parameter for any type.
  struct alignas(64) Unit {
    std::byte bytes[64];
  };
  static std::size_t padded(std::size_t bytes) noexcept {
    return (bytes + sizeof(Unit) - 1) / sizeof(Unit) * sizeof(Unit);
  }

  Grid grid_;
  std::shared_ptr<const LoadedCode> code_;
  std::vector<Unit> values_{};
  std::vector<void*> arguments_{};
};

std::uint64_t volume_of(const duet_cpu::Extent& extent) noexcept {
  return std::uint64_t{extent.x} * extent.y * extent.z;
}

Status check(const Grid& grid, void* const* parameters) noexcept {
  if (grid.function == nullptr) return Status::invalid_value;
  if (parameters == nullptr && !grid.function->parameter_bytes.empty()) {
    return Status::invalid_value;
  }
  const bool fits = within(grid.grid, {limits::grid_x, limits::grid_yz, limits::grid_yz}) &&
                    within(grid.block, {limits::threads, limits::threads, limits::block_z}) &&
                    volume_of(grid.block) <= grid.function->max_threads &&
                    grid.shared_bytes <= limits::shared_bytes;
  return fits ? Status::success : Status::invalid_value;
}

Status submit(Stream* stream, const Grid& grid, void* const* parameters) noexcept {
  const Status status = check(grid, parameters);
  return status != Status::success ? status : submit_new<LaunchOperation>(stream, grid, parameters);
}

/// The blocks of a cooperative grid that one core runs.
std::uint64_t blocks_of_core(std::uint64_t threads) noexcept {
  return std::min<std::uint64_t>(limits::core_blocks, limits::core_threads / threads);
}

}  // namespace

Status make_launch(const KernelNodeParameters& node, std::unique_ptr<Operation>& operation) {
  const Grid grid{.function = node.function,
                  .grid = {node.grid[0], node.grid[1], node.grid[2]},
                  .block = {node.block[0], node.block[1], node.block[2]},
                  .shared_bytes = node.shared_bytes,
                  .arguments = nullptr,
                  .cooperative = false};
  const Status status = check(grid, node.values);
  if (status == Status::success) operation = std::make_unique<LaunchOperation>(grid, node.values);
  return status;
}

Status launch(const Function* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
              unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
              Stream* stream, void** parameters, void** extra) noexcept {
  if (extra != nullptr) return Status::invalid_value;
  return submit(stream,
                {.function = function,
                 .grid = {grid_x, grid_y, grid_z},
                 .block = {block_x, block_y, block_z},
                 .shared_bytes = shared_bytes,
                 .arguments = nullptr,
                 .cooperative = false},
                parameters);
}

Status launch_cooperative(const Function* function, unsigned grid_x, unsigned grid_y,
                          unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
                          unsigned shared_bytes, Stream* stream, void** parameters) noexcept {
  const Grid grid{.function = function,
                  .grid = {grid_x, grid_y, grid_z},
                  .block = {block_x, block_y, block_z},
                  .shared_bytes = shared_bytes,
                  .arguments = nullptr,
                  .cooperative = true};
  int cores = 0;
  const Status status = device_attribute(&cores, DeviceAttribute::multiprocessors, 0);
  if (status != Status::success) return status;
  const std::uint64_t threads = volume_of(grid.block);
  if (threads == 0 ||
      volume_of(grid.grid) > blocks_of_core(threads) * static_cast<unsigned>(cores)) {
    return Status::invalid_value;
  }
  if (function != nullptr && function->code->runs_alone() && volume_of(grid.grid) > 1) {
    return note_failure({Status::not_supported,
                         "code compiled for AddressSanitizer runs one block after the other; "
                         "set DUET_CPU_SANITIZE=off"});
  }
  return submit(stream, grid, parameters);
}

Status active_blocks(int* blocks, const Function* function, int threads,
                     std::size_t shared_bytes) noexcept {
  if (blocks == nullptr || function == nullptr || threads <= 0) return Status::invalid_value;
  const bool fits = static_cast<unsigned>(threads) <= function->max_threads &&
                    shared_bytes <= limits::shared_bytes;
  *blocks = fits ? static_cast<int>(blocks_of_core(static_cast<unsigned>(threads))) : 0;
  return Status::success;
}

}  // namespace duet::cpu
