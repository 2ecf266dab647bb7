#include "environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <vector>

#include <duet/environment.hpp>
#include <duet/error.hpp>

#include <fmt/format.h>

#include "log.hpp"
#include "similar_names.hpp"

namespace duet {

namespace {

using Accepts = bool(std::string_view);

bool accept_all(std::string_view) { return true; }
bool is_switch(std::string_view text) { return text == "on" || text == "off"; }
bool is_pool(std::string_view text) { return text == "duet" || text == "driver" || text == "none"; }
bool is_size(std::string_view text) {
  std::uint64_t bytes = 0;
  return parse_bytes(text, bytes);
}
template <std::uint64_t least, std::uint64_t most>
bool is_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end && number >= least && number <= most;
}

/// A variable and what it may be set to. An empty value is as good as none.
struct Variable {
  std::string_view name;
  Accepts* accepts = accept_all;
  const char* accepted = "";
  bool is_ignored = true;  ///< whether an unaccepted value is a warning, not an error
};

constexpr const char* switch_text = "on or off";
constexpr const char* count_text = "a positive whole number";

/// The variables of the library, of the command and of the tests. Those that take a path or any
/// text accept all values here; a path is checked by its user, and its error names the variable.
constexpr Variable variables[] = {
    {"DUET_DRIVER_LIBRARY"},
    {"DUET_POOL", is_pool, "duet, driver or none", false},
    {"DUET_COMPILER_LIBRARY"},
    {"DUET_COMGR_LIBRARY"},
    {"DUET_ROCTX_LIBRARY"},
    {"DUET_CUDA_PATH"},
    {"DUET_ROCM_PATH"},
    {"DUET_COMPILE_HELPER"},
    {"DUET_CPU_COMPILER"},
    {"DUET_COMMANDS"},
    {"DUET_CACHE_DIR"},
    {"DUET_CACHE", [](std::string_view text) { return is_switch(text) || text == "read"; },
     "on, read or off"},
    {"DUET_CACHE_MAX_SIZE", is_size, "a number of bytes with an optional K, M or G"},
    {"DUET_CPU_STANDBY", is_switch, switch_text},
    {"DUET_CPU_HOST_HEADERS", is_switch, switch_text},
    {"DUET_LOG",
     [](std::string_view text) {
       return text == "off" || text == "error" || text == "warning" || text == "info";
     },
     "off, error, warning or info"},
    {"DUET_ENCODER_GRAPHS", is_switch, switch_text, false},
    {"DUET_ENCODER_MAX_OPERATIONS", is_number<1, UINT64_MAX>, count_text, false},
    {"DUET_ENCODER_MAX_BYTES", is_number<1, UINT64_MAX>, count_text, false},
    {"DUET_ENCODER_MAX_EXECUTABLES", is_number<1, UINT64_MAX>, count_text, false},
    {"DUET_ENCODER_MAX_BATCHES_IN_FLIGHT", is_number<1, UINT64_MAX>, count_text, false},
    {"DUET_COLLECTIVE_TIMEOUT", is_number<1, INT32_MAX>, count_text, false},
    {"DUET_BOOTSTRAP_ADDRESS"},
    {"DUET_MPI_LIBRARY"},
    {"DUET_NCCL_LIBRARY"},
    {"DUET_PREPARED_GRAPHS", is_switch, switch_text, false},
    {"DUET_CPU_DEVICES", is_number<1, 16>, "a number from 1 to 16"},
    {"DUET_CPU_WAVE_SIZE", [](std::string_view text) { return text == "32" || text == "64"; },
     "32 or 64", false},
    {"DUET_STRICT", is_number<0, 1>, "1 or 0"},
    {"DUET_CPU_BLOCK_ORDER",
     [](std::string_view text) { return text == "backwards" || text == "forwards"; },
     "backwards or forwards"},
    {"DUET_CPU_SIGNALS", is_switch, switch_text},
    {"DUET_CPU_SANITIZE", is_switch, switch_text},
    {"DUET_KEEP_PROGRAMS"},
    {"DUET_KEEP_LAUNCHES"},
    {"DUET_KEEP_LABEL"},
    {"DUET_KEEP_TOLERANCE"},
    {"DUET_KEEP_SKIP"},
    {"DUET_AMD_EMULATOR"},
    {"DUET_AMD_EMULATOR_DEVICES"},
    {"DUET_AMD_EMULATOR_INTERPRET", is_switch, switch_text},
    {"DUET_AMD_EMULATOR_INTERLEAVE", is_number<0, UINT64_MAX>, "a whole number"},
    {"DUET_AMD_EMULATOR_COUNTS", is_switch, switch_text},
    {"DUET_AMD_EMULATOR_RACES", is_switch, switch_text},
    {"DUET_AMD_EMULATOR_APPROXIMATIONS",
     [](std::string_view text) {
       return text == "nearest" || text == "least" || text == "greatest";
     },
     "nearest, least or greatest"},
    {"DUET_SANITIZER_PRELOADED"},
    {"DUET_ACCURACY_TABLE"},
    {"DUET_COMMAND"},
    {"DUET_CI_SECONDS"},
};
constexpr std::string_view test_prefix = "DUET_TEST_";

const Variable* find(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(variables, name, &Variable::name);
  return found == std::end(variables) ? nullptr : found;
}

bool is_accepted(std::string_view name, std::string_view value) noexcept {
  const Variable* const variable = find(name);
  return value.empty() || variable == nullptr || variable->accepts(value);
}

std::string problem_of(std::string_view name, std::string_view value) {
  const Variable& variable = *find(name);
  return fmt::format("the environment variable {} is '{}', but must be {}{}", name, value,
                     variable.accepted, variable.is_ignored ? "; it is ignored" : "");
}

std::string_view text_of(const char* variable) noexcept {
  const char* const value = secure_getenv(variable);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

std::string unknown_variable(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Variable& variable : variables) known.push_back(variable.name);
  const std::vector<std::string_view> similar = similar_names(name, known);
  return fmt::format("the environment variable {} is set, but duet has no such variable{}", name,
                     similar.empty() ? "" : fmt::format("; did you mean {}?", similar.front()));
}

}  // namespace

std::string environment_value(const char* variable) { return std::string(text_of(variable)); }

std::string_view accepted_value(const char* variable) noexcept {
  const std::string_view value = text_of(variable);
  if (is_accepted(variable, value)) return value;
  try {
    log_text(LogLevel::warning, problem_of(variable, value));
  } catch (...) {
    // Not enough memory for the text.
  }
  return {};
}

std::string_view required_value(const char* variable) {
  const std::string_view value = text_of(variable);
  if (is_accepted(variable, value)) return value;
  throw Error(ErrorCode::invalid_argument, problem_of(variable, value));
}

bool is_switched_off(const char* variable) noexcept { return accepted_value(variable) == "off"; }

std::string environment_path(const char* variable, const std::string& suffix) {
  const std::string value = environment_value(variable);
  return value.empty() ? value : value + suffix;
}

bool parse_bytes(std::string_view text, std::uint64_t& bytes) noexcept {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc()) return false;
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  unsigned shift = 0;
  if (unit == "K") shift = 10;
  if (unit == "M") shift = 20;
  if (unit == "G") shift = 30;
  if (!unit.empty() && shift == 0) return false;
  bytes = number > UINT64_MAX >> shift ? UINT64_MAX : number << shift;
  return true;
}

void check_environment() {
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    if (!name.starts_with("DUET_") || name.starts_with(test_prefix)) continue;
    if (find(name) == nullptr) {
      log_text(LogLevel::warning, unknown_variable(name));
    } else if (const auto value = text.substr(name.size() + 1); !is_accepted(name, value)) {
      log_text(LogLevel::warning, problem_of(name, value));
    }
  }
}

}  // namespace duet
