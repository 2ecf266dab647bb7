#pragma once

#include "driver_calls.hpp"

namespace duet::cpu {

/// Runs the action of a call that does not throw. An exception becomes `out_of_memory`.
template <typename Action>
Status guarded(Action action) noexcept {
  try {
    return action();
  } catch (...) {
    return Status::out_of_memory;
  }
}

}  // namespace duet::cpu
