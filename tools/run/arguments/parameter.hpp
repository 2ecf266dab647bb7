#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <duet/kernel.hpp>

#include "parameter_type.hpp"

namespace duet::tool {

/// A parameter of a kernel, as far as it is known.
struct Parameter {
  std::optional<std::size_t> bytes{};
  std::string text{};  ///< As messages show it: "const float* x"; empty if unknown.
  ParameterType type{};
};

/// The parameters of a kernel.
/// @param declared  the parameters in the source, if it was read; not of a template
/// @returns nothing if the code tells neither sizes nor types
std::optional<std::vector<Parameter>> parameters_of(
    const KernelInfo& info, const std::optional<std::vector<std::string>>& declared);

}  // namespace duet::tool
