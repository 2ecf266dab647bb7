#include "sweep.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "options/launch_spec.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

std::size_t parse_size(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::uint64_t>, 7> suffixes{
      {{"", 1},
       {"k", 1000},
       {"M", 1'000'000},
       {"G", 1'000'000'000},
       {"Ki", 1u << 10},
       {"Mi", 1u << 20},
       {"Gi", 1u << 30}}};
  constexpr std::uint64_t most = std::uint64_t{1} << 53;  // formulas compute with doubles
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  const auto* const unit =
      std::ranges::find(suffixes, suffix, &decltype(suffixes)::value_type::first);
  if (error == std::errc::invalid_argument || unit == suffixes.end() || number == 0) {
    throw UsageError(fmt::format(
        "--size: '{}' is not a size; write integers of at least 1 such as 1000, 64k or 16Mi",
        text));
  }
  if (error != std::errc() || number > most / unit->second)
    throw UsageError(fmt::format("--size: '{}' is too large", text));
  return number * unit->second;
}

}  // namespace

std::vector<std::size_t> parse_sizes(std::string_view text) {
  std::vector<std::size_t> sizes;
  for (const std::string_view part : split(text)) sizes.push_back(parse_size(part));
  return sizes;
}

std::vector<Dim3> parse_blocks(std::string_view text) {
  std::vector<Dim3> blocks;
  for (const std::string_view part : split(text)) {
    std::string extents(part);
    std::ranges::replace(extents, 'x', ',');
    blocks.push_back(parse_dim3(extents, "--block"));
  }
  return blocks;
}

std::string block_text(Dim3 block) {
  if (block.z > 1) return fmt::format("{}x{}x{}", block.x, block.y, block.z);
  return block.y > 1 ? fmt::format("{}x{}", block.x, block.y) : std::to_string(block.x);
}

}  // namespace duet::tool
