#include "hazards.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace duet::detail {

namespace {
/// Up to this number, segments that the last batch did not use are kept.
constexpr std::size_t max_unused_segments = 4096;
constexpr std::size_t min_slots = 1024;
}  // namespace

Hazards::Hazards() : segments_(1), by_hash_(min_slots) {}

void Hazards::forget_all() noexcept {
  segments_.resize(1);
  free_.clear();
  by_begin_.clear();
  std::ranges::fill(by_hash_, 0);
}

void Hazards::next_batch() noexcept {
  if (by_begin_.size() > max_unused_segments + 4 * used_in_batch_) forget_all();
  links_.clear();
  group_ = 0;
  used_in_batch_ = 0;
  ++batch_;
}

void Hazards::use(const Access& access, std::uint32_t number, std::vector<std::uint32_t>& before) {
  visit(access, [&](Segment& segment) {
    collect(segment, access.writes, number, before);
    if ((group_ | segment.group) != 0) [[unlikely]] {
      record(segment, access.writes, number);
    } else if (access.writes) {
      segment.users = {push(number, empty), empty};
    } else {
      segment.users.readers = push(number, segment.users.readers);
    }
  });
}

void Hazards::collect(const Access& access, std::vector<std::uint32_t>& before) {
  visit(access,
        [&](const Segment& segment) { collect(segment, access.writes, no_operation, before); });
}

/// @param number  the operation itself, which is not collected if it uses the memory twice
void Hazards::collect(const Segment& segment, bool writes, std::uint32_t number,
                      std::vector<std::uint32_t>& before) const {
  const bool in_group = group_ != 0 && segment.group == group_;
  const Users& users = in_group ? segment.before_group : segment.users;
  append(users.writers, number, before);
  if (writes) append(users.readers, number, before);
}

void Hazards::record(const Access& access, std::uint32_t number) {
  visit(access, [&](Segment& segment) { record(segment, access.writes, number); });
}

void Hazards::record(Segment& segment, bool writes, std::uint32_t number) {
  if (segment.group != group_) {
    segment.group = group_;
    segment.written_in_group = false;
    segment.before_group = segment.users;
  }
  Users& users = segment.users;
  if (!writes) {
    users.readers = push(number, users.readers);
  } else if (group_ == 0) {
    users = {push(number, empty), empty};
  } else if (segment.written_in_group) {
    users.writers = push(number, users.writers);
  } else {
    // Readers in the group stay, since they are not ordered before its writers.
    List readers = empty;
    for (List i = users.readers; i != segment.before_group.readers; i = link(i).next) {
      readers = push(link(i).operation, readers);
    }
    users = {push(number, empty), readers};
    segment.written_in_group = true;
  }
}

Hazards::List Hazards::push(std::uint32_t operation, List list) {
  links_.push_back({operation, list});
  return static_cast<List>(links_.size());
}

void Hazards::append(List list, std::uint32_t except, std::vector<std::uint32_t>& to) const {
  for (; list != empty; list = link(list).next) {
    if (link(list).operation != except) to.push_back(link(list).operation);
  }
}

Hazards::Segment& Hazards::current(Segment& segment) noexcept {
  if (segment.batch != batch_) {
    segment = {segment.begin, segment.end, batch_};
    ++used_in_batch_;
  }
  return segment;
}

template <typename Use>
void Hazards::visit(const Access& access, Use use) {
  if (access.bytes == 0) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(access.data);
  const std::uintptr_t end = begin + access.bytes;
  Segment& guess = segments_[by_hash_[slot(begin)]];
  if (guess.begin == begin && guess.end == end) [[likely]] {
    use(current(guess));
  } else {
    visit_and_cut(begin, end, use);
  }
}

/// The general case: the range is not one segment, or its hash slot holds another segment.
template <typename Use>
void Hazards::visit_and_cut(std::uintptr_t begin, std::uintptr_t end, Use use) {
  cut(begin);
  cut(end);
  auto next = by_begin_.lower_bound(begin);
  const auto last = by_begin_.lower_bound(end);
  const bool is_used = std::any_of(
      next, last, [&](const auto& entry) { return segments_[entry.second].batch == batch_; });
  if (!is_used && next != last && std::next(next) != last) {
    // Segments cut by earlier batches: merge them.
    for (auto i = next; i != last; ++i) {
      segments_[i->second] = {};
      free_.push_back(i->second);
    }
    by_begin_.erase(next, last);
    next = last;
  }
  std::uintptr_t position = begin;
  while (position < end) {
    std::uint32_t index = 0;
    if (next != by_begin_.end() && next->first == position) {
      index = next->second;
      ++next;
    } else {
      const std::uintptr_t until = next != by_begin_.end() ? std::min(next->first, end) : end;
      index = insert(position, until, {});
    }
    remember(index);
    position = segments_[index].end;
    use(current(segments_[index]));
  }
}

/// Splits the segment that contains an address.
void Hazards::cut(std::uintptr_t address) {
  auto next = by_begin_.lower_bound(address);
  if (next == by_begin_.begin()) return;
  const std::uint32_t front = std::prev(next)->second;
  const std::uintptr_t end = segments_[front].end;
  if (end <= address) return;
  const Segment whole = segments_[front];
  if (whole.batch == batch_) ++used_in_batch_;
  insert(address, end, whole);
  segments_[front].end = address;
}

std::uint32_t Hazards::insert(std::uintptr_t begin, std::uintptr_t end, const Segment& initial) {
  std::uint32_t index = 0;
  if (free_.empty()) {
    index = static_cast<std::uint32_t>(segments_.size());
    segments_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Segment& made = segments_[index];
  made = initial;
  made.begin = begin;
  made.end = end;
  by_begin_.emplace(begin, index);
  return index;
}

std::size_t Hazards::slot(std::uintptr_t begin) const noexcept {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // Knuth's multiplicative hashing
  const int bits = std::countr_zero(by_hash_.size());
  return static_cast<std::size_t>((std::uint64_t{begin} * golden) >> (64 - bits));
}

void Hazards::remember(std::uint32_t index) {
  if (segments_.size() > by_hash_.size() / 2) {
    by_hash_.assign(by_hash_.size() * 4, 0);
    for (const auto& [begin, i] : by_begin_) by_hash_[slot(begin)] = i;
  }
  by_hash_[slot(segments_[index].begin)] = index;
}

}  // namespace duet::detail
