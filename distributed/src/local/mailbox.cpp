#include "local/mailbox.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "engine/call_text.hpp"

namespace duet::detail {

namespace {

std::string late_text(int rank, const CollectiveCall& call, std::chrono::milliseconds timeout) {
  return fmt::format("rank {} waited {} ms in {}, which rank {} did not answer", rank,
                     timeout.count(), text_of(call), call.peer);
}

bool fits(const CollectiveCall& sent, const CollectiveCall& received) {
  return sent.count == received.count && sent.element.bytes == received.element.bytes &&
         sent.element.number == received.element.number;
}

}  // namespace

void Mailbox::post(int from, Post& message) {
  {
    const std::lock_guard lock(mutex_);
    posts_[{from, message.call.peer}].push_back(&message);
  }
  changed_.notify_all();
}

Mailbox::Post& Mailbox::take(int rank, const CollectiveCall& call,
                             std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  Posts& posts = posts_[{call.peer, rank}];
  if (!changed_.wait_for(lock, timeout, [&] { return !posts.empty() || failure_.is_set(); })) {
    failure_.set(ErrorCode::launch_failed, late_text(rank, call, timeout));
    changed_.notify_all();
  }
  failure_.check();
  Post& message = *posts.front();
  posts.pop_front();
  if (!fits(message.call, call)) {
    failure_.set(ErrorCode::invalid_argument,
                 fmt::format("rank {} called {}, but rank {} called {}", call.peer,
                             text_of(message.call), rank, text_of(call)));
    changed_.notify_all();
    failure_.check();
  }
  message.is_taken = true;
  return message;
}

void Mailbox::receive(int rank, const CollectiveCall& call, std::chrono::milliseconds timeout) {
  Post& message = take(rank, call, timeout);
  if (call.count > 0) std::memcpy(call.receive, message.call.send, call.count * call.element.bytes);
  {
    const std::lock_guard lock(mutex_);
    message.is_done = true;
  }
  changed_.notify_all();
}

void Mailbox::finish(int from, Post& message, std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  const auto is_over = [&] { return message.is_done || (failure_.is_set() && !message.is_taken); };
  if (!changed_.wait_for(lock, timeout, is_over) && !message.is_taken) {
    failure_.set(ErrorCode::launch_failed, late_text(from, message.call, timeout));
    changed_.notify_all();
  }
  changed_.wait(lock, is_over);  // a copy that was begun ends by itself
  if (message.is_done) return;
  Posts& posts = posts_[{from, message.call.peer}];
  posts.erase(std::remove(posts.begin(), posts.end(), &message), posts.end());
  failure_.check();
}

void Mailbox::wake() {
  { const std::lock_guard lock(mutex_); }
  changed_.notify_all();
}

}  // namespace duet::detail
