#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <duet/code.hpp>
#include <duet/device.hpp>
#include <duet/module.hpp>

#include "code_contents.hpp"

namespace duet {

/// Code in the form that a device's driver loads, with its contents.
struct LoadableCode {
  std::vector<std::byte> bytes{};  ///< the image, possibly within other data
  std::size_t image_at = 0;
  std::size_t image_size = 0;
  CodeContents contents{};

  std::span<const std::byte> image() const {
    return std::span(bytes).subspan(image_at, image_size);
  }
};

/// @throws LoadError if the bytes are not code for the device, or damaged
LoadableCode loadable_code(const Device& device, std::span<const std::byte> bytes,
                           CodeContents known);
LoadableCode loadable_code(const Device& device, const Code& code);

/// Loads the code into the device's driver. @throws LoadError, Error as the constructors of Module
Module load(const Device& device, LoadableCode code, const LoadOptions& options = {});

}  // namespace duet
