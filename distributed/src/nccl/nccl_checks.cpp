#include "nccl/nccl_checks.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <duet/copy.hpp>
#include <duet/error.hpp>

#include "engine/call_match.hpp"
#include "engine/call_text.hpp"
#include "nccl/nccl_calls.hpp"

namespace duet::detail {

namespace {

using Kind = CollectiveKind;
using Bytes = std::array<std::byte, sizeof(CollectiveCall)>;

Bytes bytes_of(const CollectiveCall& call) {
  const CollectiveCall part = common_part(call);
  Bytes bytes;
  std::memcpy(bytes.data(), &part, sizeof(part));
  return bytes;
}

CollectiveCall call_of(const Bytes& bytes) {
  CollectiveCall call;
  std::memcpy(static_cast<void*>(&call), bytes.data(), sizeof(call));
  return call;
}

bool is_message(const CollectiveCall& call) {
  return call.kind == Kind::send || call.kind == Kind::receive;
}

/// The messages of two ranks, in an order that is the same on both.
void sort_by_peer(Calls& messages, int rank) {
  std::stable_sort(messages.begin(), messages.end(), [&](const auto& a, const auto& b) {
    if (a.peer != b.peer) return a.peer < b.peer;
    const Kind first = rank < a.peer ? Kind::send : Kind::receive;
    return a.kind == first && b.kind != first;
  });
}

/// An exchange of records with a rank, or a gathering of all.
CollectiveCall transfer(Kind kind, const void* send, void* receive, int peer) {
  CollectiveCall call{kind, Reduction::sum, {sizeof(Bytes), std::nullopt}, peer};
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

NcclChecks::NcclChecks(std::shared_ptr<NcclConnection> connection, int rank, int size)
    : connection_(std::move(connection)),
      rank_(rank),
      size_(size),
      stream_(connection_->setup().device) {
  number_communicator();
}

void NcclChecks::compare(const Calls& calls) {
  Calls messages;
  for (const CollectiveCall& call : calls) {
    if (is_message(call)) {
      messages.push_back(call);
    } else {
      compare_collective(call);
    }
  }
  if (!messages.empty()) compare_messages(messages);
}

void NcclChecks::compare_collective(const CollectiveCall& call) {
  const Buffer<std::byte> own(stream_, bytes_of(call));
  const Buffer<std::byte> all(stream_, sizeof(Bytes) * static_cast<std::size_t>(size_));
  exchange(call, {transfer(Kind::all_gather, own.data(), all.data(), -1)});
  std::vector<CollectiveCall> calls;
  std::vector<Bytes> gathered(static_cast<std::size_t>(size_));
  const std::vector<std::byte> flat = all.to_vector(stream_);
  std::memcpy(gathered.data(), flat.data(), flat.size());
  for (const Bytes& bytes : gathered) calls.push_back(call_of(bytes));
  std::vector<const CollectiveCall*> pointers;
  for (const CollectiveCall& each : calls) pointers.push_back(&each);
  const std::string mismatch = duet::detail::mismatch_of(pointers);
  if (!mismatch.empty()) fail_mismatch(mismatch);
}

/// Both ranks of a message tell each other what they call.
void NcclChecks::compare_messages(const Calls& messages) {
  Calls sorted = messages;
  sort_by_peer(sorted, rank_);
  std::vector<std::byte> own;
  for (const CollectiveCall& call : sorted) {
    const Bytes bytes = bytes_of(call);
    own.insert(own.end(), bytes.begin(), bytes.end());
  }
  const Buffer<std::byte> sent(stream_, own), received(stream_, own.size());
  Calls transfers;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const std::size_t place = i * sizeof(Bytes);
    transfers.push_back(transfer(Kind::send, sent.data() + place, nullptr, sorted[i].peer));
    transfers.push_back(transfer(Kind::receive, nullptr, received.data() + place, sorted[i].peer));
  }
  exchange(messages.front(), transfers);
  const std::vector<std::byte> others = received.to_vector(stream_);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    Bytes bytes;
    std::memcpy(bytes.data(), others.data() + i * sizeof(Bytes), sizeof(Bytes));
    const std::string mismatch = mismatch_of(sorted[i], call_of(bytes), rank_);
    if (!mismatch.empty()) fail_mismatch(mismatch);
  }
}

void NcclChecks::exchange(const CollectiveCall& call, const Calls& calls) {
  connection_->run(call, [&](NcclHandle* comm) {
    return enqueue({connection_->calls(), comm, stream_.ref().handle(), rank_, size_, nullptr},
                   calls);
  });
  try {
    connection_->synchronize(stream_);
  } catch (const Error& error) {
    if (number_ == 0) throw;
    throw Error(error.code(), fmt::format("{} (the communicator is number {} of its ranks)",
                                          error.what(), number_));
  }
}

void NcclChecks::fail_mismatch(const std::string& text) {
  connection_->setup().failure->set(ErrorCode::invalid_argument, text);
  throw Error(ErrorCode::invalid_argument, text);
}

/// All ranks choose the first number that none of their processes has used.
void NcclChecks::number_communicator() {
  static std::mutex mutex;
  static int used = 0;
  std::array<int, 1> wanted{};
  {
    const std::lock_guard lock(mutex);
    wanted.front() = used + 1;
  }
  const Buffer<int> largest(stream_, wanted);
  CollectiveCall call{Kind::all_reduce, Reduction::max, element_type_of<int>()};
  call.count = 1;
  call.send = call.receive = largest.data();
  exchange(call, {call});
  const int number = largest.to_vector(stream_).front();
  const std::lock_guard lock(mutex);
  number_ = number;
  used = std::max(used, number);
}

}  // namespace duet::detail
