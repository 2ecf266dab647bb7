#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// The headers whose names are folders of others: "string" beside "string/string.h". Compilers that
/// write headers to files cannot have both.
std::vector<std::string> headers_like_folders(const std::vector<std::string>& names);

/// The name that such a header gets.
std::string name_beside_folder(std::string_view header);

/// A text whose includes name a header by that.
std::string with_name_beside_folder(std::string text, std::string_view header);

}  // namespace duet
