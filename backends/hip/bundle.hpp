#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duet::hip {

/// A code object in a bundle.
struct BundleEntry {
  std::string target{};  ///< "gfx90a:xnack+"; empty if it is not for an AMD GPU
  std::span<const std::byte> code{};
};

bool is_bundle(std::span<const std::byte> image) noexcept;

/// All entries; their code points into the bundle.
/// @throws duet::LoadError if one of them does not lie within it
std::vector<BundleEntry> read_bundle(std::span<const std::byte> bundle);

/// Whether a device runs code of that target: the same processor, and the same setting of each
/// feature that the code was compiled for a setting of.
bool is_compatible(std::string_view device, std::string_view target);

/// The entry that fits the device best: of those it runs, the one with the most features settled.
/// @throws duet::LoadError  there is none; lists the targets there are
const BundleEntry& entry_for(const std::vector<BundleEntry>& entries, std::string_view device);

}  // namespace duet::hip
