#include "encoder_policy.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "driver/driver.hpp"

namespace duet::detail {

namespace {

std::string_view value_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? std::string_view() : value;
}

[[noreturn]] void refuse(const char* variable, const char* wanted) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the environment variable {} is '{}', but must be {}", variable,
                          value_of(variable), wanted));
}

bool graphs(bool by_default) {
  const std::string_view value = value_of("DUET_ENCODER_GRAPHS");
  if (value.empty()) return by_default;
  if (value == "on") return true;
  if (value == "off") return false;
  refuse("DUET_ENCODER_GRAPHS", "on or off");
}

std::size_t number(const char* variable, std::size_t by_default) {
  const std::string_view value = value_of(variable);
  if (value.empty()) return by_default;
  std::size_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || rest != end || number == 0) refuse(variable, "a number from 1 on");
  return number;
}

void require_positive(std::size_t number, const char* option) {
  if (number != 0) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("encoder: {} is 0, but must be at least 1", option));
}

}  // namespace

EncoderOptions complete_options(EncoderOptions options, const Device& device) {
  const DeviceInfo& info = device.info();
  // Small enough that a device that computes fast is not kept waiting for its first batch, and that
  // temporaries of a batch, which live until its end, leave room for others.
  if (!options.graphs) options.graphs = graphs(vendor::graphs_by_default);
  if (!options.max_operations) {
    options.max_operations = number("DUET_ENCODER_MAX_OPERATIONS", info.integrated ? 64 : 256);
  }
  if (!options.max_bytes) {
    options.max_bytes = number("DUET_ENCODER_MAX_BYTES", info.total_memory / 16 + 1);
  }
  require_positive(*options.max_operations, "max_operations");
  require_positive(*options.max_bytes, "max_bytes");
  require_positive(options.max_executables, "max_executables");
  return options;
}

}  // namespace duet::detail
