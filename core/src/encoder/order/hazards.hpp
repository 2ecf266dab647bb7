#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <duet/access.hpp>

#include "flat_list.hpp"

namespace duet::detail {

/// Finds which operations of a batch must come before another because both use the same bytes and
/// one writes them: read after write, write after read, write after write.
///
/// Memory that was used is cut into segments, each used as a whole. Nearly every access is to
/// exactly one segment that was there before and is found by its beginning in constant time; others
/// cut segments, found by their order. Segments outlast a batch, what operations did to them does
/// not. Thread-safety: none.
class Hazards {
 public:
  Hazards();

  /// Forgets all operations.
  void next_batch();

  /// Operations that follow use the memory independently of each other until `end_group`.
  void begin_group() noexcept { group_ = ++last_group_; }
  void end_group() noexcept { group_ = 0; }

  /// Both of the following.
  void use(const Access& access, std::uint32_t number, std::vector<std::uint32_t>& before);
  /// Adds to `before` the operations that one with this access must follow.
  void collect(const Access& access, std::vector<std::uint32_t>& before);
  /// Lets later operations see this access of operation `number`.
  void record(const Access& access, std::uint32_t number);

 private:
  /// Lists of operations are only ever added to at their front, so that segments can share tails. A
  /// list is the place behind that of its first link.
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
    std::uint32_t batch = 0;  ///< what follows is of this batch
    std::uint32_t group = 0;  ///< whose operations came last, if it is one
    bool written_in_group = false;
    Users users{};
    Users before_group{};  ///< as it was when the group came
  };

  template <typename Use>
  void visit(const Access& access, Use use);
  template <typename Use>
  void visit_cut(std::uintptr_t begin, std::uintptr_t end, Use use);
  Segment& current(Segment& segment) noexcept;
  void collect(const Segment& segment, bool writes, std::uint32_t number,
               std::vector<std::uint32_t>& before) const;
  void record(Segment& segment, bool writes, std::uint32_t number);

  void cut(std::uintptr_t at);
  std::uint32_t insert(std::uintptr_t begin, std::uintptr_t end, const Segment& like);
  void remember(std::uint32_t index);
  void forget_all();
  std::size_t slot(std::uintptr_t begin) const noexcept;

  List push(std::uint32_t operation, List list);
  const Link& link(List list) const noexcept { return links_[list - 1]; }
  void append(List list, std::uint32_t but, std::vector<std::uint32_t>& to) const;

  static constexpr std::uint32_t no_operation = UINT32_MAX;

  FlatList<Link> links_{};
  std::vector<Segment> segments_{};  ///< the first is that of no memory
  std::vector<std::uint32_t> free_{};
  std::map<std::uintptr_t, std::uint32_t> by_begin_{};
  std::vector<std::uint32_t> by_hash_{};  ///< of the beginning; a guess, checked
  std::uint32_t batch_ = 1;
  std::uint32_t group_ = 0;
  std::uint32_t last_group_ = 0;
  std::size_t used_in_batch_ = 0;
};

}  // namespace duet::detail
