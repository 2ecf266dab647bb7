#include "block_runner.hpp"

#include <cstdlib>
#include <new>
#include <utility>

#include "limits.hpp"

#ifdef DUET_CPU_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace duet::cpu {

namespace {

/// While it lives, kernels that are compiled with the address sanitizer are told when they use more
/// dynamic shared memory than the launch has.
class SharedLimit {
 public:
  SharedLimit([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept
#ifdef DUET_CPU_ASAN
      : rest_(static_cast<char*>(memory) + bytes), bytes_(limits::shared_bytes - bytes) {
    __asan_poison_memory_region(rest_, bytes_);
  }
  ~SharedLimit() { __asan_unpoison_memory_region(rest_, bytes_); }
#else
  {
  }
#endif
  SharedLimit(const SharedLimit&) = delete;
  SharedLimit& operator=(const SharedLimit&) = delete;

#ifdef DUET_CPU_ASAN
 private:
  char* rest_;
  std::size_t bytes_;
#endif
};

}  // namespace

const duet_cpu::Sync BlockRunner::sync{&BlockRunner::barrier, &BlockRunner::vote};

BlockRunner& BlockRunner::of_this_thread() {
  thread_local BlockRunner* runner = nullptr;
  struct Owner {
    ~Owner() { delete std::exchange(runner, nullptr); }
  };
  if (runner == nullptr) {
    // Destructors of static objects may need one again after the main thread's own is gone.
    thread_local const Owner owner;
    (void)&owner;
    runner = new BlockRunner;
  }
  return *runner;
}

BlockRunner::BlockRunner()
    : shared_(::operator new (limits::shared_bytes, std::align_val_t{memory_alignment})) {}

BlockRunner::~BlockRunner() { ::operator delete (shared_, std::align_val_t{memory_alignment}); }

BlockRunner::Thread::Thread(unsigned color)
    : stack(std::make_unique<FiberStack>(color)), fiber(*stack, &fiber_main) {}

void BlockRunner::run(duet_cpu::Run code, duet_cpu::Task task, std::size_t shared_bytes,
                      bool code_waits) {
  const SharedLimit limit(shared_, shared_bytes);
  task.shared = shared_;
  task.first_thread = {0, 0, 0};
  task.end_thread = task.block;
  if (!code_waits) {
    task.runner = nullptr;
    code(&task);
    return;
  }
  code_ = code;
  block_ = task;
  block_.runner = this;
  block_.blocks = 1;
  for (unsigned long left = task.blocks; left != 0; --left) {
    run_block();
    duet_cpu::Extent& index = block_.first_block;
    if (++index.x < task.grid.x) continue;
    index.x = 0;
    if (++index.y < task.grid.y) continue;
    index.y = 0;
    ++index.z;
  }
}

void BlockRunner::run_block() {
  position_ = {0, 0, 0};
  to_start_ = alive_ = block_.block.x * block_.block.y * block_.block.z;
  run_threads();
  // The threads that are left wait for each other on other fibers; the last one comes back here.
  if (alive_ != 0) go_to(next());
}

void BlockRunner::run_threads() {
  while (to_start_ != 0) {
    --to_start_;
    duet_cpu::Task task = block_;
    task.first_thread = position_;
    task.end_thread = {position_.x + 1, position_.y + 1, position_.z + 1};
    if (++position_.x == block_.block.x) {
      position_.x = 0;
      if (++position_.y == block_.block.y) {
        position_.y = 0;
        ++position_.z;
      }
    }
    code_(&task);
    // A thread that is gone no longer keeps the others waiting.
    if (barrier_.arrived == --alive_ && alive_ != 0) open(barrier_);
  }
}

void BlockRunner::fiber_main() noexcept {
  BlockRunner& self = of_this_thread();
  self.current_->fiber.begin();
  for (;;) {
    self.run_threads();
    self.idle_.push_back(self.current_);
    self.go_to(self.next());
  }
}

/// Who runs when the present thread cannot.
BlockRunner::Thread& BlockRunner::next() {
  if (!ready_.empty()) return static_cast<Thread&>(ready_.pop());
  if (alive_ == 0) return main_;
  // Somebody is alive and nobody is ready: then not all have come to the barrier, and one of them
  // has not started yet.
  if (to_start_ == 0) std::abort();
  if (idle_.empty()) return fibers_.emplace_back(static_cast<unsigned>(fibers_.size()) + 1);
  Thread& fiber = *idle_.back();
  idle_.pop_back();
  return fiber;
}

void BlockRunner::go_to(Thread& thread) noexcept {
  Thread& self = *current_;
  current_ = &thread;
  self.fiber.switch_to(thread.fiber);
}

void BlockRunner::open(Rendezvous& meeting) noexcept {
  meeting.arrived = 0;
  meeting.result = meeting.votes;
  meeting.votes = 0;
  ready_.take(meeting.waiting);
}

void BlockRunner::wait(const char* file, int line) noexcept {
  if (++barrier_.arrived == alive_) {
    open(barrier_);  // the last one does not wait
    return;
  }
  current_->file = file;
  current_->line = line;
  barrier_.waiting.push(*current_);
  go_to(next());
}

void BlockRunner::barrier(void* runner, const char* file, int line) noexcept {
  static_cast<BlockRunner*>(runner)->wait(file, line);
}

int BlockRunner::vote(void* runner, bool predicate, const char* file, int line) noexcept {
  auto& self = *static_cast<BlockRunner*>(runner);
  self.barrier_.votes += predicate ? 1 : 0;
  self.wait(file, line);
  return static_cast<int>(self.barrier_.result);
}

}  // namespace duet::cpu
