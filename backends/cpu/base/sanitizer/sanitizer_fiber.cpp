#include "sanitizer_fiber.hpp"

#include "address_sanitizer.hpp"
#include "thread_sanitizer.hpp"

namespace duet::cpu {

namespace {

thread_local SanitizerFiber* leaving = nullptr;

/// The fiber in which the OS thread creates others. Reports show the calls that led to a creation;
/// from here there are none.
thread_local void* creator = nullptr;

void* make_fiber(const ThreadSanitizer& sanitizer) noexcept {
  char token = 0;
  void* const caller = sanitizer.current();
  sanitizer.release(&token);
  sanitizer.switch_to(creator, ThreadSanitizer::unordered);
  sanitizer.acquire(&token);
  void* const fiber = sanitizer.create(0);
  sanitizer.switch_to(caller, ThreadSanitizer::unordered);
  return fiber;
}

}  // namespace

bool SanitizerFiber::is_needed() noexcept {
  return address_sanitizer() != nullptr || thread_sanitizer() != nullptr;
}

SanitizerFiber::~SanitizerFiber() { destroy(); }

void SanitizerFiber::destroy() noexcept {
  if (fiber_ == nullptr) return;
  const ThreadSanitizer& sanitizer = *thread_sanitizer();
  if (is_ignoring_) {
    void* const caller = sanitizer.current();
    sanitizer.switch_to(fiber_, ThreadSanitizer::unordered);
    end_ignoring();
    sanitizer.switch_to(caller, ThreadSanitizer::unordered);
  }
  sanitizer.destroy(is_thread_ ? creator : fiber_);
  fiber_ = nullptr;
}

void SanitizerFiber::prepare(const void* bottom, std::size_t bytes) noexcept {
  bottom_ = bottom;
  bytes_ = bytes;
  if (const AddressSanitizer* address = address_sanitizer()) address->unpoison(bottom_, bytes_);
  if (const ThreadSanitizer* thread = thread_sanitizer()) {
    destroy();  // discards the calls that never returned
    fiber_ = make_fiber(*thread);
  }
}

void SanitizerFiber::adopt() noexcept {
  is_thread_ = true;
  if (const ThreadSanitizer* thread = thread_sanitizer()) {
    fiber_ = thread->current();
    creator = thread->create(0);
    thread->set_name(creator, "duet's start of kernel threads");
  }
}

void SanitizerFiber::leave(SanitizerFiber& next) noexcept {
  leaving = this;
  if (const AddressSanitizer* address = address_sanitizer()) {
    address->start_switch(&shadow_, next.bottom_, next.bytes_);
  }
  if (const ThreadSanitizer* thread = thread_sanitizer()) {
    thread->switch_to(next.fiber_, ThreadSanitizer::unordered);
  }
}

void SanitizerFiber::enter() noexcept {
  if (const AddressSanitizer* address = address_sanitizer()) {
    address->finish_switch(shadow_, &leaving->bottom_, &leaving->bytes_);
  }
}

void SanitizerFiber::begin() noexcept {
  enter();
  // AddressSanitizer keeps some frames outside of the stack; those of an abandoned fiber are still
  // there.
  if (const AddressSanitizer* address = address_sanitizer()) address->forget_frames();
}

void SanitizerFiber::begin_ignoring() noexcept {
  thread_sanitizer()->begin_ignoring(__builtin_FILE(), __LINE__);
  is_ignoring_ = true;
}

void SanitizerFiber::end_ignoring() noexcept {
  thread_sanitizer()->end_ignoring(__builtin_FILE(), __LINE__);
  is_ignoring_ = false;
}

void SanitizerFiber::set_name(const char* name) noexcept {
  if (const ThreadSanitizer* thread = thread_sanitizer()) thread->set_name(fiber_, name);
}

}  // namespace duet::cpu
