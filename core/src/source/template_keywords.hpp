#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// Texts of a program with the keyword `template` before members that depend on parameters of
/// templates and have arguments of their own: x.get<T>() becomes x.template get<T>(). nvcc
/// does without it. Lines keep their numbers.
/// @param texts  the source and the headers, which declare the members
std::vector<std::string> with_template_keywords(const std::vector<std::string_view>& texts);

}  // namespace duet
