#pragma once

#include <cstddef>

#include <duet/data_type.hpp>
#include <duet/reduction.hpp>

namespace duet::detail {

/// A reduction of host memory, by two functions. Combining is done in the order of the calls.
struct HostReduction {
  /// Sets each of `count` elements of `into` to its combination with that of `from`. Null: the type
  /// has no such reduction.
  void (*combine)(void* into, const void* from, std::size_t count) = nullptr;
  /// Divides `count` elements by the number of ranks. Null: nothing is to be done.
  void (*finish)(void* data, std::size_t count, int ranks) = nullptr;
};

/// Thread-safety: any thread.
HostReduction host_reduction(DataType type, Reduction reduction) noexcept;

}  // namespace duet::detail
