#pragma once

#include <functional>

namespace duet::detail {

/// The callback for drivers: runs a function that outlives the call.
/// @param data  a std::function<void()>*
inline void run_host_callback(void* data) noexcept {
  (*static_cast<std::function<void()>*>(data))();
}

}  // namespace duet::detail
