#include "engine/message_records.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "engine/call_match.hpp"
#include "engine/call_text.hpp"

namespace duet::detail {

namespace {

using Kind = CollectiveKind;

constexpr std::size_t record_bytes = sizeof(CollectiveCall);

/// Puts the messages of two ranks into an order that is the same on both.
void sort_by_peer(Calls& messages, int rank) {
  std::stable_sort(messages.begin(), messages.end(), [&](const auto& a, const auto& b) {
    if (a.peer != b.peer) return a.peer < b.peer;
    const Kind first = rank < a.peer ? Kind::send : Kind::receive;
    return a.kind == first && b.kind != first;
  });
}

CollectiveCall transfer(Kind kind, const void* send, void* receive, int peer) {
  CollectiveCall call{kind, Reduction::sum, {record_bytes, std::nullopt}, peer};
  call.count = 1;
  call.send = send;
  call.receive = receive;
  return call;
}

std::string mismatch_of(const CollectiveCall& own, const CollectiveCall& other, int rank) {
  const bool is_pair = (own.kind == Kind::send) == (other.kind == Kind::receive) &&
                       own.count == other.count && own.element.bytes == other.element.bytes &&
                       own.element.number == other.element.number && other.peer == rank;
  if (is_pair) return {};
  const bool is_first = rank < own.peer;
  return fmt::format("rank {} called {}, but rank {} called {}", is_first ? rank : own.peer,
                     text_of(is_first ? own : other), is_first ? own.peer : rank,
                     text_of(is_first ? other : own));
}

}  // namespace

bool is_message(const CollectiveCall& call) noexcept {
  return call.kind == Kind::send || call.kind == Kind::receive;
}

Calls messages_of(const Calls& calls) {
  Calls messages;
  std::copy_if(calls.begin(), calls.end(), std::back_inserter(messages), is_message);
  return messages;
}

MessageRecords::MessageRecords(Calls messages, int rank)
    : messages_(std::move(messages)), rank_(rank), own_(messages_.size() * record_bytes) {
  sort_by_peer(messages_, rank);
  std::byte* to = own_.data();
  for (const CollectiveCall& call : messages_) {
    const CollectiveCall part = common_part(call);
    std::memcpy(to, &part, record_bytes);
    to += record_bytes;
  }
}

Calls MessageRecords::transfers(const std::byte* own, std::byte* others) const {
  Calls calls;
  for (const CollectiveCall& message : messages_) {
    calls.push_back(transfer(Kind::send, own, nullptr, message.peer));
    calls.push_back(transfer(Kind::receive, nullptr, others, message.peer));
    own += record_bytes;
    others += record_bytes;
  }
  return calls;
}

std::string MessageRecords::mismatch(std::span<const std::byte> others) const {
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    CollectiveCall other;
    std::memcpy(static_cast<void*>(&other), others.data() + i * record_bytes, record_bytes);
    const std::string text = mismatch_of(messages_[i], other, rank_);
    if (!text.empty()) return text;
  }
  return {};
}

}  // namespace duet::detail
