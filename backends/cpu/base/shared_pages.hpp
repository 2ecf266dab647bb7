#pragma once

#include <cstddef>
#include <memory>

#include "driver_calls.hpp"

namespace duet::cpu {

/// Memory that other processes of the same user can map. Unmapped when the last owner is gone;
/// each process that maps it keeps it alive.
class SharedPages {
 public:
  /// Makes memory of zeros. @returns null if there is too little
  static std::shared_ptr<SharedPages> create(std::size_t bytes) noexcept;
  /// Maps the memory of another process. @returns null if it no longer exists
  static std::shared_ptr<SharedPages> open(const IpcHandle& handle) noexcept;

  SharedPages(const SharedPages&) = delete;
  SharedPages& operator=(const SharedPages&) = delete;
  ~SharedPages();

  void* begin() const noexcept { return begin_; }
  std::size_t bytes() const noexcept { return bytes_; }
  IpcHandle handle() const noexcept;

 private:
  SharedPages(int file, std::size_t bytes) noexcept : file_(file), bytes_(bytes) {}
  static std::shared_ptr<SharedPages> map(int file, std::size_t bytes) noexcept;

  int file_;
  std::size_t bytes_;
  void* begin_ = nullptr;
};

}  // namespace duet::cpu
