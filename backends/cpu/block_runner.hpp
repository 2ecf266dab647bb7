#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "fiber.hpp"
#include "prelude/abi.hpp"

namespace duet::cpu {

/// Threads of a block that wait or could go on, first in first out.
class FiberQueue {
 public:
  struct Node {
    Node* next = nullptr;
  };
  bool empty() const noexcept { return head_ == nullptr; }
  void push(Node& node) noexcept {
    node.next = nullptr;
    (head_ == nullptr ? head_ : tail_->next) = &node;
    tail_ = &node;
  }
  Node& pop() noexcept {
    Node& node = *head_;
    head_ = node.next;
    return node;
  }
  /// Appends all of `other`, which is empty afterwards.
  void take(FiberQueue& other) noexcept {
    if (other.empty()) return;
    (head_ == nullptr ? head_ : tail_->next) = other.head_;
    tail_ = other.tail_;
    other.head_ = nullptr;
  }

 private:
  Node* head_ = nullptr;
  Node* tail_ = nullptr;
};

/// A meeting of threads: all that take part go on when the last one has come.
struct Rendezvous {
  unsigned arrived = 0;
  unsigned votes = 0;   ///< of those that have come
  unsigned result = 0;  ///< the votes of the last meeting; kept until all are here again
  FiberQueue waiting{};
};

/// Runs blocks whose threads wait for each other, on the OS thread that it belongs to. A fiber runs
/// threads one after the other; only where one waits does another fiber begin with the next.
class BlockRunner {
 public:
  /// What Sync of prelude/abi.hpp points to.
  static const duet_cpu::Sync sync;

  /// The calling thread's own.
  static BlockRunner& of_this_thread();

  BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;
  ~BlockRunner();

  /// @param task  whole blocks; its members for memory and runner are filled in here
  /// @param code_waits  whether the code has barriers at all; code without runs as plain loops
  void run(duet_cpu::Run code, duet_cpu::Task task, std::size_t shared_bytes, bool code_waits);

 private:
  struct Thread : FiberQueue::Node {
    Thread() = default;
    explicit Thread(unsigned color);
    std::unique_ptr<FiberStack> stack{};
    Fiber fiber{};
    const char* file = nullptr;  ///< where it waits
    int line = 0;
  };

  static void barrier(void* runner, const char* file, int line) noexcept;
  static int vote(void* runner, bool predicate, const char* file, int line) noexcept;
  static void fiber_main() noexcept;

  void run_block();
  void run_threads();
  void wait(const char* file, int line) noexcept;
  void open(Rendezvous& meeting) noexcept;
  Thread& next();
  void go_to(Thread& thread) noexcept;

  void* shared_;  ///< the dynamic shared memory, in one place for the OS thread's life
  std::deque<Thread> fibers_{};
  std::vector<Thread*> idle_{};
  Thread main_{};  ///< the OS thread, which takes part as one of the fibers
  Thread* current_ = &main_;

  duet_cpu::Run code_ = nullptr;
  duet_cpu::Task block_{};
  duet_cpu::Extent position_{};  ///< of the thread that starts next
  unsigned to_start_ = 0;
  unsigned alive_ = 0;
  FiberQueue ready_{};
  Rendezvous barrier_{};
};

}  // namespace duet::cpu
