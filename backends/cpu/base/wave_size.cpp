#include "wave_size.hpp"

#include <cstdlib>
#include <string_view>

namespace duet::cpu {

namespace {

constexpr const char* variable = "DUET_CPU_WAVE_SIZE";

}  // namespace

bool is_wave_size(int lanes) noexcept { return lanes == 32 || lanes == 64; }

int default_wave_size() noexcept {
  static const int lanes = [] {
    const char* text = secure_getenv(variable);
    const std::string_view value = text == nullptr ? "" : text;
    if (value.empty() || value == "32") return 32;
    return value == "64" ? 64 : 0;
  }();
  return lanes;
}

std::string wave_size_error() {
  const char* text = secure_getenv(variable);
  return std::string("$") + variable + " is '" + (text == nullptr ? "" : text) +
         "'; waves have 32 or 64 lanes";
}

}  // namespace duet::cpu
