#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// An operand of an asm statement: "=r"(x).
struct AssemblyOperand {
  std::string constraint{};       ///< without quotes: "=r", "+f", "l", "n"
  std::string_view expression{};  ///< the C++ between the parentheses
};

/// A statement `asm volatile("text" : outputs : inputs : clobbers);`, or the same without the
/// semicolon as an argument of a macro.
struct InlineAssembly {
  std::size_t begin = 0;                    ///< position in the source
  std::size_t end = 0;                      ///< before its semicolon
  std::string text{};                       ///< the joined strings, with escapes resolved
  std::vector<AssemblyOperand> operands{};  ///< %0, %1, …
  bool is_argument = false;
};

/// The asm statements of a C++ source whose instructions are string literals.
std::vector<InlineAssembly> inline_assembly(std::string_view source);

}  // namespace duet
