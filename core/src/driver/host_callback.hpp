#pragma once

#include <functional>

namespace duet::detail {

/// For drivers to call: runs a function that somebody else keeps.
/// @param data  the std::function<void()>
inline void run_host_callback(void* data) noexcept {
  (*static_cast<std::function<void()>*>(data))();
}

}  // namespace duet::detail
