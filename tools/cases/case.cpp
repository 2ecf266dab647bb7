#include "cases/case.hpp"

#include "options/argument_spec.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {

NpyArray expected_of(const CaseArray& array) {
  return array.expected ? array.expected->get() : array.array.get();
}

std::optional<Difference> find_difference(const NpyArray& found, const CaseArray& array,
                                          const Tolerance& tolerance) {
  const std::optional<NpyArray> allowed =
      array.allowed ? std::optional(array.allowed->get()) : std::nullopt;
  return find_difference(found, expected_of(array), tolerance, allowed ? &*allowed : nullptr);
}

CaseScalar case_scalar(std::string text) {
  const ArgumentSpec spec = parse_argument(text);
  const auto* const scalar = std::get_if<ScalarArgument>(&spec);
  if (scalar == nullptr) throw UsageError("'" + text + "' is not a scalar");
  return {.bytes = scalar->bytes, .text = std::move(text)};
}

}  // namespace duet::tool
