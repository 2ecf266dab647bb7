#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// How important a log message is. A level includes those before it.
enum class LogLevel : std::uint8_t {
  off,      ///< Nothing; as a limit only.
  error,    ///< Work was lost, and no exception could report it, as in a destructor.
  warning,  ///< duet does less than it was asked for, for instance runs without its kernel cache.
  info      ///< What duet does that takes time, such as compiling a kernel.
};

/// The name of a level: "off", "error", "warning" or "info". Static storage, never null.
const char* name_of(LogLevel level) noexcept;

/// Receives the messages of duet: the level and one text without a newline.
using LogHandler = std::function<void(LogLevel, std::string_view)>;

/// Sets what receives messages. The default handler writes lines such as "duet: warning: …" to
/// standard error, each text once. Thread-safety: any thread at any time; a call that another
/// thread has begun still uses the handler before.
/// @param handler  called on any thread, also by destructors, for messages up to `log_level()`. It
///                 should not call duet: messages that it causes itself are dropped. Exceptions
///                 from it are ignored. Empty: the default handler
void set_log_handler(LogHandler handler);

/// Sets which messages are passed to the handler. Thread-safety: any thread.
/// @param most  the least important level that is passed on
void set_log_level(LogLevel most) noexcept;
/// The least important level that is passed on. Until `set_log_level` is called, the environment
/// decides: DUET_LOG=off|error|warning|info, default warning. Thread-safety: any thread.
LogLevel log_level() noexcept;

}  // namespace duet
DUET_API_END
