#include "shared_pages.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <new>

namespace duet::cpu {

std::shared_ptr<SharedPages> SharedPages::create(std::size_t bytes) noexcept {
  const int file = memfd_create("duet", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  // Takes the memory now: access to memory that the system cannot give ends the process.
  if (posix_fallocate(file, 0, static_cast<off_t>(bytes)) != 0) {
    (void)close(file);
    return nullptr;
  }
  return map(file, bytes);
}

std::shared_ptr<SharedPages> SharedPages::open(const IpcHandle& handle) noexcept {
  std::array<char, 48> path{};
  std::snprintf(path.data(), path.size(), "/proc/%d/fd/%d", handle.process, handle.file);
  const int file = ::open(path.data(), O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  struct stat status {};
  const bool is_same = fstat(file, &status) == 0 && status.st_ino == handle.inode &&
                       static_cast<std::uint64_t>(status.st_size) == handle.bytes;
  if (is_same) return map(file, handle.bytes);
  (void)close(file);
  return nullptr;
}

/// Owns the file from now on.
std::shared_ptr<SharedPages> SharedPages::map(int file, std::size_t bytes) noexcept {
  std::shared_ptr<SharedPages> pages;
  try {
    pages.reset(new SharedPages(file, bytes));
  } catch (const std::bad_alloc&) {
    (void)close(file);
    return nullptr;
  }
  void* const begin = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (begin == MAP_FAILED) return nullptr;
  pages->begin_ = begin;
  return pages;
}

SharedPages::~SharedPages() {
  if (begin_ != nullptr) (void)munmap(begin_, bytes_);
  (void)close(file_);
}

IpcHandle SharedPages::handle() const noexcept {
  struct stat status {};
  (void)fstat(file_, &status);
  return {getpid(), file_, status.st_ino, bytes_};
}

}  // namespace duet::cpu
