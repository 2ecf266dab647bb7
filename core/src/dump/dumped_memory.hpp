#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "driver/driver.hpp"

namespace duet {

/// An allocation that arguments point to.
struct DumpedMemory {
  vendor::Address begin{};
  std::string before{};  ///< its bytes
  std::string after{};
};

/// The allocation that an address lies in; the bytes are not read. Nothing if the driver knows
/// none. The device must be current.
struct MemoryRange {
  vendor::Address begin{};
  std::size_t bytes = 0;
};
std::optional<MemoryRange> range_of(const void* address);

/// A copy. The device must be current and idle.
std::string read_memory(const MemoryRange& range);

/// Whether one of the aligned words is an address of allocated memory.
bool holds_address(const void* data, std::size_t bytes);

/// Makes what is in new memory the same each time. The device must be current.
void fill_new_memory(vendor::Address begin, std::size_t bytes);

}  // namespace duet
