#include "mpi/mpi_ranks.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include <duet/error.hpp>

#include "engine/call_match.hpp"
#include "engine/call_text.hpp"
#include "engine/message_records.hpp"
#include "mpi/late_ranks.hpp"
#include "mpi/mpi_library.hpp"
#include "reduce/host_reduction.hpp"

namespace duet::detail {

namespace {

constexpr int busy_polls = 200;
/// How long ranks that have waited in vain wait for what others say about it.
constexpr std::chrono::milliseconds longest_answer{1000};

/// The number of this process among the members.
int own_number(MpiRanks* parent, const std::vector<int>& members) {
  int rank = 0, size = 0, local_rank = 0;
  mpi_calls().world(rank, size, local_rank);
  if (parent != nullptr) rank = parent->rank();
  return static_cast<int>(std::find(members.begin(), members.end(), rank) - members.begin());
}

std::vector<int> world_ranks_of(const std::vector<int>* parent, const std::vector<int>& members) {
  std::vector<int> ranks = members;
  if (parent == nullptr) return ranks;
  for (int& rank : ranks) rank = (*parent)[static_cast<std::size_t>(rank)];
  return ranks;
}

}  // namespace

void MpiRanks::Release::operator()(MpiGroup* group) const noexcept {
  mpi_calls().release_group(group);
}

MpiRanks::MpiRanks(MpiRanks* parent, const std::vector<int>& members,
                   std::chrono::milliseconds timeout, bool checks)
    : rank_(own_number(parent, members)),
      size_(static_cast<int>(members.size())),
      timeout_(timeout),
      checks_(checks),
      world_ranks_(world_ranks_of(parent == nullptr ? nullptr : &parent->world_ranks_, members)) {
  std::string error;
  group_.reset(
      mpi_calls().make_group(parent == nullptr ? nullptr : parent->group_.get(), members, error));
  if (group_ == nullptr) throw Error(ErrorCode::internal, fmt::format("MPI: {}", error));
  if (checks_) number_communicator();
}

/// All members choose the first number that none of them has used.
void MpiRanks::number_communicator() {
  static std::mutex mutex;
  static int used = 0;
  const std::lock_guard lock(mutex);
  const std::vector<int> all = all_gather(used);
  number_ = used = *std::max_element(all.begin(), all.end()) + 1;
}

void MpiRanks::run(const Calls& calls) {
  if (checks_) compare(calls);
  carry_out(calls);
  for (const CollectiveCall& call : calls) {
    if (!is_reduction(call.kind) || call.reduction != Reduction::average) continue;
    if (call.kind == CollectiveKind::reduce && call.peer != rank_) continue;
    host_reduction(*call.element.number, call.reduction).finish(call.receive, call.count, size_);
  }
}

/// Finds out whether the ranks' calls belong together.
void MpiRanks::compare(const Calls& calls) {
  for (const CollectiveCall& call : calls) {
    current_ = fmt::format("{} of communicator {}", text_of(call), number_);
    if (!is_message(call)) compare_collective(call);
  }
  const Calls messages = messages_of(calls);
  if (!messages.empty()) compare_messages(messages);
}

void MpiRanks::compare_collective(const CollectiveCall& call) {
  const std::string mismatch = mismatch_of(all_gather(common_part(call)));
  if (!mismatch.empty()) throw Error(ErrorCode::invalid_argument, mismatch);
}

void MpiRanks::compare_messages(const Calls& messages) {
  const MessageRecords records(messages, rank_);
  std::vector<std::byte> others(records.own().size());
  carry_out(records.transfers(records.own().data(), others.data()));
  const std::string mismatch = records.mismatch(others);
  if (!mismatch.empty()) throw Error(ErrorCode::invalid_argument, mismatch);
}

void MpiRanks::carry_out(const Calls& calls) {
  const auto deadline = std::chrono::steady_clock::now() + timeout_;
  std::vector<MpiRequest*> requests;
  for (const CollectiveCall& call : calls) {
    std::string error;
    requests.push_back(mpi_calls().begin(group_.get(), call, error));
    if (requests.back() != nullptr) continue;
    mpi_calls().give_up();
    throw Error(ErrorCode::launch_failed,
                fmt::format("rank {} in {}: {}", rank_, text_of(call), error));
  }
  for (std::size_t i = 0; i < calls.size(); ++i) wait(requests[i], calls[i], deadline);
}

/// A request that has not ended is left to MPI.
void MpiRanks::wait(MpiRequest* request, const CollectiveCall& call,
                    std::chrono::steady_clock::time_point deadline) {
  constexpr std::chrono::microseconds longest_pause{500};
  std::chrono::microseconds pause{10};
  for (int polls = 0;; ++polls) {
    std::string error;
    const MpiProgress progress = mpi_calls().progress(request, error);
    if (progress == MpiProgress::done) return;
    const bool is_late = std::chrono::steady_clock::now() >= deadline;
    if (is_late || failure_.is_set() || progress == MpiProgress::failed) mpi_calls().give_up();
    failure_.check();
    if (progress == MpiProgress::failed) {
      throw Error(ErrorCode::launch_failed,
                  fmt::format("rank {} in {}: {}", rank_, text_of(call), error));
    }
    if (is_late && checks_) {
      throw Error(ErrorCode::launch_failed,
                  fmt::format("rank {} waited {} ms in {}{}", rank_, timeout_.count(), current_,
                              where_others_wait(current_, world_ranks_, rank_,
                                                std::min(timeout_, longest_answer))));
    }
    if (is_late) {
      throw Error(ErrorCode::launch_failed,
                  fmt::format("rank {} waited {} ms in {}: another rank has ended, or calls "
                              "something else",
                              rank_, timeout_.count(), text_of(call)));
    }
    if (polls < busy_polls) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, longest_pause);
    }
  }
}

}  // namespace duet::detail
