#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "cpu/base/shared_pages.hpp"
#include "stream.hpp"

namespace duet::cpu {

/// What processes share of an event: how many recordings there were, and which of them was reached
/// last. Thread-safety: all members.
class InterprocessEvent {
 public:
  /// @param pages  of a new event, or of another process's event
  explicit InterprocessEvent(std::shared_ptr<SharedPages> pages) noexcept
      : pages_(std::move(pages)), counts_(static_cast<Counts*>(pages_->begin())) {}
  /// @returns null if there is too little memory
  static std::shared_ptr<SharedPages> make_pages() noexcept {
    return SharedPages::create(sizeof(Counts));
  }

  IpcHandle handle() const noexcept { return pages_->handle(); }

  /// Whether the latest recording is reached.
  bool is_reached() const noexcept;
  /// Blocks until it is.
  void wait() const;
  // The stream is not captured. Both throw std::bad_alloc.
  void record(const std::shared_ptr<Stream>& stream) const;
  void make_wait(const std::shared_ptr<Stream>& stream) const;

 private:
  struct Counts {
    std::uint64_t recorded;
    std::uint64_t reached;
  };

  std::uint64_t latest() const noexcept;

  std::shared_ptr<SharedPages> pages_;
  Counts* counts_;
};

}  // namespace duet::cpu
