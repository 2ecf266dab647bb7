#pragma once

#include <fmt/format.h>

#include <string>

#include <duet/shape.hpp>

namespace duet {

/// Formats for messages, such as "4x2x1".
inline std::string text(const Dim3& extent) {
  return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

}  // namespace duet
