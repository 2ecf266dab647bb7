#include "bundle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>

#include "base/byte_reader.hpp"

// The format: LLVM's "Clang Offload Bundler", section "Bundled Binary File Layout". Which device
// runs which code: LLVM's "User Guide for AMDGPU Backend", section "Target ID".

namespace duet::hip {
namespace {

constexpr std::string_view magic = "__CLANG_OFFLOAD_BUNDLE__";

/// "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+" → "gfx90a:xnack+"
std::string target_of(std::string_view id) {
  if (id.find("amdgcn") == std::string_view::npos) return {};
  const std::size_t name = id.find("-gfx");
  return std::string(name == std::string_view::npos ? std::string_view() : id.substr(name + 1));
}

std::vector<std::string_view> features_of(std::string_view target) {
  std::vector<std::string_view> features;
  for (std::size_t colon = target.find(':'); colon != std::string_view::npos;) {
    target.remove_prefix(colon + 1);
    colon = target.find(':');
    features.push_back(target.substr(0, colon));
  }
  return features;
}

std::string_view processor_of(std::string_view target) {
  return target.substr(0, target.find(':'));
}

}  // namespace

bool is_bundle(std::span<const std::byte> image) noexcept {
  return as_text(image).starts_with(magic);
}

std::vector<BundleEntry> read_bundle(std::span<const std::byte> bundle) {
  ByteReader reader(bundle, "the offload bundle");
  reader.take(magic.size());
  const auto count = reader.number<std::uint64_t>();
  std::vector<BundleEntry> entries;
  for (std::uint64_t i = 0; i < count; ++i) {  // a wrong count ends in a LoadError
    const auto offset = reader.number<std::uint64_t>();
    const auto size = reader.number<std::uint64_t>();
    std::string target = target_of(as_text(reader.take(reader.number<std::uint64_t>())));
    ByteReader content(bundle, "the offload bundle");
    content.take(offset);
    entries.push_back({std::move(target), content.take(size)});
  }
  return entries;
}

bool is_compatible(std::string_view device, std::string_view target) {
  if (processor_of(device) != processor_of(target)) return false;
  const std::vector<std::string_view> has = features_of(device);
  return std::ranges::all_of(features_of(target), [&](std::string_view feature) {
    return std::ranges::find(has, feature) != has.end();
  });
}

const BundleEntry& entry_for(const std::vector<BundleEntry>& entries, std::string_view device) {
  const BundleEntry* best = nullptr;
  std::vector<std::string_view> targets;
  for (const BundleEntry& entry : entries) {
    if (entry.target.empty()) continue;
    targets.push_back(entry.target);
    if (!is_compatible(device, entry.target)) continue;
    if (best == nullptr || entry.target.size() > best->target.size()) best = &entry;
  }
  if (best != nullptr) return *best;
  if (targets.empty()) throw_load_error("the offload bundle has no code for an AMD GPU");
  throw_load_error(fmt::format("the offload bundle has no code for {}, only for {}", device,
                               fmt::join(targets, ", ")));
}

}  // namespace duet::hip
