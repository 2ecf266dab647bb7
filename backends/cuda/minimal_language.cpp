#include "minimal_language.hpp"

#include <algorithm>
#include <string_view>

#include "base/identifier.hpp"

namespace duet::vendor {

namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Whether a name begins so.
bool has_name(std::string_view text, std::string_view begin) {
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string_view::npos; ++at) {
    if (at == 0 || !is_identifier_char(text[at - 1])) return true;
  }
  return false;
}

/// The last ones are those of library_types.h, without a mark of their own.
bool needs_none_of_the_rest(std::string_view text) {
  constexpr std::string_view parts[] = {
      "tex",        "Tex",           "surf",          "Surf",        "cuda",
      "CDPRT",      "MAJOR_VERSION", "MINOR_VERSION", "PATCH_LEVEL", "libraryProperty",
      "RTC_MINIMAL"};
  return std::ranges::none_of(parts, [text](std::string_view part) { return has(text, part); }) &&
         !has_name(text, "CU");
}

/// Whether an option brings in files, or is this one.
bool is_special(std::string_view option) {
  return option.starts_with("-I") || has(option, "include") || has(option, "minimal");
}

}  // namespace

bool keeps_to_minimal_language(const Program& program) {
  const CompileOptions& options = program.options;
  // Files that nobody here has read.
  if (options.toolkit_headers || !options.include_dirs.empty()) return false;
  return std::ranges::none_of(options.extra, is_special) &&
         needs_none_of_the_rest(program.source) &&
         std::ranges::all_of(program.kernels, needs_none_of_the_rest) &&
         std::ranges::all_of(options.defines, needs_none_of_the_rest) &&
         std::ranges::all_of(program.headers, needs_none_of_the_rest, &Header::text);
}

}  // namespace duet::vendor
