#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments/loaded_argument.hpp"

namespace duet::tool {

/// The options of a comparison with expected results.
struct ExpectOptions {
  std::vector<std::string> files{};  ///< .npy files, for the outputs in their order.
  std::optional<double> absolute{};  ///< Replaces the default tolerance of the type.
  std::optional<double> relative{};
};

/// What an output must be.
struct Expectation {
  std::string file{};
  NpyArray array{};
};

/// How an output compares to what it must be.
struct Comparison {
  bool is_equal = false;
  std::string text{};  ///< What differs and by how much, or the tolerance.
};

/// Reads the expected results, one for each of the first outputs.
/// @throws UsageError if there are more of them than outputs, or if one cannot be read
std::vector<Expectation> load_expectations(const ExpectOptions& options,
                                           const std::vector<LoadedArgument>& arguments);

/// @throws UsageError if type or shape of an output differ from the expected ones
void check_expectations(const std::vector<Expectation>& expectations,
                        const std::vector<LoadedArgument>& arguments);

/// Compares outputs with expected results, in their order. NaN equals NaN. Integers must be equal;
/// other numbers may differ by ABSOLUTE + RELATIVE * |expected|.
std::vector<Comparison> compare(const std::vector<Expectation>& expectations,
                                const ExpectOptions& options,
                                const std::vector<LoadedArgument>& arguments);

}  // namespace duet::tool
