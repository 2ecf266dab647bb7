#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include <duet/collective_call.hpp>

#include "engine/failure.hpp"

namespace duet::detail {

/// Messages between the ranks of one process, which the receiver copies from the sender's memory.
/// Thread-safety: all members.
class Mailbox {
 public:
  /// @param failure  ends all waiting; set if a rank does not come; must outlive this
  explicit Mailbox(Failure& failure) : failure_(failure) {}

  /// A message: from posting until it is taken or withdrawn, the mailbox refers to it.
  struct Post {
    const CollectiveCall& call;
    bool is_taken = false;  ///< the receiver reads its memory
    bool is_done = false;   ///< the receiver has read its memory
  };

  void post(int from, Post& message);
  /// Takes the oldest message from `call.peer` to `rank` and copies it; blocks until there is one.
  /// @throws Error  if there is none in time, or if it differs in size or type
  void receive(int rank, const CollectiveCall& call, std::chrono::milliseconds timeout);
  /// Blocks until a message was received. Afterwards the mailbox does not refer to it, also if this
  /// throws. @throws Error  if it was not received in time
  void finish(int from, Post& message, std::chrono::milliseconds timeout);
  /// Ends waiting after the failure was set.
  void wake();

 private:
  using Posts = std::deque<Post*>;

  Post& take(int rank, const CollectiveCall& call, std::chrono::milliseconds timeout);

  Failure& failure_;
  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::map<std::pair<int, int>, Posts> posts_{};  ///< by sender and receiver
};

}  // namespace duet::detail
