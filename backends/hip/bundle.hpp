#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duet::hip {

/// A code object of a bundle.
struct BundleEntry {
  std::string target{};  ///< "gfx90a:xnack+"; empty if it is not for an AMD GPU
  std::span<const std::byte> code{};
};

bool is_bundle(std::span<const std::byte> image) noexcept;

/// All entries. Their code is a view of the bundle.
/// @throws duet::LoadError if an entry lies outside the bundle
std::vector<BundleEntry> read_bundle(std::span<const std::byte> bundle);

/// Whether a device runs code for a target: the processors are the same, and the device has each
/// feature setting that the target names.
bool is_compatible(std::string_view device, std::string_view target);

/// The compatible entry that names the most feature settings.
/// @throws duet::LoadError if there is none, with the list of targets
const BundleEntry& entry_for(const std::vector<BundleEntry>& entries, std::string_view device);

}  // namespace duet::hip
