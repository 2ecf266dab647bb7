#include "validators.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace duet::tool {

CLI::Validator one_of(std::vector<std::string> words) {
  const std::string description = fmt::format("{{{}}}", fmt::join(words, ","));
  return {[words = std::move(words)](std::string& value) {
            return std::ranges::find(words, value) != words.end()
                       ? std::string()
                       : fmt::format("'{}' is none of {}", value, fmt::join(words, ", "));
          },
          description};
}

CLI::Validator integer_from(int least) {
  return {[least](std::string& value) -> std::string {
            int number = 0;
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

}  // namespace duet::tool
