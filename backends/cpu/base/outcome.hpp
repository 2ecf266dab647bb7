#pragma once

#include <string>
#include <utility>

#include "driver_calls.hpp"

namespace duet::cpu {

/// The status of a finished operation.
struct Outcome {
  Outcome(Status how = Status::success) noexcept : status(how) {}
  Outcome(Status how, std::string why) noexcept : status(how), text(std::move(why)) {}
  /// Without memory for the text it is left out.
  Outcome(Status how, const char* why) noexcept : status(how) {
    try {
      text = why;
    } catch (...) {
    }
  }

  bool failed() const noexcept { return status != Status::success; }

  Status status;
  std::string text{};  ///< an explanation for the user; may be empty
};

}  // namespace duet::cpu
