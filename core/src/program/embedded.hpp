#pragma once

#include <span>
#include <string_view>

namespace duet::embedded {

/// A file embedded in the library. Both views are null-terminated and have static storage.
struct File {
  std::string_view name;  ///< as in an include directive: "duet/device/kernel.hpp"
  std::string_view text;
};

/// All files in device/include.
std::span<const File> device_headers();

/// All files in device/cuda_spelling/include.
std::span<const File> cuda_spelling_headers();

}  // namespace duet::embedded
