#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// What went wrong, the same on every backend.
enum class ErrorCode {
  invalid_argument,          ///< A value that the caller passed cannot be used.
  invalid_handle,            ///< A default-constructed or moved-from object was used.
  no_driver,                 ///< The vendor's driver library could not be loaded.
  no_device,                 ///< The driver was loaded but finds no usable device.
  no_compiler,               ///< The run-time compiler (library or program) was not found.
  no_builtins,               ///< The run-time compiler lacks its builtins or device libraries.
  no_toolkit,                ///< The toolkit headers that a program needs were not found.
  missing_entry_point,       ///< This version of the loaded library lacks a function.
  unsupported_architecture,  ///< The compiler or the device does not support the architecture.
  compile_failed,            ///< The kernel source does not compile; see `Error::log()`.
  load_failed,               ///< The code could not be loaded on the device; see `Error::log()`.
  unknown_kernel,            ///< The source or the module has no kernel of that name.
  unknown_symbol,            ///< The module has no variable of that name.
  out_of_memory,             ///< Device or host memory is exhausted.
  not_supported,             ///< The device, driver or backend cannot do this.
  launch_failed,             ///< A kernel or an earlier asynchronous operation failed.
  capture_failed,            ///< A stream capture forbids the call, or was broken by one.
  io,                        ///< A file could not be read or written.
  internal                   ///< The vendor reported a status that duet did not expect.
};

/// The enumerator's name, for instance "no_driver". Static storage, never null.
const char* name_of(ErrorCode code) noexcept;

/// What an `Error` carries besides its message. Members that do not apply are empty.
struct ErrorDetails {
  std::string call{};  ///< Text of the failed vendor call with its arguments.
  std::string
      vendor_name{};  ///< The vendor's name of the error, for instance "CUDA_ERROR_NO_DEVICE".
  std::string log{};  ///< The complete log of the compiler or loader.
};

/// The base of every exception that duet throws. `what()` says what was wrong and what to do.
/// Thread-safety: concurrent const access is safe.
class Error : public std::runtime_error {
 public:
  /// @param code     what went wrong
  /// @param message  text of `what()`: what was wrong and what to do
  /// @param details  vendor call, vendor name and log, if there are any
  Error(ErrorCode code, const std::string& message, ErrorDetails details = {});

  /// What went wrong.
  ErrorCode code() const noexcept { return code_; }
  /// Text of the failed vendor call; empty if no call failed.
  const std::string& call() const noexcept { return details_.call; }
  /// The vendor's name of the error; empty if it has none.
  const std::string& vendor_name() const noexcept { return details_.vendor_name; }
  /// The complete log of the compiler or loader; empty if there is none.
  const std::string& log() const noexcept { return details_.log; }

 private:
  ErrorCode code_;
  ErrorDetails details_;
};

/// A program cannot be compiled. compile_failed: the source is wrong, or a kernel template is with
/// the arguments in `Program::kernels`; `log()` is the compiler's output and `what()` includes its
/// errors. unknown_kernel: the source has no kernel of a name in `Program::kernels`; `what()` lists
/// those that it has, and `log()` is empty.
class CompileError : public Error {
 public:
  /// Constructs it as an Error.
  using Error::Error;
};

/// Code could not be loaded: it is for another architecture, damaged, or rejected by the driver.
class LoadError : public Error {
 public:
  /// Constructs it as an Error.
  using Error::Error;
};

/// Receives each error that duet constructs to throw it, for logging and as a place for a
/// breakpoint.
using ErrorObserver = std::function<void(const Error&)>;

/// Sets what sees each `duet::Error` before it is thrown, also those that duet catches itself.
/// Errors of derived classes are seen as `Error`; their code tells them apart. Costs nothing
/// measurable while no observer is set. Thread-safety: any thread at any time.
/// @param observer  called on the thread that throws; errors that it causes itself are not
///                  observed. Exceptions from it are ignored. Empty: none
void set_error_observer(ErrorObserver observer);

}  // namespace duet
DUET_API_END
