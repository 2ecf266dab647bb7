#include "exit_status.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include <duet/error.hpp>

#include "colour.hpp"
#include "usage_error.hpp"

namespace duet::tool {
namespace {

// Uses stdio only: it must work without memory and after stream errors.
int report(std::string_view program, const char* message, int status) noexcept {
  std::fflush(stdout);
  const bool red = has_colours(stderr);
  std::fprintf(stderr, "%.*s: %serror:%s %s\n", static_cast<int>(program.size()), program.data(),
               red ? "\x1b[1;31m" : "", red ? "\x1b[0m" : "", message);
  return status;
}

/// Reports a failure to write to standard output, once. A reader that closed the pipe (`| head`)
/// has read enough: no message.
int report_lost_output(std::string_view program, int error) noexcept {
  static bool told = false;
  if (told || error == EPIPE) return exit_failure;
  told = true;
  char message[256];
  std::snprintf(message, sizeof message, "cannot write to the standard output: %s",
                std::strerror(error));  // NOLINT(concurrency-mt-unsafe)
  return report(program, message, exit_failure);
}

int report(std::string_view program, const Error& error) noexcept {
  // These errors are caused by the user's input.
  const bool usage =
      error.code() == ErrorCode::invalid_argument || error.code() == ErrorCode::unknown_kernel;
  const int status = report(program, error.what(), usage ? exit_usage : exit_failure);
  if (!error.log().empty() && std::string_view(error.what()).find(error.log()) == std::string::npos)
    std::fprintf(stderr, "%s\n", error.log().c_str());
  return status;
}

}  // namespace

int run_guarded(std::string_view program, const std::function<int()>& body) noexcept {
  try {
    errno = 0;
    const int status = body();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      return report_lost_output(program, errno);
    return status;
  } catch (const UsageError& error) {
    return report(program, error.what(), exit_usage);
  } catch (const Error& error) {
    return report(program, error);
  } catch (const std::bad_alloc&) {
    return report(program, "out of host memory", exit_failure);
  } catch (const std::system_error& error) {  // thrown by fmt after a failed write
    if (std::ferror(stdout) != 0) return report_lost_output(program, error.code().value());
    return report(program, error.what(), exit_failure);
  } catch (const std::exception& error) {
    return report(program, error.what(), exit_failure);
  } catch (...) {
    return report(program, "unknown exception", exit_failure);
  }
}

}  // namespace duet::tool
