#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace duet::tool {

/// Reads a regular file.
/// @throws UsageError naming the file if it is missing, is not a regular file or cannot be read
std::string read_text(const std::filesystem::path& path);

/// Reads a regular file as bytes. @throws UsageError as `read_text`
std::vector<std::byte> read_bytes(const std::filesystem::path& path);

/// Writes a file or replaces it. Removes it if it cannot be written completely.
/// @throws std::runtime_error naming the file
void write_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// The size of a regular file. @throws UsageError as `read_text`
std::size_t regular_file_size(const std::filesystem::path& path);

}  // namespace duet::tool
