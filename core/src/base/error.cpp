#include <duet/error.hpp>

#include <utility>

#include "hook.hpp"

namespace duet {

const char* name_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::invalid_handle: return "invalid_handle";
    case ErrorCode::no_driver: return "no_driver";
    case ErrorCode::no_device: return "no_device";
    case ErrorCode::no_compiler: return "no_compiler";
    case ErrorCode::no_builtins: return "no_builtins";
    case ErrorCode::no_toolkit: return "no_toolkit";
    case ErrorCode::missing_entry_point: return "missing_entry_point";
    case ErrorCode::unsupported_architecture: return "unsupported_architecture";
    case ErrorCode::compile_failed: return "compile_failed";
    case ErrorCode::load_failed: return "load_failed";
    case ErrorCode::unknown_kernel: return "unknown_kernel";
    case ErrorCode::unknown_symbol: return "unknown_symbol";
    case ErrorCode::out_of_memory: return "out_of_memory";
    case ErrorCode::not_supported: return "not_supported";
    case ErrorCode::launch_failed: return "launch_failed";
    case ErrorCode::capture_failed: return "capture_failed";
    case ErrorCode::io: return "io";
    case ErrorCode::internal: return "internal";
  }
  return "unknown";
}

namespace {

/// Never destroyed: destructors of static objects may throw and catch errors.
Hook<const Error&>& error_hook() {
  static auto& hook = *new Hook<const Error&>;
  return hook;
}

}  // namespace

void set_error_observer(ErrorObserver observer) { error_hook().set(std::move(observer)); }

Error::Error(ErrorCode code, const std::string& message, ErrorDetails details)
    : std::runtime_error(message), code_(code), details_(std::move(details)) {
  error_hook().call(*this);
}

}  // namespace duet
