#pragma once

#include <span>
#include <string_view>

namespace duet::embedded {

/// A file that travels inside the library. Both views are null-terminated and have static storage.
struct File {
  std::string_view name;  ///< as kernel code includes it: "duet/device/kernel.hpp"
  std::string_view text;
};

/// Everything below device/include.
std::span<const File> device_headers();

}  // namespace duet::embedded
