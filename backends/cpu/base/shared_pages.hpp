#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace duet::cpu {

/// Memory that other processes of the same user can map. Unmapped when the last owner is gone;
/// each process that maps it keeps it alive.
class SharedPages {
 public:
  /// Names the memory for other processes, as long as the process that made it has it.
  struct Handle {
    std::int32_t process;
    std::int32_t file;    ///< descriptor in that process
    std::uint64_t inode;  ///< of the file, since descriptors are reused
    std::uint64_t bytes;
  };

  /// Makes memory of zeros. @returns null if there is too little
  static std::shared_ptr<SharedPages> create(std::size_t bytes) noexcept;
  /// Maps the memory of another process. @returns null if it no longer exists
  static std::shared_ptr<SharedPages> open(const Handle& handle) noexcept;

  SharedPages(const SharedPages&) = delete;
  SharedPages& operator=(const SharedPages&) = delete;
  ~SharedPages();

  void* begin() const noexcept { return begin_; }
  std::size_t bytes() const noexcept { return bytes_; }
  Handle handle() const noexcept;

 private:
  SharedPages(int file, std::size_t bytes) noexcept : file_(file), bytes_(bytes) {}
  static std::shared_ptr<SharedPages> map(int file, std::size_t bytes) noexcept;

  int file_;
  std::size_t bytes_;
  void* begin_ = nullptr;
};

}  // namespace duet::cpu
