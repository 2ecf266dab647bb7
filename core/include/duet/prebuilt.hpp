#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/load_options.hpp>
#include <duet/module.hpp>

DUET_API_BEGIN
namespace duet {

/// A program compiled ahead of time for some architectures and embedded in the executable. CMake's
/// `duet_add_kernels` generates them.
struct Prebuilt {
  /// Code for one architecture.
  struct Image {
    std::string architecture{};                          ///< What it was compiled for.
    CodeFormat format = CodeFormat::cubin;               ///< Format of `bytes`.
    std::span<const std::byte> bytes{};                  ///< The code; must outlive this object.
    std::map<std::string, std::string> lowered_names{};  ///< Name expression → name in the code.
  };

  Program program{};            ///< Compiled for devices that have no image.
  std::vector<Image> images{};  ///< One for each architecture.
};

/// Finds the image that fits a device best: the one for its own architecture, else the last one
/// that it can run. Thread-safety: any thread.
/// @returns an image of `prebuilt`, or null if the device can run none
const Prebuilt::Image* image_for(const Device& device, const Prebuilt& prebuilt);

/// Loads the image that fits a device; if there is none, compiles the program as `jit` does.
/// Thread-safety: any thread.
/// @param device    where to load it
/// @param prebuilt  needed during the call only
/// @param options   for an image that the driver compiles on loading; a program that is compiled
/// here
///                  uses its own CompileOptions
/// @throws LoadError  if the device refuses the image
/// @throws Error  as `jit`; invalid_argument for an option out of its range
Module load(const Device& device, const Prebuilt& prebuilt, const LoadOptions& options = {});

}  // namespace duet
DUET_API_END
