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

/// Functions that read and write manifests in persistent storage. Both may do nothing.
struct ManifestStorage {
  std::function<std::optional<HeaderManifest>(const std::string& key)> read;
  std::function<void(const std::string& key, const HeaderManifest&)> write;
};

/// A key made of everything that influences the result of compiling a program.
class ProgramKey {
 public:
  ProgramKey(const Program& program, const ToolkitState& toolkit, const vendor::Target& target,
             const CompilerInfo& info, const ManifestStorage& manifests);

  const std::string& material() const noexcept { return material_; }
  const Digest& digest() const noexcept { return digest_; }

  /// Whether the material is complete. Otherwise the code must not be cached.
  bool is_complete() const noexcept { return incompleteness_.empty(); }
  /// Why it is not complete.
  const std::string& incompleteness() const noexcept { return incompleteness_; }

  const HeaderManifest& headers() const noexcept { return manifest_; }

  /// Checks the headers again. @returns whether they are unchanged
  bool is_current() const { return duet::is_current(manifest_); }

 private:
  std::string material_;
  Digest digest_;
  HeaderManifest manifest_;
  std::string incompleteness_;
};

}  // namespace duet::cache
