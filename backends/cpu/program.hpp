#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler_calls.hpp"
#include "source_rewriter.hpp"

namespace duet::cpu {

struct NamedText {
  std::string name;
  std::string text;
};

/// A source on its way to a shared object.
struct Program {
  std::string source{};
  std::string name{};
  std::vector<NamedText> headers{};
  std::vector<std::string> kernels{};  ///< name expressions
  std::vector<std::string> macros{};   ///< "NAME" or "NAME=VALUE", meant for the source alone
  std::string log{};
  std::string code{};
  bool compiled = false;
};

/// The whole text for the host compiler: prelude, source, and an entry for each kernel.
/// @param c_kernels  names that may or may not be kernels of the global namespace
std::string complete_source(const Program& program, const RewrittenSource& source,
                            const std::vector<std::string>& c_kernels);

/// A name expression as it may stand behind `&`.
std::string_view bare_expression(std::string_view expression);

/// Where entries stand, for the compiler's messages.
inline constexpr std::string_view entries_file = "duet/entries";

}  // namespace duet::cpu
