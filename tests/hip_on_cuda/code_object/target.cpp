#include "target.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/error.hpp"

namespace hip_on_cuda {
namespace {

/// EF_AMDGPU_FEATURE_…_V4: 0 for a feature that the processor lacks, else 1 (any), 2 (off), 3 (on).
std::uint32_t feature_flag(bool supported, std::optional<bool> value, unsigned shift) {
  if (!supported) return 0;
  const std::uint32_t state = !value ? 1 : (*value ? 3 : 2);
  return state << shift;
}

std::string feature_text(std::string_view name, std::optional<bool> value) {
  if (!value) return {};
  std::string text{':'};
  text += name;
  text += *value ? '+' : '-';
  return text;
}

}  // namespace

std::string Target::name() const {
  return std::string(processor->name) + feature_text("sramecc", sramecc) +
         feature_text("xnack", xnack);
}

std::string Target::isa() const { return std::string(isa_prefix) + name(); }

bool Target::is_compatible(const Target& code) const {
  const auto agrees = [](std::optional<bool> device, std::optional<bool> wanted) {
    return !wanted || device == wanted;
  };
  return processor == code.processor && agrees(xnack, code.xnack) && agrees(sramecc, code.sramecc);
}

bool Target::is_compatible_elf(std::uint32_t flags) const {
  for (const std::optional<bool> on :
       {std::optional<bool>(), std::optional(true), std::optional(false)}) {
    for (const std::optional<bool> ecc :
         {std::optional<bool>(), std::optional(true), std::optional(false)}) {
      const Target code{processor, on, ecc};
      if (code.elf_flags() == flags && is_compatible(code)) return true;
    }
  }
  return false;
}

std::uint32_t Target::elf_flags() const {
  constexpr unsigned xnack_shift = 8;
  constexpr unsigned sramecc_shift = 10;
  return processor->machine | feature_flag(processor->has_xnack, xnack, xnack_shift) |
         feature_flag(processor->has_sramecc, sramecc, sramecc_shift);
}

int Target::wave_size() const {
  // gfx10 defaults to waves of 32 lanes; older processors have 64 only.
  return processor->name.starts_with("gfx10") ? 32 : 64;
}

const Target& device_target() {
  static const Target target = [] {
    const char* text = std::getenv("HIP_ON_CUDA_TARGET");
    const std::optional<Target> wanted = find_target(text == nullptr ? "gfx1030" : text);
    if (!wanted || wanted->wave_size() != 32) {
      die("HIP_ON_CUDA_TARGET must be a known target with waves of 32 lanes, such as gfx1030");
    }
    return *wanted;
  }();
  return target;
}

std::optional<Target> find_target(std::string_view name) {
  const std::string_view base = name.substr(0, name.find(':'));
  const auto* const found = std::ranges::find(processors, base, &Processor::name);
  if (found == processors.end()) return std::nullopt;
  Target target{.processor = found};
  std::string_view rest = name.substr(base.size());
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the colon
    const std::string_view feature = rest.substr(0, rest.find(':'));
    rest.remove_prefix(feature.size());
    if (feature.empty() || (feature.back() != '+' && feature.back() != '-')) return std::nullopt;
    const bool on = feature.back() == '+';
    const std::string_view key = feature.substr(0, feature.size() - 1);
    if (key == "xnack" && found->has_xnack) {
      target.xnack = on;
    } else if (key == "sramecc" && found->has_sramecc) {
      target.sramecc = on;
    } else {
      return std::nullopt;
    }
  }
  return target;
}

}  // namespace hip_on_cuda
