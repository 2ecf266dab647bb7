#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "executable.hpp"

namespace duet::detail {

/// The executables of recent batch structures of a stream, with least-recently-used eviction.
/// Thread-safety: none.
class ExecutableCache {
 public:
  /// @param capacity  at least 1
  explicit ExecutableCache(std::size_t capacity) : capacity_(capacity) {}

  struct Found {
    Executable* executable;  ///< of equal structure, or null
    bool has_parameters;     ///< whether its parameters are those of the batch
  };
  /// Finds an executable, preferably one with equal parameters.
  /// @param hash  of the batch's structure
  Found find(const Batch& batch, std::uint64_t hash);

  /// Records that a structure was submitted.
  /// @returns whether it is among the last 512 structures that were new
  bool record_structure(std::uint64_t hash) noexcept;

  /// Records that the driver could not make an executable of a structure.
  void record_refusal(std::uint64_t hash) noexcept;
  /// Whether that has happened twice, among the last structures that were refused. A single refusal
  /// may be an error that passes.
  bool is_refused(std::uint64_t hash) const noexcept;

  /// Strong exception guarantee. @returns the evicted executable, or null
  std::shared_ptr<Executable> insert(std::uint64_t hash, std::shared_ptr<Executable> executable);
  std::shared_ptr<Executable> remove(const Executable* executable) noexcept;
  /// Removes an executable. @returns it; null if there is none
  std::shared_ptr<Executable> take_last() noexcept;
  std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint64_t used;
    std::shared_ptr<Executable> executable;
  };

  std::shared_ptr<Executable> take(std::size_t index) noexcept;

  std::size_t capacity_;
  std::uint64_t clock_ = 0;
  std::vector<Entry> entries_{};
  std::array<std::uint64_t, 512> seen_{};  ///< hashes of recent structures
  std::size_t oldest_seen_ = 0;            ///< the place in `seen_` of the next new one
  struct Refused {
    std::uint64_t hash;
    int count;
  };
  std::array<Refused, 32> refused_{};
  std::size_t oldest_refused_ = 0;
};

}  // namespace duet::detail
