#pragma once

#include "encoder_state.hpp"

namespace duet::detail {

/// Empties the encoder on destruction unless `complete` was called.
class EncoderState::Transaction {
 public:
  explicit Transaction(EncoderState& encoder) noexcept : encoder_(encoder) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (!is_complete_) encoder_.abandon();
  }
  void complete() noexcept { is_complete_ = true; }

 private:
  EncoderState& encoder_;
  bool is_complete_ = false;
};

}  // namespace duet::detail
