#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace duet::tool {

/// The whole content of a regular file.
/// @throws UsageError naming the file if it is missing, no regular file or cannot be read
std::string read_text(const std::filesystem::path& path);

/// The same as bytes.
std::vector<std::byte> read_bytes(const std::filesystem::path& path);

/// Writes a file, replacing one that is there; a file that could not be completed is removed.
/// @throws std::runtime_error naming the file
void write_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// The size of a regular file. @throws UsageError as `read_text`
std::size_t regular_file_size(const std::filesystem::path& path);

}  // namespace duet::tool
