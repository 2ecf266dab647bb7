#include "wave.hpp"

#include <algorithm>
#include <cstring>

namespace duet::cpu {

using duet_cpu::FiberQueue;
using duet_cpu::Participants;
using duet_cpu::WaveCall;
using duet_cpu::WaveOperation;

namespace {

/// Calls `action` with the number of each lane, lowest first.
template <typename Action>
void for_each_lane(LaneBits lanes, Action action) {
  for (; lanes != 0; lanes &= lanes - 1) action(static_cast<unsigned>(__builtin_ctzll(lanes)));
}

}  // namespace

void Wave::reset(LaneBits lanes, bool strict, bool lockstep) noexcept {
  alive_ = lanes;
  strict_ = strict;
  lockstep_ = lockstep;
  polls_ = holds_ = false;
  groups_.clear();
}

bool Wave::belongs(const WaveCall& call, const Group& group) const noexcept {
  const bool is_named = call.participants == Participants::named;
  return call.operation == group.operation && call.participants == group.participants &&
         call.bytes == group.bytes && (!is_named || call.mask == group.mask) &&
         ((is_named && !lockstep_) || same_place(call.place, group.place));
}

Wave::Group& Wave::group_of(const WaveCall& call) noexcept {
  for (Group& group : groups_) {
    if (belongs(call, group)) return group;
  }
  groups_.push_back(
      {call.operation, call.participants, call.bytes, call.mask, call.place, LaneBits{0}});
  return groups_.back();
}

bool Wave::arrive(KernelThread& thread, WaveCall& call, FiberQueue& ready) noexcept {
  Group& group = group_of(call);
  thread.call = &call;
  group.arrived |= LaneBits{1} << thread.lane;
  if (is_complete(group)) {
    finish(static_cast<std::size_t>(&group - groups_.data()), &thread, ready);
    return true;
  }
  return false;
}

/// Completes the groups that waited only for a lane that has left.
void Wave::settle(FiberQueue& ready) noexcept {
  for (std::size_t i = 0; i < groups_.size();) {
    if (is_complete(groups_[i])) {
      finish(i, nullptr, ready);
    } else {
      ++i;
    }
  }
}

void Wave::release_arrived(FiberQueue& ready) noexcept {
  std::size_t chosen = groups_.size();
  holds_ = false;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const Group& group = groups_[i];
    if (group.participants == Participants::named) continue;
    if (group.participants == Participants::whole && strict_) continue;
    if (group.participants == Participants::joined && polls_) {
      holds_ = true;
      continue;
    }
    if (chosen == groups_.size()) {
      chosen = i;
    } else if (const Group& other = groups_[chosen];
               group.place.line < other.place.line && same_file(group.place, other.place)) {
      chosen = i;
    }
  }
  polls_ = false;
  if (chosen != groups_.size()) finish(chosen, nullptr, ready);
}

void Wave::list(std::vector<WaitingThread>& waiting) const {
  for (const Group& group : groups_) {
    for_each_lane(group.arrived, [&](unsigned i) {
      const KernelThread& thread = *threads_[i];
      waiting.push_back({thread.index, thread.call->place, thread.call});
    });
  }
}

/// @param last  the arriving thread, which does not wait; may be null
void Wave::finish(std::size_t group, const KernelThread* last, FiberQueue& ready) noexcept {
  const LaneBits lanes = groups_[group].arrived;
  if (order_ != nullptr) [[unlikely]] {
    order(lanes, last != nullptr);
  }
  write_results(groups_[group]);
  groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(group));
  for_each_lane(lanes, [&](unsigned i) {
    if (threads_[i] != last) ready.push(*threads_[i]);
  });
}

void Wave::order(LaneBits lanes, bool includes_caller) noexcept {
  const auto meet = [&] {
    for_each_lane(lanes, [&](unsigned i) { order_->leave_wave(*threads_[i]); });
    for_each_lane(lanes, [&](unsigned i) { order_->arrive_at_wave(*threads_[i]); });
  };
  if (includes_caller) {
    meet();
  } else {
    order_->apart(meet);
  }
}

void Wave::write_results(const Group& group) noexcept {
  switch (group.operation) {
    case WaveOperation::shuffle:
    case WaveOperation::shuffle_up:
    case WaveOperation::shuffle_down:
    case WaveOperation::shuffle_xor: return exchange(group.arrived, group.bytes);
    case WaveOperation::ballot:
    case WaveOperation::any:
    case WaveOperation::all:
    case WaveOperation::active_mask: return vote(group.arrived);
    case WaveOperation::match_any:
    case WaveOperation::match_all: return match(group.arrived, group.bytes);
    case WaveOperation::barrier: return;
  }
}

void Wave::exchange(LaneBits lanes, unsigned bytes) noexcept {
  const auto copy_each = [&](auto copy) {
    for_each_lane(lanes, [&](unsigned i) {
      const WaveCall& call = *threads_[i]->call;
      if (call.source < most_lanes && (lanes >> call.source & 1) != 0) {
        copy(call.result, threads_[call.source]->call->value);
      }
    });
  };
  // The usual sizes compile to single moves.
  if (bytes == 4) {
    copy_each([](void* to, const void* from) { std::memcpy(to, from, 4); });
  } else if (bytes == 8) {
    copy_each([](void* to, const void* from) { std::memcpy(to, from, 8); });
  } else {
    copy_each([&](void* to, const void* from) { std::memcpy(to, from, bytes); });
  }
}

void Wave::vote(LaneBits lanes) noexcept {
  LaneBits holds = 0;
  for_each_lane(lanes, [&](unsigned i) {
    if (threads_[i]->call->predicate) holds |= LaneBits{1} << i;
  });
  for_each_lane(lanes, [&](unsigned i) {
    threads_[i]->call->lanes = holds;
    threads_[i]->call->all = lanes;
  });
}

void Wave::match(LaneBits lanes, unsigned bytes) noexcept {
  for (LaneBits rest = lanes; rest != 0;) {
    const void* value = threads_[index_of(rest)]->call->value;
    LaneBits equal = 0;
    for_each_lane(rest, [&](unsigned i) {
      if (std::memcmp(threads_[i]->call->value, value, bytes) == 0) equal |= LaneBits{1} << i;
    });
    for_each_lane(equal, [&](unsigned i) {
      threads_[i]->call->lanes = equal;
      threads_[i]->call->all = lanes;
    });
    rest &= ~equal;
  }
}

}  // namespace duet::cpu
