#pragma once

#include <string>
#include <string_view>

namespace duet {

/// The template of which a type is the argument: `template <typename T> using … = T`.
inline constexpr std::string_view literal_type = "duet_spelled_type";

/// Writes C's compound literals, `(float4){1, 2, 3, 4}`, as initialised temporaries of C++,
/// `duet_spelled_type<float4>{1, 2, 3, 4}`, also in macros. nvcc takes them, as its host compilers
/// do.
std::string with_cpp_literals(std::string_view text);

}  // namespace duet
