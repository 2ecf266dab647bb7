#include "file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "usage_error.hpp"

namespace duet::tool {
namespace fs = std::filesystem;

std::size_t regular_file_size(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    throw UsageError("'" + path.string() + "' does not exist");
  if (error) throw UsageError("cannot read '" + path.string() + "': " + error.message());
  if (!fs::is_regular_file(status))
    throw UsageError("'" + path.string() + "' is " +
                     (fs::is_directory(status) ? "a folder" : "not a regular file"));
  const auto size = fs::file_size(path, error);
  if (error) throw UsageError("cannot read '" + path.string() + "': " + error.message());
  return size;
}

std::string read_text(const fs::path& path) {
  std::string text(regular_file_size(path), '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw UsageError("cannot open '" + path.string() + "': " + std::strerror(errno));  // NOLINT
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) throw UsageError("cannot read '" + path.string() + "'");
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::vector<std::byte> read_bytes(const fs::path& path) {
  const std::string text = read_text(path);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

void write_bytes(const fs::path& path, std::span<const std::byte> bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file)
    throw std::runtime_error("cannot create '" + path.string() +
                             "': " + std::strerror(errno));  // NOLINT(concurrency-mt-unsafe)
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file) return;
  const std::string reason = std::strerror(errno);  // NOLINT(concurrency-mt-unsafe)
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) fs::remove(path, ignored);
  throw std::runtime_error("cannot write '" + path.string() + "': " + reason);
}

}  // namespace duet::tool
