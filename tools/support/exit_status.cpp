#include "exit_status.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <duet/error.hpp>

#include "usage_error.hpp"

namespace duet::tool {
namespace {

// Uses stdio only: it must work without memory and after stream errors.
int report(std::string_view program, const char* message, int status) noexcept {
  std::fflush(stdout);
  std::fprintf(stderr, "%.*s: error: %s\n", static_cast<int>(program.size()), program.data(),
               message);
  return status;
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
    const int status = body();
    if (std::fflush(stdout) != 0)
      return report(program, "cannot write to the standard output", exit_failure);
    return status;
  } catch (const UsageError& error) {
    return report(program, error.what(), exit_usage);
  } catch (const Error& error) {
    return report(program, error);
  } catch (const std::bad_alloc&) {
    return report(program, "out of host memory", exit_failure);
  } catch (const std::exception& error) {
    return report(program, error.what(), exit_failure);
  } catch (...) {
    return report(program, "unknown exception", exit_failure);
  }
}

}  // namespace duet::tool
