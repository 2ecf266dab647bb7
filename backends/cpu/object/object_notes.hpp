#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duet::cpu {

/// Completes the kernels' records (KernelRecord of prelude/abi.hpp) in an object file of this
/// backend's, whose functions are each in a section of their own, by what only the compiled code
/// tells: whether threads of the kernel wait for each other, and its static shared memory. What
/// cannot be told for sure stays unknown.
/// @param remarks  of clang about its loops (-fsave-optimization-record); may be empty
void complete_records(std::string& object, std::string_view remarks);

/// The functions whose loop over threads clang has vectorised, by their names in the code.
std::vector<std::string_view> vectorised_functions(std::string_view remarks);

}  // namespace duet::cpu
