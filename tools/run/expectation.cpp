#include "expectation.hpp"

#include <fmt/format.h>

#include "array_text.hpp"
#include "cases/difference.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

/// The defaults are those of PyTorch's torch.testing.assert_close.
Tolerance default_tolerance(ElementType type) {
  switch (type) {
    case ElementType::f16: return {1e-5, 1e-3};
    case ElementType::bf16: return {1e-5, 1.6e-2};
    case ElementType::f32:
    case ElementType::c64: return {1e-5, 1.3e-6};
    case ElementType::f64:
    case ElementType::c128: return {1e-7, 1e-7};
    default: return {};
  }
}

Tolerance tolerance_for(ElementType type, const ExpectOptions& options) {
  Tolerance tolerance = default_tolerance(type);
  if (options.absolute) tolerance.absolute = *options.absolute;
  if (options.relative) tolerance.relative = *options.relative;
  return tolerance;
}

std::string tolerance_text(ElementType type, const Tolerance& tolerance) {
  if (type < ElementType::f16) return "exact";
  return fmt::format("tolerance {:g} + {:g} * |expected|", tolerance.absolute, tolerance.relative);
}

std::string position_text(std::size_t number, const NpyArray& array) {
  if (!is_complex(array.type)) return index_text(number, array.shape);
  return index_text(number / 2, array.shape) + (number % 2 == 0 ? " (real)" : " (imaginary)");
}

std::string difference_text(const Difference& difference, const NpyArray& array) {
  const std::size_t numbers = array.count() * (is_complex(array.type) ? 2 : 1);
  std::string text = fmt::format("{} of {} numbers differ; the first at {}: {} instead of {}",
                                 difference.count, numbers, position_text(difference.first, array),
                                 difference.found, difference.expected);
  if (difference.count > 1) {
    text += fmt::format("; the largest error at {}: {} instead of {}",
                        position_text(difference.worst, array), difference.worst_found,
                        difference.worst_expected);
  }
  return text;
}

Comparison compare(const Expectation& expectation, const ExpectOptions& options,
                   const NpyArray& found) {
  const Tolerance tolerance = tolerance_for(found.type, options);
  NpyArray expected = expectation.array;
  expected.type = found.type;  // the file of an array of bfloat16 has u16
  const auto difference = find_difference(found, expected, tolerance);
  const std::string text = tolerance_text(found.type, tolerance);
  if (!difference) return {true, text};
  return {false, fmt::format("{} ({})", difference_text(*difference, found), text)};
}

}  // namespace

std::vector<Expectation> load_expectations(const ExpectOptions& options,
                                           const std::vector<LoadedArgument>& arguments) {
  const std::size_t outputs = outputs_of(arguments).size();
  if (outputs < options.files.size()) {
    throw UsageError(fmt::format(
        "--expect '{}': the kernel has {} output{} (out or inout), and {} "
        "expected results are given",
        options.files[outputs], outputs, outputs == 1 ? "" : "s", options.files.size()));
  }
  std::vector<Expectation> expectations;
  for (const std::string& file : options.files) {
    expectations.push_back({file, read_npy(file)});
    if (expectations.back().array.fortran_order && expectations.back().array.shape.size() > 1) {
      throw UsageError("--expect '" + file +
                       "' is in Fortran order; save it after numpy.ascontiguousarray");
    }
  }
  return expectations;
}

void check_expectations(const std::vector<Expectation>& expectations,
                        const std::vector<LoadedArgument>& arguments) {
  const std::vector<const LoadedArgument*> outputs = outputs_of(arguments);
  for (std::size_t i = 0; i < expectations.size(); ++i) {
    const Expectation& expectation = expectations[i];
    const NpyArray& found = outputs[i]->array()->host;
    const NpyArray& expected = expectation.array;
    const bool has_type = numpy_name(found.type) == numpy_name(expected.type);
    if (has_type && found.shape == expected.shape) continue;
    throw UsageError(fmt::format("--expect '{}' has {} {}, but the output of '{}' has {} {}",
                                 expectation.file, name_of(expected.type),
                                 format_shape(expected.shape), outputs[i]->text,
                                 name_of(found.type), format_shape(found.shape)));
  }
}

std::vector<Comparison> compare(const std::vector<Expectation>& expectations,
                                const ExpectOptions& options,
                                const std::vector<LoadedArgument>& arguments) {
  const std::vector<const LoadedArgument*> outputs = outputs_of(arguments);
  std::vector<Comparison> comparisons;
  for (std::size_t i = 0; i < expectations.size(); ++i)
    comparisons.push_back(compare(expectations[i], options, outputs[i]->array()->host));
  return comparisons;
}

}  // namespace duet::tool
