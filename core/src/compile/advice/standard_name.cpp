#include "standard_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

namespace duet {

namespace {

using Match = std::match_results<std::string_view::const_iterator>;

bool find(std::string_view text, const std::regex& pattern, Match& found) {
  return std::regex_search(text.begin(), text.end(), found, pattern);
}

/// The line behind a message, which is one of the source.
std::string_view line_after(std::string_view log, const Match& message) {
  const std::size_t begin = log.find('\n', static_cast<std::size_t>(message.position()));
  if (begin == std::string_view::npos) return {};
  return log.substr(begin + 1, log.find('\n', begin + 1) - begin - 1);
}

/// Messages of clang, NVRTC and gcc for `uint32_t`.
std::string integer_advice(std::string_view log) {
  static const std::regex message(
      R"re((?:undeclared identifier|unknown type name|identifier|error:) ['"](u?int(?:8|16|32|64)_t)['"])re");
  Match found;
  if (!find(log, message, found)) return {};
  return fmt::format("kernels have duet::{0}: #include <duet/device/integers.hpp>", found[1].str());
}

struct Replacement {
  std::string_view names;  ///< with blanks around each
  std::string_view text;
};

constexpr std::array<Replacement, 9> replacements{{
    {" array ", "use duet::array of <duet/device/array.hpp>"},
    {" tuple pair get make_tuple ", "use <duet/device/tuple.hpp>"},
    {" complex ", "use <duet/device/complex.hpp>"},
    {" numeric_limits ", "use duet::limits of <duet/device/limits.hpp>"},
    {" atomic atomic_ref ", "use <duet/device/atomic.hpp>"},
    {" bit_cast ", "use <duet/device/bit_cast.hpp>"},
    {" size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t ",
     "use those of namespace duet of <duet/device/integers.hpp>"},
    {" abs sqrt cbrt pow exp exp2 log log2 sin cos tan tanh floor ceil round trunc fma hypot min "
     "max fmin fmax ",
     "write the function without std::"},
    {" cout cerr endl printf ", "use printf, which needs no header"},
}};

/// For a name of namespace std.
std::string library_advice(std::string_view log) {
  static const std::regex message(
      R"re(undeclared identifier 'std'|'std' has not been declared|named '\w+' in namespace 'std'|namespace "std" has no member|is not a member of 'std'|name followed by "::" must be a class or namespace name)re");
  static const std::regex use(R"re(\bstd\s*::\s*(\w+))re");
  Match found;
  if (!find(log, message, found)) return {};
  const std::string_view line = line_after(log, found);
  if (!find(line, use, found)) return {};
  const std::string name = found[1].str();
  std::string_view instead = "use plain arrays and pointers, and the headers of duet/device";
  for (const Replacement& each : replacements) {
    if (each.names.find(fmt::format(" {} ", name)) != std::string_view::npos) instead = each.text;
  }
  return fmt::format("'std::{}' is of the host's standard library, which kernels cannot use; {}",
                     name, instead);
}

/// For a launch in CUDA's spelling.
std::string launch_advice(std::string_view log) {
  static const std::regex message(
      R"re(error: (?:expected (?:an |primary-)?expression|device-side kernel launch|reference to __global__ function))re");
  Match found;
  if (!find(log, message, found) || line_after(log, found).find("<<<") == std::string_view::npos) {
    return {};
  }
  return "launches by <<< >>> are host code: call duet::launch in the program instead, or compile "
         "with CompileOptions::cuda_headers (--cuda-headers), which leaves functions of the host "
         "out";
}

}  // namespace

std::string standard_name_advice(std::string_view log, bool cuda_headers) {
  if (cuda_headers) return {};  // the headers of the set declare parts of namespace std
  for (const auto advice : {integer_advice, library_advice, launch_advice}) {
    if (std::string text = advice(log); !text.empty()) return text;
  }
  return {};
}

}  // namespace duet
