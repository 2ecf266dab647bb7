#pragma once

#include <cstddef>

namespace duet::cpu {

/// The dynamic shared memory of the blocks that an OS thread runs, between guard pages. The memory
/// of a launch ends at the upper guard, but for its alignment, so that an access behind it faults;
/// it never reaches other memory of the process.
class SharedMemory {
 public:
  /// @throws std::bad_alloc
  SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  /// Where a launch's memory begins. @param bytes  of the launch, within limits::shared_bytes
  void* of_launch(std::size_t bytes) const noexcept;
  /// Whether an address lies in a guard page.
  bool is_guard(const void* address) const noexcept;

 private:
  char* memory_;
};

}  // namespace duet::cpu
