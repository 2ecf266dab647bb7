#include "block_runner.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <new>
#include <utility>

#include "base/log.hpp"
#include "cpu/base/limits.hpp"
#include "shared_limit.hpp"

namespace duet::cpu {

namespace {

// Address space, of which only used pages take memory. Code whose threads never wait gets as much
// as a usual OS thread.
constexpr std::size_t loop_stack_bytes = std::size_t{8} << 20;

constexpr unsigned most_waits_between_rounds = 4096;

using Kind = BlockFailure::Kind;

/// In static thread-local memory: signal handlers read it, and must not allocate.
[[gnu::tls_model("initial-exec")]] thread_local BlockRunner* running = nullptr;

/// The scheduler that kernels change themselves (prelude/fiber_switch.hpp).
[[gnu::tls_model("initial-exec")]] thread_local duet_cpu::FiberScheduler* open_scheduler = nullptr;
/// The scheduler for kernels that must call the runtime: it never has a ready thread.
duet_cpu::FiberScheduler closed_scheduler;

unsigned volume(const duet_cpu::Extent& extent) { return extent.x * extent.y * extent.z; }

/// Whether a shuffle reads a lane that its mask lacks.
bool reads_outside(const duet_cpu::WaveCall& call) {
  const bool is_shuffle = call.result != nullptr;
  return is_shuffle && call.participants == duet_cpu::Participants::named &&
         (call.mask >> call.source & 1) == 0;
}

}  // namespace

const duet_cpu::Sync BlockRunner::sync{&BlockRunner::barrier, &BlockRunner::vote,
                                       &BlockRunner::wave,    &BlockRunner::await_change,
                                       &BlockRunner::pause,   &BlockRunner::announce_change};
const duet_cpu::Failing BlockRunner::failing{&BlockRunner::trap, &BlockRunner::assertion};

long BlockRunner::scheduler_offset() noexcept {
#ifdef __x86_64__
  const char* thread = nullptr;
  asm("movq %%fs:0, %0" : "=r"(thread));
  return reinterpret_cast<const char*>(&open_scheduler) - thread;
#else
  return 0;
#endif
}

BlockRunner& BlockRunner::of_this_thread() {
  thread_local BlockRunner* runner = nullptr;
  struct Owner {
    ~Owner() { delete std::exchange(runner, nullptr); }
  };
  if (runner == nullptr) {
    // Destructors of static objects may create another one after the main thread's was destroyed.
    thread_local const Owner owner;
    (void)&owner;
    runner = new BlockRunner;
  }
  return *runner;
}

BlockRunner* BlockRunner::interrupted() noexcept {
  return running != nullptr && running->scheduler_.running != nullptr ? running : nullptr;
}

BlockRunner::BlockRunner() {
  watch_fault_signals();
  if (has_sanitizer_) main_sanitizer_fiber_.adopt();
}

BlockRunner::~BlockRunner() = default;

Outcome BlockRunner::run(const Function& function, duet_cpu::Task task, std::size_t shared_bytes,
                         CooperativeBlocks* others) {
  task.shared = shared_.of_launch(shared_bytes);
  shared_bytes_ = shared_bytes;
  const SharedLimit limit(task.shared, shared_bytes);
  others_ = others;
  begin(function, task);
  running = this;
  if (waits_) {
    run_blocks();
  } else {
    switch_to(&*loop_);
  }
  running = nullptr;
  if (exited_early_) warn_of_exited_threads(function);
  return failure_.kind == Kind::none ? Outcome() : abandon();
}

void BlockRunner::warn_of_exited_threads(const Function& function) noexcept {
  if (function.warned.test_and_set(std::memory_order_relaxed)) return;
  log(LogLevel::warning,
      "kernel '{}': some threads of a block exited before others reached a barrier. GPUs leave "
      "this "
      "undefined; let all threads reach every barrier. DUET_STRICT=1 makes it an error with "
      "the "
      "barrier's line",
      function.name);
}

void BlockRunner::begin(const Function& function, const duet_cpu::Task& task) {
  function_ = &function;
  code_ = function.run;
  task_ = task;
  task_.present = present_;
  task_.first_thread = {0, 0, 0};
  task_.end_thread = task.block;
  guards_ = order_.is_active() ? nullptr : function.code->shared_guards();
  if (guards_ != nullptr) guards_->fill();
  // Thread by thread, so that it is known which one damages a guard.
  waits_ = function.waits || order_.is_active() || guards_ != nullptr;
  if (!waits_) {
    if (!loop_) loop_.emplace(loop_stack_bytes, 0u, &loop_main);
    return;
  }
  exited_early_ = false;
  strict_ = function.code->is_strict();
  hands_over_ = kernels_can_switch && !has_sanitizer_ && !strict_;
  open_scheduler = hands_over_ ? &scheduler_ : &closed_scheduler;
  wave_size_ = function.code->wave_size();
  wave_shift_ = static_cast<unsigned>(std::countr_zero(wave_size_));
  threads_ = volume(task.block);
  const std::size_t waves = (threads_ + wave_size_ - 1) / wave_size_;
  if (waves_.size() < waves) waves_.resize(waves);
  if (order_.is_active()) prepare_for_tsan(*function.code);
}

/// The fiber for code whose threads never wait.
void BlockRunner::loop_main() noexcept {
  BlockRunner& self = of_this_thread();
  self.begin_fiber();
  for (;;) {
    self.run_code(self.code_, self.task_);
    self.switch_to(nullptr);
  }
}

void BlockRunner::run_blocks() {
  const unsigned long blocks = std::exchange(task_.blocks, 1);
  for (unsigned long left = blocks; left != 0; --left) {
    begin_block();
    switch_to_next();
    if (failure_.kind != Kind::none) return;
    duet_cpu::Extent& index = task_.first_block;
    if (++index.x < task_.grid.x) continue;
    index.x = 0;
    if (++index.y < task_.grid.y) continue;
    index.y = 0;
    ++index.z;
  }
}

void BlockRunner::begin_block() noexcept {
  position_ = {0, 0, 0};
  started_ = 0;
  alive_ = threads_;
  rounds_ = 0;
  suspect_ = nullptr;
  scheduler_.missing = threads_;
  const LaneBits all = ~LaneBits{0} >> (Wave::most_lanes - wave_size_);
  unsigned first = 0;
  for (Wave& wave : waves_) {
    if (first >= threads_) break;
    const unsigned lanes = std::min(threads_ - first, wave_size_);
    wave.reset(all >> (wave_size_ - lanes), strict_, runs_in_lockstep());
    first += lanes;
  }
  if (order_.is_active()) begin_tsan_block();
}

/// The fiber for threads that wait for each other. It runs a thread and goes idle by the same call
/// instruction: the processor predicts a return by the last unfinished call, whichever fiber made
/// it.
void BlockRunner::fiber_main() noexcept {
  BlockRunner& self = *running;
  KernelThread& own = *self.current();
  for (;;) {
    const bool begins = self.started_ != self.threads_;
    if (begins) self.begin_thread(own);
    duet_cpu::Run part = begins ? self.code_ : &go_idle;
    asm("" : "+r"(part));  // keeps the compiler from making two calls
    self.run_code(part, self.task_);
    self.end_thread(own);
  }
}

/// Makes the fiber idle. Does not return: the fiber begins anew with its next thread.
void BlockRunner::go_idle(const duet_cpu::Task*) noexcept {
  BlockRunner& self = *running;
  self.idle_.push_front(*self.scheduler_.running);
  KernelThread* const thread = self.next();
  self.scheduler_.running = thread;
  duet_cpu_resume(thread != nullptr ? thread->suspended : self.main_);
}

/// The same with a sanitizer: an idle fiber is suspended and not begun anew.
void BlockRunner::sanitized_fiber_main() noexcept {
  BlockRunner& self = *running;
  KernelThread& own = *self.current();
  self.begin_fiber();
  for (;;) {
    if (self.order_.is_active()) {
      self.run_ordered_thread(own);
    } else {
      while (self.started_ != self.threads_) {
        self.begin_thread(own);
        self.run_code(self.code_, self.task_);
        self.end_thread(own);
      }
      self.idle_.push_front(own);
    }
    self.switch_to_next();
  }
}

[[gnu::always_inline]] inline void BlockRunner::begin_thread(KernelThread& thread) noexcept {
  thread.index = started_++;
  thread.wave = &waves_[thread.index >> wave_shift_];
  thread.lane = static_cast<unsigned char>(thread.index & (wave_size_ - 1));
  thread.polls = false;
  thread.wave->start(thread);
  // In place: the code reads all of it before the thread begins.
  task_.first_thread = position_;
  task_.end_thread = {position_.x + 1, position_.y + 1, position_.z + 1};
  if (++position_.x == task_.block.x) {
    position_.x = 0;
    if (++position_.y == task_.block.y) {
      position_.y = 0;
      ++position_.z;
    }
  }
}

/// Runs one thread of the block on a fiber of its own, by which ThreadSanitizer identifies it. The
/// fiber has its own task, since the sanitizer sees the code's accesses to it.
void BlockRunner::run_ordered_thread(KernelThread& own) noexcept {
  begin_thread(own);
  const duet_cpu::Task task = task_;
  order_.begin_thread(own, task);
  run_code(code_, task);
  order_.end_thread();
  order_.begin_runner(own);
  end_thread(own);
  order_.end_runner(own);
}

[[gnu::always_inline]] inline void BlockRunner::run_code(duet_cpu::Run code,
                                                         const duet_cpu::Task& task) noexcept {
  const char* what = nullptr;
  try {
    code(&task);
    return;
  } catch (const std::exception& error) {
    what = keep_text(error.what());
  } catch (...) {
    what = keep_text("not a std::exception");
  }
  fail_by_exception(what);
}

/// Ends a thread. Others that waited only for it continue.
[[gnu::always_inline]] inline void BlockRunner::end_thread(KernelThread& thread) noexcept {
  if (guards_ != nullptr) check_shared_guards({});
  thread.wave->leave(thread, scheduler_.ready);
  --alive_;
  if (--scheduler_.missing != 0 || scheduler_.at_barrier.empty()) return;
  if (strict_) fail_as(Kind::missing_threads);
  open_barrier();
}

KernelThread* BlockRunner::next_if_none_is_ready() noexcept {
  if (started_ != threads_) return idle_fiber();
  if (suspect_ != nullptr) check_suspect();
  if (alive_ == 0 || failure_.kind != Kind::none) return nullptr;
  release_waves();
  if (scheduler_.ready.empty() && block_waits_ != nullptr) {
    paused_.empty() ? await_blocks() : resume_after_blocks();
  }
  if (scheduler_.ready.empty() && !paused_.empty()) begin_round();
  if (!scheduler_.ready.empty()) return &static_cast<KernelThread&>(scheduler_.ready.pop());
  if (failure_.kind == Kind::none) failure_.kind = Kind::divergence;
  return nullptr;
}

/// Completes wave operations when no thread can continue.
void BlockRunner::release_waves() noexcept {
  for (auto* node = paused_.first; node != nullptr; node = node->next) {
    const auto& thread = static_cast<const KernelThread&>(*node);
    if (thread.polls) thread.wave->note_poll();
  }
  for (std::size_t i = 0; i * wave_size_ < threads_; ++i)
    waves_[i].release_arrived(scheduler_.ready);
}

KernelThread& BlockRunner::add_fiber() {
  return fibers_.emplace_back(thread_stack_bytes, static_cast<unsigned>(fibers_.size()) + 1,
                              fiber_entry());
}

KernelThread* BlockRunner::idle_fiber() noexcept {
  if (!idle_.empty()) {
    auto& thread = static_cast<KernelThread&>(idle_.pop());
    if (!has_sanitizer_) thread.suspended = thread.stack->prepare_again(&fiber_main);
    return &thread;
  }
  try {
    return &add_fiber();
  } catch (const std::bad_alloc&) {
    failure_.kind = Kind::memory;
    return nullptr;
  }
}

/// @param thread  null: the OS thread's own stack, on which `run` was called
void BlockRunner::switch_to(KernelThread* thread) noexcept {
  KernelThread* const self = current();
  if (thread == self) return;
  scheduler_.running = thread;
  if (has_sanitizer_) sanitizer_fiber_of(self).leave(sanitizer_fiber_of(thread));
  duet_cpu_switch(self != nullptr ? &self->suspended : &main_,
                  thread != nullptr ? thread->suspended : main_);
  if (has_sanitizer_) sanitizer_fiber_of(self).enter();
}

void BlockRunner::switch_to_next() noexcept { switch_to(next()); }

/// Lets other threads run until the present one, which is not ready, is ready and has its turn.
/// @returns the fiber that the kernel must switch to; null if the wait is over
duet_cpu::Fiber* BlockRunner::wait() noexcept {
  // Other threads may meet again and again until one that pauses has done something.
  if (!paused_.empty() && ++waits_between_rounds_ % most_waits_between_rounds == 0)
    scheduler_.ready.take(paused_);
  KernelThread* const thread = next();
  if (!hands_over_ || thread == nullptr || thread == scheduler_.running) {
    switch_to(thread);
    return nullptr;
  }
  scheduler_.running = thread;
  return thread;
}

void BlockRunner::open_barrier() noexcept {
  exited_early_ |= alive_ != threads_;
  scheduler_.missing = alive_;
  result_ = std::exchange(votes_, 0);
  order_.open_barrier();
  scheduler_.ready.take(scheduler_.at_barrier);
}

duet_cpu::Fiber* BlockRunner::wait_for_block(duet_cpu::Place place) noexcept {
  duet_cpu::Fiber& self = *scheduler_.running;
  self.file = place.file;
  self.line = place.line;
  if (guards_ != nullptr) check_shared_guards(place);
  if (strict_) check_barrier();
  if (--scheduler_.missing == 0) {
    open_barrier();
    return nullptr;
  }
  scheduler_.at_barrier.push(self);
  return wait();
}

duet_cpu::Fiber* BlockRunner::barrier(duet_cpu::Place place) noexcept {
  return running->wait_for_block(place);
}

duet_cpu::Fiber* BlockRunner::vote(bool predicate, duet_cpu::Place place,
                                   const int** votes) noexcept {
  BlockRunner& self = *running;
  self.votes_ += predicate ? 1 : 0;
  *votes = &self.result_;
  return self.wait_for_block(place);
}

duet_cpu::Fiber* BlockRunner::wave(duet_cpu::WaveCall* call) noexcept {
  return running->wait_for_wave(*call);
}

duet_cpu::Fiber* BlockRunner::wait_for_wave(duet_cpu::WaveCall& call) noexcept {
  KernelThread& self = *current();
  rounds_ = 0;
  self.polls = false;
  if (call.participants == duet_cpu::Participants::named && (call.mask >> self.lane & 1) == 0) {
    fail({.kind = Kind::foreign_mask, .call = &call});
  }
  if (strict_ && reads_outside(call)) fail({.kind = Kind::foreign_source, .call = &call});
  if (guards_ != nullptr) check_shared_guards(call.place);
  return self.wave->arrive(self, call, scheduler_.ready) ? nullptr : wait();
}

}  // namespace duet::cpu
