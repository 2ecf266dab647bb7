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

/// A program that was compiled before, for some architectures, and carried along in the executable.
/// `duet_add_kernels` of CMake makes them.
struct Prebuilt {
  /// Code for one architecture.
  struct Image {
    std::string architecture{};
    CodeFormat format = CodeFormat::cubin;
    std::span<const std::byte> bytes{};                  ///< Must stay while this is used.
    std::map<std::string, std::string> lowered_names{};  ///< Name expression → name in the code.
  };

  Program program{};  ///< For devices that no image is for.
  std::vector<Image> images{};
};

/// The image that fits the device best: the one for its very architecture, else the last one that
/// it runs. Null if it runs none. Thread-safety: any thread.
const Prebuilt::Image* image_for(const Device& device, const Prebuilt& prebuilt);

/// Loads the image that fits the device; compiles the program, as `jit`, if there is none.
/// Thread-safety: any thread.
/// @param options  for an image that the driver compiles now; a program that is compiled instead
///                 goes by its own `CompileOptions`
/// @throws LoadError and what `jit` throws; invalid_argument for an option out of its range
Module load(const Device& device, const Prebuilt& prebuilt, const LoadOptions& options = {});

}  // namespace duet
DUET_API_END
