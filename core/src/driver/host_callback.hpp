#pragma once

#include <functional>
#include <string>

#include <duet/error.hpp>

namespace duet::detail {

/// Exists while a host function runs on this thread.
class HostFunctionScope {
 public:
  HostFunctionScope() noexcept { ++depth; }
  HostFunctionScope(const HostFunctionScope&) = delete;
  HostFunctionScope& operator=(const HostFunctionScope&) = delete;
  ~HostFunctionScope() { --depth; }

  static bool is_running() noexcept { return depth != 0; }
  /// @throws Error (invalid_argument) if a host function runs on this thread
  static void require_none(const char* action) {
    if (depth == 0) return;
    throw Error(ErrorCode::invalid_argument,
                std::string(action) +
                    " in a host function would wait for itself; host functions must not call duet");
  }

 private:
  static inline constinit thread_local int depth = 0;
};

/// The callback for drivers: runs a function that outlives the call.
/// @param data  a std::function<void()>*
inline void run_host_callback(void* data) noexcept {
  const HostFunctionScope scope;
  (*static_cast<std::function<void()>*>(data))();
}

}  // namespace duet::detail
