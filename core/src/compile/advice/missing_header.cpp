#include "missing_header.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>

#include "base/identifier.hpp"
#include "base/similar_names.hpp"
#include "program/embedded.hpp"
#include "program/include_prefix.hpp"
#include "program/spelling/cuda_header_advice.hpp"

namespace duet {

namespace {

/// The text between two marks; empty if the log lacks them.
std::string_view between(std::string_view log, std::string_view before, std::string_view after) {
  const std::size_t at = log.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = log.substr(at + before.size());
  const std::size_t end = rest.find(after);
  return end == std::string_view::npos || end > rest.find('\n') ? "" : rest.substr(0, end);
}

/// The name of the header in the messages of NVRTC, clang and gcc.
std::string_view missing_header(std::string_view log) {
  std::string_view name = between(log, "not open source file \"", "\"");
  if (name.empty()) name = between(log, "cannot open source file \"", "\"");
  if (name.empty()) name = between(log, "fatal error: '", "' file not found");
  if (name.empty()) name = between(log, "fatal error: ", ": No such file or directory");
  return name;
}

struct Advice {
  std::string_view headers;  ///< with blanks around each name
  std::string_view text;
};

constexpr std::array<Advice, 11> standard{{
    {" cstdint stdint.h cstddef stddef.h inttypes.h cinttypes ",
     "<duet/device/integers.hpp> has the fixed-width integers, as duet::uint32_t"},
    {" cmath math.h numbers ",
     "the functions of <cmath> need no header; see <duet/device/math.hpp>"},
    {" complex ccomplex complex.h ", "use <duet/device/complex.hpp>"},
    {" limits climits limits.h cfloat float.h ", "use <duet/device/limits.hpp>"},
    {" cassert assert.h ", "use DUET_ASSERT of <duet/device/assert.hpp>"},
    {" cstdio stdio.h iostream ostream istream sstream fstream iomanip format print ",
     "printf needs no header"},
    {" atomic stdatomic.h ", "use <duet/device/atomic.hpp>"},
    {" array ", "use <duet/device/array.hpp>"},
    {" tuple utility ", "use <duet/device/tuple.hpp>"},
    {" random ", "use <duet/device/random.hpp>"},
    {" bit ", "use <duet/device/bit_cast.hpp>"},
}};

constexpr std::string_view other_standard =
    " algorithm any bitset cctype cerrno chrono concepts condition_variable cstdarg cstdlib "
    "cstring "
    "ctime deque exception execution filesystem forward_list functional future initializer_list "
    "ios "
    "iterator list locale map memory mutex new numeric optional queue ranges ratio regex set span "
    "stack stdexcept string string_view system_error thread type_traits typeinfo unordered_map "
    "unordered_set valarray variant vector version ctype.h errno.h stdarg.h stdbool.h stdlib.h "
    "string.h time.h signal.h unistd.h pthread.h sys/types.h sys/time.h ";

constexpr std::string_view predeclared =
    " cuda_runtime.h cuda_runtime_api.h cuda.h device_launch_parameters.h device_functions.h "
    "hip/hip_runtime.h hip/hip_runtime_api.h ";

bool lists(std::string_view headers, std::string_view name) {
  return headers.find(fmt::format(" {} ", name)) != std::string_view::npos;
}

bool is_toolkit_header(std::string_view name) {
  constexpr std::array<std::string_view, 15> beginnings{
      "cuda",    "cub/",    "thrust/",    "cooperative_groups", "mma.h",      "curand",
      "nv/",     "hip/",    "hipcub/",    "rocprim/",           "rocthrust/", "rocwmma/",
      "hiprand", "rocrand", "cuComplex.h"};
  return std::ranges::any_of(beginnings,
                             [&](auto beginning) { return name.starts_with(beginning); });
}

/// Whether a name looks like one of a project's own headers.
bool is_file_name(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".hpp") ||
         name.ends_with(".cuh") || name.ends_with(".h");
}

/// "ops/binary" of "duet/device/ops/binary.hpp".
std::string_view stem_of(std::string_view header) {
  if (header.starts_with("duet/device/")) header.remove_prefix(12);
  return header.substr(0, header.rfind('.'));
}

std::string own_header_advice(std::string_view name) {
  std::vector<std::string_view> stems;
  for (const embedded::File& file : embedded::device_headers()) {
    const std::string_view stem = stem_of(file.name);
    if (stem.find("detail/") == stem.npos && !stem.starts_with("vendor/")) stems.push_back(stem);
  }
  const std::vector<std::string_view> similar = similar_names(stem_of(name), stems);
  std::string advice = "duet has no such header for kernels; ";
  if (similar.empty()) return advice + "docs/kernels.md lists those that it has";
  return advice + fmt::format("did you mean <duet/device/{}.hpp>?",
                              fmt::join(similar, ".hpp>, <duet/device/"));
}

std::string advice_for(std::string_view name) {
  constexpr std::string_view rule =
      "standard headers of the host are not available in kernels, which are compiled for a device";
  for (const Advice& advice : standard) {
    if (lists(advice.headers, name)) return fmt::format("{}; {}", rule, advice.text);
  }
  if (lists(other_standard, name)) {
    return fmt::format("{}; use plain arrays and pointers, and the headers of duet/device", rule);
  }
  if (lists(predeclared, name)) {
    return "kernels need no such header: remove the #include, or put it in #ifndef __CUDACC_RTC__";
  }
  if (name.starts_with("cuda_fp16") || name.starts_with("cuda_bf16")) {
    return "use <duet/device/half.hpp> and <duet/device/bfloat16.hpp> on every backend, or allow "
           "the "
           "toolkit's headers by CompileOptions::toolkit_headers (--toolkit-headers)";
  }
  if (is_toolkit_header(name)) {
    return "headers of the toolkit are allowed by CompileOptions::toolkit_headers "
           "(--toolkit-headers) on their own vendor's GPUs; duet/device has waves, blocks, "
           "reductions and scans for every backend";
  }
  return "add its folder to CompileOptions::include_dirs (-I FOLDER), or its text to "
         "Program::headers (--header NAME=FILE)";
}

std::string advice_without_switch(std::string_view name) {
  std::string advice = advice_for(name);
  if (is_useful_cuda_header(name)) {
    advice += "; CompileOptions::cuda_headers (--cuda-headers) provides it on every backend";
  }
  return advice;
}

std::string advice_in_cuda_spelling(std::string_view name) {
  std::string advice = missing_cuda_header_advice(name);
  if (!is_toolkit_header(name) && is_file_name(name)) {
    advice += "; of a header of your own, " + advice_for(name);
  }
  return advice;
}

/// The first unknown name in the messages of NVRTC, clang and gcc.
std::string missing_name(std::string_view log) {
  static const std::regex message(
      R"re((?:undeclared identifier '|unknown type name '|identifier "|no template named '|no member named '|error: ')(\w+)(?:'|" is undefined| was not declared| does not name a type))re");
  std::match_results<std::string_view::const_iterator> match;
  return std::regex_search(log.begin(), log.end(), match, message) ? match[1].str() : "";
}

/// Whether a name is CUDA's rather than the program's own, which lower-case words usually are.
bool is_distinct(std::string_view name) {
  return lists(" cub thrust half ", name) ||
         std::ranges::any_of(name, [](unsigned char c) { return std::islower(c) == 0; });
}

/// A header of the set, under NVIDIA's name, whose text has the word; empty if there is none.
std::string_view header_with(std::string_view word) {
  if (!is_distinct(word)) return {};
  const auto files = embedded::cuda_spelling_headers();
  const auto found = std::ranges::find_if(files, [word](const embedded::File& file) {
    return !is_own_header(file.name) && has_word(file.text, word);
  });
  return found == files.end() ? std::string_view() : found->name;
}

bool is_host_name(std::string_view name) {
  for (const std::string_view prefix : {"cuda", "cu", "cublas", "cufft", "cusparse", "nccl"}) {
    if (name.size() > prefix.size() && name.starts_with(prefix) &&
        std::isupper(static_cast<unsigned char>(name[prefix.size()])) != 0)
      return true;
  }
  return false;
}

}  // namespace

std::string missing_header_advice(std::string_view log, bool cuda_headers) {
  const std::string_view name = missing_header(log);
  if (name.empty()) return {};
  const std::string advice = name.starts_with("duet/") ? own_header_advice(name)
                             : cuda_headers            ? advice_in_cuda_spelling(name)
                                                       : advice_without_switch(name);
  return fmt::format("the header '{}' was not found: {}", name, advice);
}

std::string missing_name_advice(std::string_view log, bool cuda_headers) {
  const std::string name = missing_name(log);
  if (name.empty()) return {};
  if (is_host_name(name)) {
    return fmt::format(
        "'{}' belongs to CUDA's interface for the host, which kernels cannot use: move host code "
        "to "
        "another file, or put it in #ifndef __CUDACC_RTC__",
        name);
  }
  const std::string_view header = header_with(name);
  if (!cuda_headers) {
    if (header.empty() && !name.starts_with("__")) return {};
    return fmt::format(
        "if '{}' is CUDA's: CompileOptions::cuda_headers (--cuda-headers) provides CUDA's headers "
        "and "
        "built-in functions on every backend",
        name);
  }
  if (!header.empty()) return fmt::format("'{}' is declared by #include <{}>", name, header);
  if (name == "nvcuda" || name == "wmma") {
    return "functions of matrix instructions (nvcuda::wmma) are not in "
           "CompileOptions::cuda_headers: "
           "write the product as loops over half or float";
  }
  if (!name.starts_with("__")) return {};
  return fmt::format(
      "'{}' is not one of the built-in functions that CompileOptions::cuda_headers provides: write "
      "it in C++, or define it for this program",
      name);
}

}  // namespace duet
