#include "file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "usage_error.hpp"

namespace duet::tool {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& name, const char* action, int error) {
  throw UsageError(
      fmt::format("cannot {} {}: {}", action, name, std::system_category().message(error)));
}

/// @param name  for messages
std::string read_to_end(int descriptor, const std::string& name) {
  std::string text;
  std::array<char, 16384> part{};  // stacks may be small
  for (;;) {
    const ssize_t count = ::read(descriptor, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(name, "read", errno);
    if (count == 0) return text;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
}

fs::file_status status_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    throw UsageError("'" + path.string() + "' does not exist");
  if (error) throw UsageError("cannot read '" + path.string() + "': " + error.message());
  return status;
}

}  // namespace

std::size_t regular_file_size(const fs::path& path) {
  const fs::file_status status = status_of(path);
  if (!fs::is_regular_file(status))
    throw UsageError("'" + path.string() + "' is " +
                     (fs::is_directory(status) ? "a folder" : "not a regular file"));
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) throw UsageError("cannot read '" + path.string() + "': " + error.message());
  return size;
}

std::string read_text(const fs::path& path) {
  if (!fs::is_fifo(status_of(path))) (void)regular_file_size(path);
  const std::string name = fmt::format("'{}'", path.string());
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(name, "open", errno);
  struct Close {
    int descriptor;
    ~Close() { ::close(descriptor); }
  } const close{descriptor};
  return read_to_end(descriptor, name);
}

std::string read_standard_input() { return read_to_end(STDIN_FILENO, "the standard input"); }

std::vector<std::byte> read_bytes(const fs::path& path) {
  const std::string text = read_text(path);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace duet::tool
