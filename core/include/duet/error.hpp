#pragma once

#include <stdexcept>
#include <string>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// What went wrong, independent of the vendor.
enum class ErrorCode {
  invalid_argument,          ///< A value the caller passed cannot be used.
  invalid_handle,            ///< A default-constructed or moved-from object was used.
  no_driver,                 ///< The vendor's driver library could not be loaded.
  no_device,                 ///< The driver is there, but no usable device.
  no_compiler,               ///< The run-time compiler (library or program) could not be found.
  no_builtins,               ///< The run-time compiler lacks its builtins or device libraries.
  no_toolkit,                ///< The toolkit's headers that a program asks for were not found.
  missing_entry_point,       ///< The loaded library's version lacks the called function.
  unsupported_architecture,  ///< The compiler or the device does not know the architecture.
  compile_failed,            ///< The kernel source does not compile; see `Error::log()`.
  load_failed,               ///< The code could not be loaded on the device; see `Error::log()`.
  unknown_kernel,            ///< The module has no kernel of that name.
  unknown_symbol,            ///< The module has no variable of that name.
  out_of_memory,             ///< Device or host memory is exhausted.
  not_supported,             ///< The device, driver or backend cannot do this.
  launch_failed,             ///< A kernel or an earlier asynchronous operation failed.
  capture_failed,            ///< A stream capture forbids the call, or broke.
  io,                        ///< A file could not be read or written.
  internal                   ///< The vendor reported a state that duet did not expect.
};

/// The enumerator's own name, for instance "no_driver". Never null, static storage.
const char* name_of(ErrorCode code) noexcept;

/// What an `Error` carries besides its message. Fields that do not apply are empty.
struct ErrorDetails {
  std::string call{};  ///< Text of the failed vendor call with its arguments.
  std::string
      vendor_name{};  ///< The vendor's name of the error, for instance "CUDA_ERROR_NO_DEVICE".
  std::string log{};  ///< The compiler's or loader's whole log.
};

/// Base of every exception duet throws. The message names what was wrong and what to do.
/// Thread-safety: as any exception; const access from several threads is safe.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message, ErrorDetails details = {});

  ErrorCode code() const noexcept { return code_; }
  const std::string& call() const noexcept { return details_.call; }
  const std::string& vendor_name() const noexcept { return details_.vendor_name; }
  const std::string& log() const noexcept { return details_.log; }

 private:
  ErrorCode code_;
  ErrorDetails details_;
};

/// The kernel source does not compile. `log()` is the compiler's output, `what()` includes it.
class CompileError : public Error {
 public:
  using Error::Error;
};

/// Code could not be loaded: another architecture, damaged, or refused by the driver.
class LoadError : public Error {
 public:
  using Error::Error;
};

}  // namespace duet
DUET_API_END
