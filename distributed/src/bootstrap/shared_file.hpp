#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <span>

#include <duet/bootstrap.hpp>

namespace duet::detail {

/// A file to which each rank appends one record; all ranks read all records.
class SharedFile {
 public:
  /// @throws Error  io if the file cannot be made or opened
  SharedFile(const std::filesystem::path& path, int rank, int size);
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile();

  /// @throws Error  io; invalid_argument if this rank has a record there
  void append(std::span<const std::byte> bytes) const;
  /// Blocks until all ranks have appended. @throws Error  with the missing ranks, after `timeout`
  GatheredBytes wait(std::chrono::milliseconds timeout) const;

 private:
  GatheredBytes read(std::vector<char>& present) const;
  std::vector<std::byte> contents() const;
  [[noreturn]] void fail(const char* action) const;

  std::filesystem::path path_;
  int rank_;
  int size_;
  int file_ = -1;
};

}  // namespace duet::detail
