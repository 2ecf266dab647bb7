#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duet::cpu {

/// Completes the kernels' records (KernelRecord of prelude/abi.hpp) in an object file of this
/// backend by facts that only the compiled code shows: whether the kernel's threads wait for each
/// other, and how much static shared memory it has. Uncertain facts stay unknown.
/// @param object   compiled with one section for each function
/// @param remarks  clang's record of vectorised loops (-opt-record-file); may be empty
void complete_records(std::string& object, std::string_view remarks);

/// The mangled names of the functions whose loop over threads clang has vectorised.
std::vector<std::string_view> vectorised_functions(std::string_view remarks);

}  // namespace duet::cpu
