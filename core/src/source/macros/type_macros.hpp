#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Removes macros that stand for integers and have the names of types that CUDA or C++ has, such as
/// `#define uint64_t unsigned long long`: later headers would not compile. Lines keep their
/// numbers.
std::string without_type_macros(std::string_view text);

}  // namespace duet
