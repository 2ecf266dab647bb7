#include "bootstrap/timeout.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include <duet/error.hpp>

#include "bootstrap/number.hpp"

namespace duet::detail {

std::chrono::milliseconds milliseconds_of(const Timeout& timeout) {
  return std::chrono::ceil<std::chrono::milliseconds>(timeout.time());
}

std::chrono::milliseconds timeout_or_default(std::optional<Timeout> given) {
  if (given) return milliseconds_of(*given);
  const char* const text = std::getenv("DUET_COLLECTIVE_TIMEOUT");
  if (text == nullptr || *text == '\0') return std::chrono::minutes(10);
  const std::optional<int> seconds = number_of(text);
  if (seconds && *seconds > 0) return std::chrono::seconds(*seconds);
  throw Error(ErrorCode::invalid_argument,
              fmt::format("DUET_COLLECTIVE_TIMEOUT is '{}', but must be a positive whole number of "
                          "seconds",
                          text));
}

}  // namespace duet::detail
