#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <duet/access.hpp>

#include "flat_list.hpp"

namespace duet::detail {

/// Finds the operations of a batch that must come before another because both use the same bytes
/// and one writes them: read after write, write after read, write after write.
///
/// Used memory is divided into disjoint segments with a list of users each. Nearly every access is
/// to exactly one known segment, which a hash table finds by its first address in constant time;
/// other accesses cut segments, found by an ordered map. Segments outlive a batch, their users do
/// not. Thread-safety: none.
class Hazards {
 public:
  Hazards();

  /// Forgets all operations.
  void next_batch() noexcept;

  /// The operations added before `end_group` use memory independently of each other.
  void begin_group() noexcept { group_ = ++last_group_; }
  void end_group() noexcept { group_ = 0; }

  /// Calls `collect`, then `record`.
  void use(const Access& access, std::uint32_t number, std::vector<std::uint32_t>& before);
  /// Adds to `before` the operations that an operation with this access must follow.
  void collect(const Access& access, std::vector<std::uint32_t>& before);
  /// Adds operation `number` to the users of this memory.
  void record(const Access& access, std::uint32_t number);

 private:
  /// A linked list of operations: the index of its first link plus 1. Links are only added at the
  /// front, so that lists can share tails.
  using List = std::uint32_t;
  static constexpr List empty = 0;
  struct Link {
    std::uint32_t operation;
    List next;
  };

  struct Users {
    List writers = empty;
    List readers = empty;  ///< since the last write
  };

  struct Segment {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    std::uint32_t batch = 0;  ///< the fields below are valid for this batch only
    std::uint32_t group = 0;  ///< the group of the last users, or 0
    bool written_in_group = false;
    Users users{};
    Users before_group{};  ///< users when the group began
  };

  template <typename Use>
  void visit(const Access& access, Use use);
  template <typename Use>
  void visit_and_cut(std::uintptr_t begin, std::uintptr_t end, Use use);
  Segment& current(Segment& segment) noexcept;
  void collect(const Segment& segment, bool writes, std::uint32_t number,
               std::vector<std::uint32_t>& before) const;
  void record(Segment& segment, bool writes, std::uint32_t number);

  void cut(std::uintptr_t address);
  std::uint32_t insert(std::uintptr_t begin, std::uintptr_t end, const Segment& initial);
  void remember(std::uint32_t index);
  void forget_all() noexcept;
  std::size_t slot(std::uintptr_t begin) const noexcept;

  List push(std::uint32_t operation, List list);
  const Link& link(List list) const noexcept { return links_[list - 1]; }
  void append(List list, std::uint32_t except, std::vector<std::uint32_t>& to) const;

  static constexpr std::uint32_t no_operation = UINT32_MAX;

  FlatList<Link> links_{};
  std::vector<Segment> segments_{};  ///< the first is a sentinel without memory
  std::vector<std::uint32_t> free_{};
  std::map<std::uintptr_t, std::uint32_t> by_begin_{};
  std::vector<std::uint32_t> by_hash_{};  ///< segment index by hash of its begin; may be wrong
  std::uint32_t batch_ = 1;
  std::uint32_t group_ = 0;
  std::uint32_t last_group_ = 0;
  std::size_t used_in_batch_ = 0;
};

}  // namespace duet::detail
