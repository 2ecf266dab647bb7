#include "encoder_policy.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string_view>

#include "base/environment.hpp"
#include "driver/driver.hpp"

namespace duet::detail {

namespace {

bool graphs_enabled(bool by_default) {
  const std::string_view value = required_value("DUET_ENCODER_GRAPHS");
  return value.empty() ? by_default : value == "on";
}

std::size_t number_or(const char* variable, std::size_t by_default) {
  const std::string_view value = required_value(variable);
  (void)std::from_chars(value.data(), value.data() + value.size(), by_default);
  return by_default;
}

void require_positive(std::size_t number, const char* option) {
  if (number != 0) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("encoder: {} is 0, but must be at least 1", option));
}

}  // namespace

EncoderOptions complete_options(EncoderOptions options, const Device& device) {
  const DeviceInfo& info = device.info();
  if (!options.graphs) options.graphs = graphs_enabled(info.graphs_by_default);
  // Batches are small enough that a fast device does not idle until the first one, and that their
  // temporaries, which live until the batch ends, leave memory for others.
  if (!options.max_operations) {
    options.max_operations = number_or("DUET_ENCODER_MAX_OPERATIONS", info.integrated ? 64 : 256);
  }
  if (!options.max_bytes) {
    options.max_bytes = number_or("DUET_ENCODER_MAX_BYTES", info.total_memory / 16 + 1);
  }
  if (!options.max_executables) {
    options.max_executables = number_or("DUET_ENCODER_MAX_EXECUTABLES", 64);
  }
  if (!options.max_batches_in_flight) {
    options.max_batches_in_flight = number_or("DUET_ENCODER_MAX_BATCHES_IN_FLIGHT", SIZE_MAX);
  }
  require_positive(*options.max_operations, "max_operations");
  require_positive(*options.max_bytes, "max_bytes");
  require_positive(*options.max_executables, "max_executables");
  require_positive(*options.max_batches_in_flight, "max_batches_in_flight");
  return options;
}

}  // namespace duet::detail
