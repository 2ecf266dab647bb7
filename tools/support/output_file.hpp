#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace duet::tool {

/// Checks that a file can be written or replaced. Leaves everything as it is.
/// @param bytes  its size, for which the file system must have space
/// @throws UsageError naming the file and the reason
void require_writable(const std::filesystem::path& path, std::size_t bytes = 0);

/// Writes a file or replaces it, at once: other processes see the old content or the new one, and
/// if it cannot be written completely, the old one stays. A device or pipe is written directly.
/// @throws std::runtime_error naming the file
void write_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace duet::tool
