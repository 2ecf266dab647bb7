#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "driver/driver.hpp"

namespace duet {

/// An allocation that arguments point to, with its content.
struct DumpedMemory {
  vendor::Address begin{};
  std::string before{};  ///< bytes before the launch
  std::string after{};   ///< bytes after the launch
};

/// An allocation, without its content.
struct MemoryRange {
  vendor::Address begin{};
  std::size_t bytes = 0;
};
/// Returns the allocation that contains an address, or nothing if the driver does not know it. The
/// device must be current.
std::optional<MemoryRange> range_of(const void* address);

/// Copies memory to the host. The device must be current and idle.
std::string read_memory(const MemoryRange& range);

/// Whether an aligned word of the data is an address of allocated memory.
bool holds_address(const void* data, std::size_t bytes);

/// Fills new memory with bytes 0xcd, so that it is the same in each run; no-op while the calling
/// thread captures. The device must be current.
/// @param stream  the driver's stream of a stream-ordered allocation, or null
void fill_new_memory(void* data, std::size_t bytes, void* stream);

}  // namespace duet
