#include "communicator/call_check.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>

#include <fmt/format.h>

#include "engine/call_text.hpp"

namespace duet::detail {

namespace {

using Kind = CollectiveKind;

template <typename... Values>
[[noreturn]] void refuse(const CollectiveCall& call, fmt::format_string<Values...> format,
                         Values&&... values) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: {}", name_of(call.kind),
                          fmt::format(format, std::forward<Values>(values)...)));
}

bool has_root(Kind kind) {
  return kind == Kind::broadcast || kind == Kind::reduce || kind == Kind::gather ||
         kind == Kind::scatter;
}

void check_peer(const CollectiveCall& call, int rank, int size) {
  const bool is_message = call.kind == Kind::send || call.kind == Kind::receive;
  if (!is_message && !has_root(call.kind)) return;
  if (call.peer < 0 || call.peer >= size) {
    refuse(call, "there is no rank {}: the communicator has {} ranks, from 0 on", call.peer, size);
  }
  if (is_message && call.peer == rank) {
    refuse(call, "rank {} names itself: copy with duet::copy", rank);
  }
}

/// Drops the array that only the root uses.
void drop_unused(CollectiveCall& call, int rank) {
  if (!has_root(call.kind) || rank == call.peer) return;
  if (call.kind == Kind::scatter || call.kind == Kind::broadcast) {
    call.send = nullptr;
    call.send_count = 0;
    call.send_home = nullptr;
  } else {
    call.receive = nullptr;
    call.receive_count = 0;
    call.receive_home = nullptr;
  }
}

/// @param larger, smaller  numbers of elements: the former is to be `parts` times the latter
void check_sizes(const CollectiveCall& call, const char* large_name, std::size_t larger,
                 const char* small_name, std::size_t smaller, int parts) {
  const auto count = static_cast<std::size_t>(parts);
  if (larger % count == 0 && larger / count == smaller) return;
  if (parts == 1) {
    refuse(call, "{} has {} elements and {} has {}: they must be as large", large_name, larger,
           small_name, smaller);
  }
  refuse(call, "{} has {} elements and {} has {}: with {} ranks it must have {} times as many",
         large_name, larger, small_name, smaller, parts, parts);
}

/// Sets the count.
void check_counts(CollectiveCall& call, int rank, int size) {
  const bool is_root = rank == call.peer;
  const std::size_t sent = call.send_count, received = call.receive_count;
  switch (call.kind) {
    case Kind::all_reduce: check_sizes(call, "receive", received, "send", sent, 1); [[fallthrough]];
    case Kind::send: call.count = sent; return;
    case Kind::broadcast: call.count = std::max(sent, received); return;
    case Kind::receive: call.count = received; return;
    case Kind::reduce:
      if (is_root) check_sizes(call, "receive", received, "send", sent, 1);
      call.count = sent;
      return;
    case Kind::gather:
      if (is_root) check_sizes(call, "receive", received, "send", sent, size);
      call.count = sent;
      return;
    case Kind::all_gather:
      check_sizes(call, "receive", received, "send", sent, size);
      call.count = sent;
      return;
    case Kind::scatter:
      if (is_root) check_sizes(call, "send", sent, "receive", received, size);
      call.count = received;
      return;
    case Kind::reduce_scatter:
      check_sizes(call, "send", sent, "receive", received, size);
      call.count = received;
      return;
    case Kind::all_to_all:
      check_sizes(call, "receive", received, "send", sent, 1);
      call.count = sent / static_cast<std::size_t>(size);
      if (sent % static_cast<std::size_t>(size) != 0) {
        refuse(call, "{} elements cannot be divided among {} ranks", sent, size);
      }
      return;
    case Kind::barrier: return;
  }
}

/// Whether the arrays may be the same at this place.
bool is_in_place(const CollectiveCall& call, int rank) {
  const std::size_t offset =
      static_cast<std::size_t>(rank) * call.count * static_cast<std::size_t>(call.element.bytes);
  const auto* const send = static_cast<const std::byte*>(call.send);
  const auto* const receive = static_cast<const std::byte*>(call.receive);
  switch (call.kind) {
    case Kind::all_reduce:
    case Kind::reduce:
    case Kind::broadcast: return send == receive;
    case Kind::all_gather:
    case Kind::gather: return send == receive + offset;
    case Kind::reduce_scatter:
    case Kind::scatter: return receive == send + offset;
    default: return false;
  }
}

void check_overlap(const CollectiveCall& call, int rank) {
  if (call.send_count == 0 || call.receive_count == 0 || is_in_place(call, rank)) return;
  const auto* const send = static_cast<const std::byte*>(call.send);
  const auto* const receive = static_cast<const std::byte*>(call.receive);
  const std::less<const std::byte*> before;
  if (before(send, receive + call.receive_count * call.element.bytes) &&
      before(receive, send + call.send_count * call.element.bytes)) {
    refuse(call, "send and receive overlap, and not in the way that the call allows");
  }
}

void check_home(const CollectiveCall& call, const char* name, const DeviceState* home,
                const Device& device) {
  if (home == nullptr || home == &device.state()) return;
  refuse(call, "{} is memory of device {}, but the communicator uses device {}", name,
         Device(*home).ordinal(), device.ordinal());
}

void check_reduction(const CollectiveCall& call, const Engine& engine) {
  if (!is_reduction(call.kind)) return;
  if (!call.element.number) {
    throw Error(ErrorCode::not_supported,
                fmt::format("{}: {} have no reduction: the type of the elements needs a DataType",
                            name_of(call.kind), text_of(call.element)));
  }
  if (engine.reduces(*call.element.number, call.reduction)) return;
  throw Error(ErrorCode::not_supported,
              fmt::format("{}: the engine {} has no {} of {}", name_of(call.kind),
                          duet::name_of(engine.kind()), duet::name_of(call.reduction),
                          text_of(call.element)));
}

}  // namespace

CollectiveCall checked(CollectiveCall call, const Engine& engine, const Device& device, int rank,
                       int size) {
  check_peer(call, rank, size);
  drop_unused(call, rank);
  check_counts(call, rank, size);
  check_overlap(call, rank);
  check_home(call, "send", call.send_home, device);
  check_home(call, "receive", call.receive_home, device);
  check_reduction(call, engine);
  return call;
}

void add_accesses(const CollectiveCall& call, std::vector<Access>& accesses) {
  if (call.send_count > 0) {
    accesses.push_back({call.send, call.send_count * call.element.bytes, false});
  }
  if (call.receive_count > 0) {
    accesses.push_back({call.receive, call.receive_count * call.element.bytes, true});
  }
}

}  // namespace duet::detail
