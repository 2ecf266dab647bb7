#include "encoder_policy.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>

#include "base/environment.hpp"
#include "driver/driver.hpp"

namespace duet::detail {

namespace {

[[noreturn]] void fail(const char* variable, const char* wanted) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the environment variable {} is '{}', but must be {}", variable,
                          environment_value(variable), wanted));
}

bool graphs_enabled(bool by_default) {
  const std::string value = environment_value("DUET_ENCODER_GRAPHS");
  if (value.empty()) return by_default;
  if (value == "on") return true;
  if (value == "off") return false;
  fail("DUET_ENCODER_GRAPHS", "on or off");
}

std::size_t positive_number(const char* variable, std::size_t by_default) {
  const std::string value = environment_value(variable);
  if (value.empty()) return by_default;
  std::size_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || rest != end || number == 0) fail(variable, "a positive number");
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
  if (!options.graphs) options.graphs = graphs_enabled(vendor::graphs_by_default);
  // Batches are small enough that a fast device does not idle until the first one, and that their
  // temporaries, which live until the batch ends, leave memory for others.
  if (!options.max_operations) {
    options.max_operations =
        positive_number("DUET_ENCODER_MAX_OPERATIONS", info.integrated ? 64 : 256);
  }
  if (!options.max_bytes) {
    options.max_bytes = positive_number("DUET_ENCODER_MAX_BYTES", info.total_memory / 16 + 1);
  }
  require_positive(*options.max_operations, "max_operations");
  require_positive(*options.max_bytes, "max_bytes");
  require_positive(options.max_executables, "max_executables");
  return options;
}

}  // namespace duet::detail
