#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler_calls.hpp"

namespace duet::cpu {

struct NamedText {
  std::string name;
  std::string text;

  friend bool operator==(const NamedText&, const NamedText&) = default;
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

/// Whether a header is one of duet's own, by its name.
inline bool is_own_header(std::string_view name) { return name.starts_with("duet/device/"); }

}  // namespace duet::cpu
