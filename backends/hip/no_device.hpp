#pragma once

#include <filesystem>
#include <string>

namespace duet::hip {

/// Says why the HIP runtime finds no device; empty if no cause is found.
/// @param root  the folder with dev/ and sys/: "/"
std::string no_device_cause(const std::filesystem::path& root);

}  // namespace duet::hip
