#pragma once

namespace duet::cpu {

/// Threads of a block that wait or could go on, first in first out; or fibers that have none.
class ThreadQueue {
 public:
  struct Node {
    Node* next = nullptr;
  };
  ThreadQueue() noexcept = default;
  ThreadQueue(const ThreadQueue&) = delete;
  ThreadQueue& operator=(const ThreadQueue&) = delete;

  bool empty() const noexcept { return before_.next == nullptr; }
  /// Null if empty.
  const Node* first() const noexcept { return before_.next; }
  void clear() noexcept {
    before_.next = nullptr;
    last_ = &before_;
  }
  void push(Node& node) noexcept {
    node.next = nullptr;
    last_->next = &node;
    last_ = &node;
  }
  /// Before all others.
  void push_front(Node& node) noexcept {
    if (empty()) last_ = &node;
    node.next = before_.next;
    before_.next = &node;
  }
  Node& pop() noexcept {
    Node& node = *before_.next;
    before_.next = node.next;
    if (empty()) last_ = &before_;
    return node;
  }
  /// Appends all of `other`, which is empty afterwards.
  void take(ThreadQueue& other) noexcept {
    if (other.empty()) return;
    last_->next = other.before_.next;
    last_ = other.last_;
    other.clear();
  }

 private:
  Node before_{};  ///< the first, so that an empty queue is no special case
  Node* last_ = &before_;
};

}  // namespace duet::cpu
