#pragma once

namespace duet::cpu {

/// Threads of a block that wait or could go on, first in first out; or fibers that have none.
class ThreadQueue {
 public:
  struct Node {
    Node* next = nullptr;
  };
  bool empty() const noexcept { return head_ == nullptr; }
  /// Null if empty.
  const Node* first() const noexcept { return head_; }
  void clear() noexcept { head_ = nullptr; }
  void push(Node& node) noexcept {
    node.next = nullptr;
    (head_ == nullptr ? head_ : tail_->next) = &node;
    tail_ = &node;
  }
  /// Before all others.
  void push_front(Node& node) noexcept {
    if (head_ == nullptr) tail_ = &node;
    node.next = head_;
    head_ = &node;
  }
  Node& pop() noexcept {
    Node& node = *head_;
    head_ = node.next;
    return node;
  }
  /// Appends all of `other`, which is empty afterwards.
  void take(ThreadQueue& other) noexcept {
    if (other.empty()) return;
    (head_ == nullptr ? head_ : tail_->next) = other.head_;
    tail_ = other.tail_;
    other.head_ = nullptr;
  }

 private:
  Node* head_ = nullptr;
  Node* tail_ = nullptr;
};

}  // namespace duet::cpu
