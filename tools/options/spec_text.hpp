#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duet::tool {

/// Splits at colons. A backslash before a colon or a backslash makes it part of the text.
std::vector<std::string> split_fields(std::string_view text);

/// The opposite of `split_fields`.
std::string join_fields(const std::vector<std::string>& fields);

/// What is in the parentheses of "struct(…)" and "array(…)".
struct CompositeText {
  std::string_view form{};  ///< "struct" or "array"
  std::vector<std::string_view> members{};
};

/// Splits the members of a structure or array at their commas. A comma before what is no argument
/// separates numbers: "struct(i32:1,2,3, f32:4)" has two members.
/// @returns nothing for other texts. It refers to `text`.
/// @throws UsageError if a parenthesis is missing
std::optional<CompositeText> split_composite(std::string_view text);

/// "x" of "x=rand:f32:8"; empty for an argument without a name.
std::string_view name_in(std::string_view text);

}  // namespace duet::tool
