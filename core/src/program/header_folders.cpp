#include "header_folders.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

namespace duet {

std::vector<std::string> headers_like_folders(const std::vector<std::string>& names) {
  std::set<std::string_view> folders;
  for (const std::string& name : names) {
    for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1))
      folders.insert(std::string_view(name).substr(0, at));
  }
  std::vector<std::string> found;
  std::ranges::copy_if(names, std::back_inserter(found),
                       [&](const std::string& name) { return folders.contains(name); });
  return found;
}

std::string name_beside_folder(std::string_view header) {
  return fmt::format("{}.duet_header", header);
}

std::string with_name_beside_folder(std::string text, std::string_view header) {
  const std::string name = name_beside_folder(header);
  for (const char* marks : {"<>", "\"\""}) {
    const std::string written = fmt::format("{}{}{}", marks[0], header, marks[1]);
    for (std::size_t at = 0; (at = text.find(written, at)) != std::string::npos; ++at) {
      const std::size_t line = text.rfind('\n', at) + 1;
      const std::string_view before = std::string_view(text).substr(line, at - line);
      const std::size_t mark = before.find_first_not_of(" \t");
      const bool is_include = mark != std::string_view::npos && before[mark] == '#' &&
                              before.find("include") != std::string_view::npos;
      if (is_include) text.replace(at + 1, header.size(), name);
    }
  }
  return text;
}

}  // namespace duet
