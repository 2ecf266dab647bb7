#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "support/npy.hpp"

namespace duet::tool {

/// Writes an array as NumPy prints it: nested brackets, columns of equal width, and "..." in the
/// place of most elements if there are more than 1000.
std::string array_text(const NpyArray& array);

/// All elements as nested lists. Infinities and NaN are strings, complex numbers are [RE, IM].
nlohmann::ordered_json array_json(const NpyArray& array);

/// Writes the position of an element: "[2, 5]" for element 13 of shape (4, 4); "" for a single
/// number.
std::string index_text(std::size_t element, std::span<const std::size_t> shape);

}  // namespace duet::tool
