#include "engine/failure.hpp"

namespace duet::detail {

bool Failure::set(ErrorCode code, const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (is_set()) return false;
  code_ = code;
  text_ = text;
  is_set_.store(true, std::memory_order_release);
  return true;
}

void Failure::check() const {
  if (!is_set()) return;
  const std::lock_guard lock(mutex_);
  throw Error(code_, text_);
}

}  // namespace duet::detail
