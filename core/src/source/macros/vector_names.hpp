#pragma once

#include <string>
#include <string_view>

namespace duet {

/// Whether a name is one of CUDA's vector types: "float4", "uchar2".
bool is_vector_type(std::string_view name);

/// Renames macros with parameters that are named like vector types, `#define int2(a, b) …`, as
/// vendor/hip_vectors.hpp renames the types. Uses expand to the type's new name and then to the
/// macro, or stay the type where no parenthesis follows.
std::string with_renamed_vector_macros(std::string_view text);

}  // namespace duet
