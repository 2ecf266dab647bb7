#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include <duet/shape.hpp>

namespace duet {

/// Formats for messages, such as "4x2x1".
inline std::string text(const Dim3& extent) {
  return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

/// For messages about a number that is too large: what it is if it was converted from a negative
/// one, else nothing.
inline std::string negative_hint(std::uint64_t number) {
  const auto is = static_cast<std::int64_t>(number);
  return is < 0 ? fmt::format(" ({} was converted to an unsigned number)", is) : "";
}
inline std::string negative_hint(const Dim3& extent) {
  for (const unsigned number : {extent.x, extent.y, extent.z}) {
    if (const auto is = static_cast<std::int32_t>(number); is < 0) {
      return fmt::format(" ({} may be {}, converted to an unsigned number)", number, is);
    }
  }
  return {};
}

}  // namespace duet
