#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <duet/argument_type.hpp>
#include <duet/kernel.hpp>

namespace duet {

/// The types of a readable name's parameters; nothing if it has none, as that of an extern "C"
/// kernel.
std::optional<std::vector<std::string>> parameter_types(std::string_view readable);

/// Fills in the parameters' types by the kernel's name, if the code does not tell them.
void add_parameter_types(KernelInfo& info);

/// What is known of the parameters; nothing if their types are not.
std::vector<ArgumentType> argument_types(const KernelInfo& info);

/// Whether a value of one type may be what a parameter of the other expects. Where something is
/// unknown it may.
bool may_be_passed(const ArgumentType& argument, const ArgumentType& parameter);

/// For messages: "double*", "a pointer", "an integer of 4 bytes".
std::string describe(const ArgumentType& type);

}  // namespace duet
