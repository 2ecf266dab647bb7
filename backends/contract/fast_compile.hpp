#pragma once

// Contract: a quicker compilation that produces the same code.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <duet/program.hpp>

#include "vendor_check.hpp"

namespace duet::vendor {

/// A quicker compilation of one program. If it fails, core compiles the program as usual.
class FastCompile {
 public:
  FastCompile() = default;
  FastCompile(const FastCompile&) = delete;
  FastCompile& operator=(const FastCompile&) = delete;
  virtual ~FastCompile() = default;

  /// The text to compile. @param text  the text of the usual compilation
  virtual std::string source(std::string text) const { return text; }
  /// Flags besides those of the usual compilation.
  virtual std::vector<std::string> options() const = 0;
  /// Called after the compilation. @returns whether its result may be used
  virtual bool accepted(CompilerStatus status, std::string_view log) = 0;
};

/// @param options  from `to_compiler_flags`
/// @returns null if the program has no quicker compilation
std::unique_ptr<FastCompile> plan_fast_compile(const Program& program,
                                               const std::vector<std::string>& options);

}  // namespace duet::vendor
