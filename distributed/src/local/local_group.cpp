#include "local/local_group.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <exception>

#include <fmt/format.h>

#include "engine/call_match.hpp"
#include "engine/call_text.hpp"
#include "reduce/host_reduction.hpp"

namespace duet::detail {

namespace {

using Kind = CollectiveKind;

/// Bytes that are in place already are not written: other ranks read them at the same time.
void copy_bytes(void* to, std::size_t offset, const std::byte* from, std::size_t bytes) {
  std::byte* const place = static_cast<std::byte*>(to) + offset;
  if (bytes > 0 && place != from) std::memcpy(place, from, bytes);
}

/// Messages that are posted, which are withdrawn if an error ends their group.
class Messages {
 public:
  Messages(Mailbox& mailbox, int rank) : mailbox_(mailbox), rank_(rank) {}
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;
  ~Messages() {
    while (!posts_.empty()) {
      try {
        finish(std::chrono::milliseconds(0));
      } catch (const Error&) {
        // The failure of the communicator, which ended the group.
      }
    }
  }

  void post(const CollectiveCall& call) { mailbox_.post(rank_, posts_.emplace_back(Post{call})); }
  void finish_all(std::chrono::milliseconds timeout) {
    while (!posts_.empty()) finish(timeout);
  }

 private:
  using Post = Mailbox::Post;

  void finish(std::chrono::milliseconds timeout) {
    const struct Removal {
      std::deque<Post>& posts;
      ~Removal() { posts.pop_front(); }
    } removal{posts_};
    mailbox_.finish(rank_, posts_.front(), timeout);
  }

  Mailbox& mailbox_;
  int rank_;
  std::deque<Post> posts_{};
};

}  // namespace

LocalGroup::LocalGroup(int size, std::chrono::milliseconds timeout)
    : timeout_(timeout),
      meeting_(size, failure_),
      mailbox_(failure_),
      host_meeting_(size, failure_),
      calls_(static_cast<std::size_t>(size)),
      choices_(static_cast<std::size_t>(size)),
      shared_(static_cast<std::size_t>(size)) {}

void LocalGroup::run(int rank, const Calls& calls) {
  Messages messages(mailbox_, rank);
  for (const CollectiveCall& call : calls) {
    if (call.kind == Kind::send) messages.post(call);
  }
  for (const CollectiveCall& call : calls) {
    if (call.kind != Kind::send && call.kind != Kind::receive) run_collective(rank, call);
  }
  for (const CollectiveCall& call : calls) {
    if (call.kind == Kind::receive) mailbox_.receive(rank, call, timeout_);
  }
  messages.finish_all(timeout_);
}

void LocalGroup::run_collective(int rank, const CollectiveCall& call) {
  calls_[static_cast<std::size_t>(rank)] = &call;
  meeting_.arrive(rank, text_of(call), timeout_, [&] { prepare(); });
  if (is_reduction(call.kind)) {
    reduce_part(rank, call);
    meeting_.arrive_surely();
  }
  copy_part(rank, call);
  meeting_.arrive_surely();
}

void LocalGroup::prepare() {
  const std::string mismatch = mismatch_of(calls_);
  if (!mismatch.empty()) {
    failure_.set(ErrorCode::invalid_argument, mismatch);
    return;
  }
  const CollectiveCall& call = *calls_.front();
  if (!is_reduction(call.kind)) return;
  const std::size_t parts = call.kind == Kind::reduce_scatter ? calls_.size() : 1;
  const std::size_t bytes = call.count * parts * call.element.bytes;
  try {
    if (reduced_.size() < bytes) reduced_.resize(bytes);
  } catch (const std::exception&) {  // the other ranks need to know, too
    failure_.set(ErrorCode::out_of_memory,
                 fmt::format("there is no host memory for the {} bytes that {} reduces", bytes,
                             text_of(call)));
  }
}

/// Each rank reduces a part of the elements of all ranks.
void LocalGroup::reduce_part(int rank, const CollectiveCall& call) {
  const std::size_t size = calls_.size(), number = static_cast<std::size_t>(rank);
  const std::size_t elements = call.kind == Kind::reduce_scatter ? call.count * size : call.count;
  const std::size_t begin = elements / size * number + std::min(number, elements % size);
  const std::size_t count = elements / size + (number < elements % size ? 1 : 0);
  if (count == 0) return;
  const std::size_t offset = begin * call.element.bytes;
  std::byte* const into = reduced_.data() + offset;
  const HostReduction reduction = host_reduction(*call.element.number, call.reduction);
  std::memcpy(into, sent_by(0, offset), count * call.element.bytes);
  for (int other = 1; other < this->size(); ++other) {
    reduction.combine(into, sent_by(other, offset), count);
  }
  if (reduction.finish != nullptr) reduction.finish(into, count, this->size());
}

/// Each rank copies what it receives.
void LocalGroup::copy_part(int rank, const CollectiveCall& call) {
  const std::size_t bytes = call.count * call.element.bytes;
  const std::size_t own = static_cast<std::size_t>(rank) * bytes;
  switch (call.kind) {
    case Kind::all_reduce: return copy_bytes(call.receive, 0, reduced_.data(), bytes);
    case Kind::reduce_scatter: return copy_bytes(call.receive, 0, reduced_.data() + own, bytes);
    case Kind::reduce:
      if (rank == call.peer) copy_bytes(call.receive, 0, reduced_.data(), bytes);
      return;
    case Kind::broadcast:
      if (rank != call.peer) copy_bytes(call.receive, 0, sent_by(call.peer, 0), bytes);
      return;
    case Kind::scatter: return copy_bytes(call.receive, 0, sent_by(call.peer, own), bytes);
    case Kind::gather:
      if (rank != call.peer) return;
      [[fallthrough]];
    case Kind::all_gather:
      for (int other = 0; other < size(); ++other) {
        copy_bytes(call.receive, static_cast<std::size_t>(other) * bytes, sent_by(other, 0), bytes);
      }
      return;
    case Kind::all_to_all:
      for (int other = 0; other < size(); ++other) {
        copy_bytes(call.receive, static_cast<std::size_t>(other) * bytes, sent_by(other, own),
                   bytes);
      }
      return;
    case Kind::send:
    case Kind::receive:
    case Kind::barrier: return;
  }
}

const std::byte* LocalGroup::sent_by(int rank, std::size_t offset) const {
  return static_cast<const std::byte*>(calls_[static_cast<std::size_t>(rank)]->send) + offset;
}

std::vector<ColorChoice> LocalGroup::choices(int rank, ColorChoice own) {
  choices_[static_cast<std::size_t>(rank)] = own;
  host_meeting_.arrive(rank, "split", timeout_);
  std::vector<ColorChoice> all = choices_;
  host_meeting_.arrive(rank, "split", timeout_);
  return all;
}

std::shared_ptr<LocalGroup> LocalGroup::share(int rank, int maker,
                                              std::shared_ptr<LocalGroup> made) {
  shared_[static_cast<std::size_t>(rank)] = std::move(made);
  host_meeting_.arrive(rank, "split", timeout_);
  std::shared_ptr<LocalGroup> group =
      maker >= 0 ? shared_[static_cast<std::size_t>(maker)] : nullptr;
  host_meeting_.arrive(rank, "split", timeout_);
  shared_[static_cast<std::size_t>(rank)] = nullptr;
  return group;
}

void LocalGroup::fail(ErrorCode code, const std::string& text) {
  failure_.set(code, text);
  meeting_.wake();
  mailbox_.wake();
  host_meeting_.wake();
}

}  // namespace duet::detail
