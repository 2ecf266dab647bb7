#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duet {

/// Texts of a program with the keyword `template` before members that depend on parameters of
/// templates and have arguments of their own: x.get<T>() becomes x.template get<T>(). nvcc
/// does without it. Lines keep their numbers.
/// @param texts  the source and the headers, which declare the members
std::vector<std::string> with_template_keywords(const std::vector<std::string_view>& texts);

/// Names, by the index of a text and a line from 1.
using NamesOnLines =
    std::map<std::pair<std::size_t, std::size_t>, std::set<std::string, std::less<>>>;

/// Puts `typename` before types whose names depend on parameters, where C++20 does not need it, and
/// `template` before members, where nvcc does not.
/// @param names  the first words of the types, and the members
std::vector<std::string> with_keywords(const std::vector<std::string_view>& texts,
                                       const NamesOnLines& names);

}  // namespace duet
