#include "nccl/nccl_checks.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <duet/copy.hpp>
#include <duet/error.hpp>
#include <duet/relaxed_captures.hpp>

#include "engine/call_match.hpp"
#include "engine/message_records.hpp"
#include "nccl/connection/nccl_watch.hpp"
#include "nccl/nccl_calls.hpp"

namespace duet::detail {

namespace {

using Kind = CollectiveKind;

}  // namespace

NcclChecks::NcclChecks(std::shared_ptr<NcclConnection> connection, int rank, int size)
    : connection_(std::move(connection)),
      rank_(rank),
      size_(size),
      stream_(connection_->setup().device) {
  number_communicator();
}

void NcclChecks::compare(const Calls& calls) {
  const RelaxedCaptures relaxed;  // the caller may be capturing
  for (const CollectiveCall& call : calls) {
    if (!is_message(call)) compare_collective(call);
  }
  const Calls messages = messages_of(calls);
  if (!messages.empty()) compare_messages(messages);
}

void NcclChecks::compare_collective(const CollectiveCall& call) {
  const Buffer<CollectiveCall> own(stream_, std::array{common_part(call)});
  const Buffer<CollectiveCall> all(stream_, static_cast<std::size_t>(size_));
  CollectiveCall gathering{
      Kind::all_gather, Reduction::sum, {sizeof(CollectiveCall), std::nullopt}};
  gathering.count = 1;
  gathering.send = own.data();
  gathering.receive = all.data();
  exchange(call, {gathering});
  const std::string mismatch = mismatch_of(all.to_vector(stream_));
  if (!mismatch.empty()) fail_mismatch(mismatch);
}

void NcclChecks::compare_messages(const Calls& messages) {
  const MessageRecords records(messages, rank_);
  const Buffer<std::byte> own(stream_, records.own());
  const Buffer<std::byte> others(stream_, own.size());
  exchange(messages.front(), records.transfers(own.data(), others.data()));
  const std::string mismatch = records.mismatch(others.to_vector(stream_));
  if (!mismatch.empty()) fail_mismatch(mismatch);
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
  set_and_wake_watch(*connection_->setup().failure, ErrorCode::invalid_argument, text);
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
