#pragma once

#include <thread>

#include "encoder_state.hpp"

namespace duet::detail {

/// One call of a member. Removes what the call has recorded on destruction, unless `complete` was
/// called.
class EncoderState::Transaction {
 public:
  /// @throws Error (invalid_argument) if another thread uses the encoder. Not every such use is
  ///               noticed, since the check must cost little
  explicit Transaction(EncoderState& encoder) : encoder_(encoder), begin_(encoder.position()) {
    const std::thread::id own = std::this_thread::get_id();
    const std::thread::id user = encoder.user_.load(std::memory_order_relaxed);
    is_outermost_ = user != own;
    if (user != std::thread::id() && is_outermost_) refuse_second_thread();
    if (is_outermost_) encoder.user_.store(own, std::memory_order_relaxed);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (!is_complete_) encoder_.return_to(begin_);
    if (is_outermost_) encoder_.user_.store({}, std::memory_order_relaxed);
  }
  void complete() noexcept { is_complete_ = true; }

 private:
  [[noreturn]] static void refuse_second_thread() {
    throw Error(ErrorCode::invalid_argument,
                "two threads use one CommandEncoder at once; give each thread its own");
  }

  EncoderState& encoder_;
  Position begin_;
  bool is_complete_ = false;
  bool is_outermost_ = true;
};

}  // namespace duet::detail
