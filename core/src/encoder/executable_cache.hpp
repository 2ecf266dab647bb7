#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "executable.hpp"

namespace duet::detail {

/// The executables of the structures that a stream was given lately; the least recently used one
/// makes room.
/// Thread-safety: none.
class ExecutableCache {
 public:
  /// @param most  at least 1
  explicit ExecutableCache(std::size_t most) : most_(most) {}

  /// The executable that needs the fewest changes, or null.
  /// @param hash  of the batch's structure
  Executable* find(const Batch& batch, std::uint64_t hash);

  /// Whether the structure was asked about lately; from now on it was.
  bool recurs(std::uint64_t hash) noexcept;

  /// @returns what made room for it, or null
  std::shared_ptr<Executable> insert(std::uint64_t hash, std::shared_ptr<Executable> executable);
  std::shared_ptr<Executable> remove(const Executable* executable) noexcept;
  /// All that there are, which are gone from here.
  std::vector<std::shared_ptr<Executable>> take_all() noexcept;

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint64_t used;
    std::shared_ptr<Executable> executable;
  };

  std::shared_ptr<Executable> take(std::size_t index) noexcept;

  std::size_t most_;
  std::uint64_t clock_ = 0;
  std::vector<Entry> entries_{};
  std::array<std::uint64_t, 512> seen_{};  ///< by the structures' hashes
};

}  // namespace duet::detail
