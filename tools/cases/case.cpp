#include "cases/case.hpp"

#include "argument_spec.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {

CaseScalar case_scalar(std::string text) {
  const ArgumentSpec spec = parse_argument(text);
  const auto* const scalar = std::get_if<ScalarArgument>(&spec);
  if (scalar == nullptr) throw UsageError("'" + text + "' is no scalar");
  return {.bytes = scalar->bytes, .text = std::move(text)};
}

}  // namespace duet::tool
