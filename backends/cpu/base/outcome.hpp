#pragma once

#include <string>
#include <utility>

#include "driver_calls.hpp"

namespace duet::cpu {

/// The status of a finished operation.
struct Outcome {
  Outcome(Status how = Status::success) noexcept : status(how) {}
  Outcome(Status how, std::string why) noexcept : status(how), text(std::move(why)) {}

  bool failed() const noexcept { return status != Status::success; }

  Status status;
  std::string text{};  ///< an explanation for the user; may be empty
};

}  // namespace duet::cpu
