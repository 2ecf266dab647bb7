#pragma once

#include <functional>
#include <optional>
#include <string>

#include <duet/compile.hpp>

#include "base/digest.hpp"
#include "compile/compiler.hpp"
#include "compile/compiler_info.hpp"
#include "compile/toolkit_state.hpp"
#include "program/header_manifest.hpp"

namespace duet::cache {

/// Keeps manifests from one process to the next; both may do nothing.
struct ManifestMemory {
  std::function<std::optional<HeaderManifest>(const std::string& key)> read;
  std::function<void(const std::string& key, const HeaderManifest&)> write;
};

/// All that decides what compiling a program gives.
class ProgramKey {
 public:
  ProgramKey(const Program& program, const ToolkitState& toolkit, const vendor::Target& target,
             const CompilerInfo& facts, const ManifestMemory& memory);

  const std::string& material() const noexcept { return material_; }
  const Digest& digest() const noexcept { return digest_; }

  /// Whether the material is everything. Where it is not, nothing can be kept.
  bool is_complete() const noexcept { return complete_; }

  const HeaderManifest& headers() const noexcept { return manifest_; }

  /// Reads the headers again. @returns whether they are still what the key was made of
  bool is_current() const { return cache::is_current(manifest_); }

 private:
  std::string material_;
  Digest digest_;
  HeaderManifest manifest_;
  bool complete_;
};

}  // namespace duet::cache
