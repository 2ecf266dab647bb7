#include <duet/occupancy.hpp>

#include <fmt/format.h>

#include "occupancy.hpp"

namespace duet {

namespace detail {

int active_blocks(const KernelState& kernel, std::size_t threads, std::size_t dynamic_shared) {
  const std::lock_guard lock(kernel.occupancy.mutex);
  const auto [known, is_new] =
      kernel.occupancy.active_blocks.try_emplace({threads, dynamic_shared}, 0);
  if (is_new) {
    try {
      make_current(kernel.device);
      allow_shared(kernel, dynamic_shared);
      DUET_DRIVER(active_blocks, &known->second, kernel.function, static_cast<int>(threads),
                  dynamic_shared);
    } catch (...) {
      kernel.occupancy.active_blocks.erase(known);
      throw;
    }
  }
  return known->second;
}

}  // namespace detail

namespace {

using detail::KernelState;

[[noreturn]] void refuse_occupancy(const KernelState& kernel, const std::string& why) {
  throw Error(ErrorCode::invalid_argument, fmt::format("occupancy of {}: {}", kernel.name, why));
}

void check_threads(const KernelState& kernel, std::size_t threads) {
  if (threads == 0 || threads > kernel.properties().max_threads) {
    refuse_occupancy(kernel, fmt::format("blocks have 1 to {} threads, not {}",
                                         kernel.properties().max_threads, threads));
  }
}

void check_shared(const KernelState& kernel, std::size_t dynamic_shared) {
  const std::string fault = shared_memory_fault(kernel, dynamic_shared);
  if (!fault.empty()) refuse_occupancy(kernel, fault);
}

}  // namespace

int active_blocks(const Kernel& kernel, std::size_t threads, std::size_t dynamic_shared) {
  const KernelState& state = kernel.state();
  check_threads(state, threads);
  check_shared(state, dynamic_shared);
  return detail::active_blocks(state, threads, dynamic_shared);
}

BestBlock best_block(const Kernel& kernel, std::size_t dynamic_shared, std::size_t most_threads) {
  const KernelState& state = kernel.state();
  check_shared(state, dynamic_shared);
  const std::size_t limit = std::min(most_threads, state.properties().max_threads);
  const std::lock_guard lock(state.occupancy.mutex);
  auto known = state.occupancy.best_blocks.find({dynamic_shared, limit});
  if (known == state.occupancy.best_blocks.end()) {
    make_current(state.device);
    detail::allow_shared(state, dynamic_shared);
    const vendor::BestBlock found =
        vendor::best_block(state.function, dynamic_shared, static_cast<int>(limit));
    known = state.occupancy.best_blocks.emplace(std::pair(dynamic_shared, limit), found).first;
  }
  const vendor::BestBlock& best = known->second;
  return {static_cast<unsigned>(best.threads), static_cast<unsigned>(best.blocks)};
}

LaunchShape full_device(const Kernel& kernel, Dim3 block, std::size_t dynamic_shared) {
  const KernelState& state = kernel.state();
  const int per_multiprocessor = active_blocks(kernel, block.volume(), dynamic_shared);
  if (per_multiprocessor == 0) {
    refuse_occupancy(
        state, fmt::format("a multiprocessor cannot hold a block of {} threads and {} bytes of "
                           "dynamic shared memory",
                           block.volume(), dynamic_shared));
  }
  const int blocks = per_multiprocessor * state.device.info().multiprocessors;
  return {.grid = {static_cast<unsigned>(blocks)}, .block = block, .shared_bytes = dynamic_shared};
}

}  // namespace duet
