#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <duet/argument_type.hpp>

namespace duet {

/// A parameter as a kernel's name tells it.
struct ParameterType {
  std::string text{};  ///< "float const*"
  ArgumentType type{};
};

/// The parameters of a readable name; nothing if it has none, as that of an extern "C" kernel.
std::optional<std::vector<ParameterType>> parameter_types(std::string_view readable);

/// Whether a value of one type may be what a parameter of the other expects. Where something is
/// unknown it may.
bool may_be_passed(const ArgumentType& argument, const ArgumentType& parameter);

/// For messages: "double*", "a pointer", "an integer of 4 bytes".
std::string describe(const ArgumentType& type);

}  // namespace duet
