#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Makes numbers of the coordinates of threads and blocks: `unsigned(threadIdx.x)`, also in macros.
/// Where they are objects of classes that convert to numbers, `auto i = threadIdx.x` would be such
/// an object, and templates and overloads would not take them as numbers.
std::string with_plain_coordinates(std::string_view source);

}  // namespace duet
