#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace duet {

/// Whether a condition holds.
enum class Truth { no, yes, unknown };

/// A directive #if, #ifdef or #ifndef around a line, or its #else.
struct HeaderCondition {
  std::string_view expression{};  ///< "defined(X)", "ifdef X"; empty: not known, as for #elif
  bool is_else = false;
};

/// Whether a line with these conditions is compiled. Expressions of `defined` alone are computed.
/// @param is_defined  whether a macro is defined
Truth is_compiled(const std::vector<HeaderCondition>& conditions,
                  const std::function<Truth(std::string_view)>& is_defined);

}  // namespace duet
