#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace duet::tool {

/// Reads a regular file or a named pipe.
/// @throws UsageError naming the file if it is missing, is something else or cannot be read
std::string read_text(const std::filesystem::path& path);

/// Reads the standard input to its end. @throws UsageError if it cannot be read
std::string read_standard_input();

/// Reads a regular file as bytes. @throws UsageError as `read_text`
std::vector<std::byte> read_bytes(const std::filesystem::path& path);

/// The size of a regular file. @throws UsageError naming the file if it is missing, is not a
/// regular file or cannot be read
std::size_t regular_file_size(const std::filesystem::path& path);

}  // namespace duet::tool
