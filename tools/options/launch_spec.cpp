#include "launch_spec.hpp"

#include <array>
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

template <typename T>
T parse_extent(std::string_view text, std::string_view whole, std::string_view what) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range)
    throw UsageError(fmt::format("{} '{}': '{}' is too large", what, whole, text));
  if (error != std::errc{} || end != text.data() + text.size() || value == 0)
    throw UsageError(fmt::format(
        "{} '{}': write one to three integers of at least 1, such as 128 or 16,16", what, whole));
  return value;
}

}  // namespace

Dim3 parse_dim3(std::string_view text, std::string_view what) {
  std::array<unsigned, 3> extents{1, 1, 1};
  std::string_view rest = text;
  for (std::size_t i = 0;; ++i) {
    if (i == extents.size())
      throw UsageError(fmt::format("{} '{}': at most three dimensions", what, text));
    const std::size_t comma = rest.find(',');
    extents[i] = parse_extent<unsigned>(rest.substr(0, comma), text, what);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return {extents[0], extents[1], extents[2]};
}

LaunchShape parse_launch_shape(std::string_view grid, std::string_view block,
                               std::size_t shared_bytes) {
  constexpr std::string_view cover_prefix = "cover:";
  const Dim3 threads = parse_dim3(block, "--block");
  LaunchShape shape{{}, threads, shared_bytes};
  if (!grid.starts_with(cover_prefix)) {
    shape.grid = parse_dim3(grid, "--grid");
    return shape;
  }
  const std::string_view extent = grid.substr(cover_prefix.size());
  // In one dimension the number of elements may exceed the range of Dim3.
  if (extent.find(',') == std::string_view::npos && threads.y == 1 && threads.z == 1)
    shape.grid = cover(parse_extent<std::size_t>(extent, grid, "--grid"), threads.x).grid;
  else
    shape.grid = cover(parse_dim3(extent, "--grid cover:"), threads).grid;
  return shape;
}

}  // namespace duet::tool
