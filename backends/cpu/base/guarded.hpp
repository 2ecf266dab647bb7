#pragma once

#include "driver_calls.hpp"

namespace duet::cpu {

/// For calls that do not throw: the status of `action`, which may run out of memory.
template <typename Action>
Status guarded(Action action) noexcept {
  try {
    return action();
  } catch (...) {
    return Status::out_of_memory;
  }
}

}  // namespace duet::cpu
