#pragma once

#include <string>
#include <utility>

#include "driver_calls.hpp"

namespace duet::cpu {

/// How a piece of work ended.
struct Outcome {
  Outcome(Status how = Status::success) noexcept : status(how) {}
  Outcome(Status how, std::string why) noexcept : status(how), text(std::move(why)) {}

  bool failed() const noexcept { return status != Status::success; }

  Status status;
  std::string text{};  ///< for people, if it failed and more is known than the status says
};

}  // namespace duet::cpu
