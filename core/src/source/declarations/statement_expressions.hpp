#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Writes GNU's statement expressions, `({ int y = x; y * y; })`, as lambdas that are called at
/// once, also in macros. NVRTC has none. One that may leave the function becomes an `if` if it has
/// no value, and stays as it is otherwise.
std::string with_lambdas(std::string_view text);

}  // namespace duet
