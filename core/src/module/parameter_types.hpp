#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <duet/argument_type.hpp>
#include <duet/kernel.hpp>

namespace duet {

/// Returns the parameter types of a demangled name; nothing for names without parameters, such as
/// those of extern "C" kernels.
std::optional<std::vector<std::string>> parameter_types(std::string_view readable);

/// Fills in the parameter types from the kernel's name unless the code lists them.
void add_parameter_types(KernelInfo& info);

/// Parses the parameter types; empty if they are unknown.
std::vector<ArgumentType> argument_types(const KernelInfo& info);

/// Whether an argument's type is compatible with a parameter's. Unknown types are compatible.
bool may_be_passed(const ArgumentType& argument, const ArgumentType& parameter);

/// Describes a type for messages: "a pointer", "an integer of 4 bytes".
std::string describe(const ArgumentType& type);

}  // namespace duet
