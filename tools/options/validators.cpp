#include "validators.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace duet::tool {
namespace {

template <typename T>
CLI::Validator at_least(T least) {
  return {[least](std::string& value) -> std::string {
            T number = 0;
            const char* const last = value.data() + value.size();
            const auto [end, error] = std::from_chars(value.data(), last, number);
            if (error == std::errc::result_out_of_range)
              return fmt::format("'{}' is out of range", value);
            if (error != std::errc() || end != last || number < least)
              return fmt::format("'{}' is not an integer of at least {}", value, least);
            return {};
          },
          ""};
}

std::optional<double> finite_number(const std::string& text) {
  double number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace

CLI::Validator one_of(std::vector<std::string> words) {
  const std::string description = fmt::format("{{{}}}", fmt::join(words, ","));
  return {[words = std::move(words)](std::string& value) {
            return std::ranges::find(words, value) != words.end()
                       ? std::string()
                       : fmt::format("'{}' is none of {}", value, fmt::join(words, ", "));
          },
          description};
}

CLI::Validator integer_from(int least) { return at_least(least); }
CLI::Validator long_integer_from(std::uint64_t least) { return at_least(least); }

CLI::Validator number_from_zero() {
  return {[](std::string& value) {
            const auto number = finite_number(value);
            return number && *number >= 0
                       ? std::string()
                       : fmt::format("'{}' is not a number of at least 0", value);
          },
          ""};
}

CLI::Validator number_above_zero() {
  return {[](std::string& value) {
            const auto number = finite_number(value);
            return number && *number > 0 ? std::string()
                                         : fmt::format("'{}' is not a number above 0", value);
          },
          ""};
}

}  // namespace duet::tool
