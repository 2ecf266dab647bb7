#include "shutdown.hpp"

#include <atomic>

namespace duet::cpu {

namespace {

std::atomic<bool> shutting_down{false};

}  // namespace

bool is_shutting_down() noexcept { return shutting_down.load(std::memory_order_relaxed); }

void begin_shutdown() noexcept { shutting_down.store(true); }

}  // namespace duet::cpu
