#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cpu/base/compiler_calls.hpp"

namespace duet::cpu {

struct NamedText {
  std::string name;
  std::string text;

  friend bool operator==(const NamedText&, const NamedText&) = default;
};

/// A program from its creation to its code.
struct Program {
  std::string source{};
  std::string name{};
  std::vector<NamedText> headers{};
  std::vector<std::string> kernels{};  ///< name expressions
  std::vector<std::string> names{};    ///< of the kernels in the code
  std::vector<std::string> macros{};   ///< "NAME" or "NAME=VALUE"; not for the prelude
  std::string log{};
  std::string code{};
  bool compiled = false;
};

}  // namespace duet::cpu
