// contract/fast_compile.hpp on NVRTC: its option --minimal.

#include <algorithm>
#include <string_view>

#include "base/identifier.hpp"
#include "compile/compiler.hpp"
#include "contract.hpp"

namespace duet::vendor {

namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Whether the text has a name that begins with `begin`.
bool has_name(std::string_view text, std::string_view begin) {
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string_view::npos; ++at) {
    if (at == 0 || !is_identifier_char(text[at - 1])) return true;
  }
  return false;
}

/// Whether a text has none of the names that --minimal removes. The last ones are of
/// library_types.h.
bool has_no_removed_name(std::string_view text) {
  constexpr std::string_view parts[] = {
      "tex",        "Tex",           "surf",          "Surf",        "cuda",
      "CDPRT",      "MAJOR_VERSION", "MINOR_VERSION", "PATCH_LEVEL", "libraryProperty",
      "RTC_MINIMAL"};
  return std::ranges::none_of(parts, [text](std::string_view part) { return has(text, part); }) &&
         !has_name(text, "CU");
}

/// A text without #include lines: the headers in CUDA's spelling need nothing that is removed.
std::string without_includes(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    const std::size_t mark = std::min(line.find_first_not_of(" \t"), line.size() - 1);
    if (line[mark] != '#' || line.find("include") == std::string_view::npos) result += line;
    text.remove_prefix(end);
  }
  return result;
}

/// Whether an option adds files or is --minimal.
bool is_special(std::string_view option) {
  return option.starts_with("-I") || has(option, "include") || has(option, "minimal");
}

/// Whether a program uses nothing that --minimal removes: textures, surfaces, names of the CUDA
/// runtime ("cuda…"), types and macros of the runtime's and the driver's headers (NVRTC's
/// documentation). Decides by the words of the program. A word that only resembles such a name
/// costs the saving.
bool keeps_to_minimal_language(const Program& program) {
  const CompileOptions& options = program.options;
  // Headers in folders are not searched for such names.
  if (options.toolkit_headers || !options.include_dirs.empty()) return false;
  const bool has_no_name = options.cuda_headers
                               ? has_no_removed_name(without_includes(program.source))
                               : has_no_removed_name(program.source);
  return std::ranges::none_of(options.extra, is_special) && has_no_name &&
         std::ranges::all_of(program.kernels, has_no_removed_name) &&
         std::ranges::all_of(options.defines, has_no_removed_name) &&
         std::ranges::all_of(program.headers, has_no_removed_name, &Header::text);
}

/// NVRTC's version: 1208 for 12.8.
int release() {
  static const int number = [] {
    int major = 0;
    int minor = 0;
    DUET_COMPILER(compiler_version, &major, &minor);
    return major * 100 + minor;
  }();
  return number;
}

}  // namespace

std::vector<std::string> fast_compile_flags(const Program& program) {
  if (release() < 1204 || !keeps_to_minimal_language(program)) return {};
  return {"--minimal"};
}

}  // namespace duet::vendor
