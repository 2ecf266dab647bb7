#include "leading_includes.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cuda_header_advice.hpp"
#include "program/include_scan.hpp"
#include "program_texts.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

/// Includes of types of the host that classes which stay have as members.
std::string host_type_includes(const Program& program) {
  constexpr std::array<std::string_view, 40> standard_types{"any",           "atomic",
                                                            "bitset",        "condition_variable",
                                                            "deque",         "exception",
                                                            "function",      "future",
                                                            "hash",          "ifstream",
                                                            "ios_base",      "istream",
                                                            "istringstream", "list",
                                                            "map",           "multimap",
                                                            "multiset",      "mutex",
                                                            "ofstream",      "once_flag",
                                                            "optional",      "ostream",
                                                            "ostringstream", "promise",
                                                            "queue",         "recursive_mutex",
                                                            "set",           "shared_mutex",
                                                            "shared_ptr",    "stack",
                                                            "string",        "string_view",
                                                            "stringstream",  "thread",
                                                            "unique_ptr",    "unordered_map",
                                                            "unordered_set", "variant",
                                                            "vector",        "weak_ptr"};
  constexpr std::array<std::string_view, 22> handles{"FILE*",
                                                     "FILE *",
                                                     "glob_t",
                                                     "timeval",
                                                     "timezone",
                                                     "timespec",
                                                     "sem_t",
                                                     "MPI_Comm",
                                                     "pthread_",
                                                     "cublasHandle_t",
                                                     "cublasLtHandle_t",
                                                     "cusparseHandle_t",
                                                     "cusparseMatDescr_t",
                                                     "cusolverDnHandle_t",
                                                     "cusolverSpHandle_t",
                                                     "cufftHandle",
                                                     "cudnnHandle_t",
                                                     "cudnnTensorDescriptor_t",
                                                     "cudnnFilterDescriptor_t",
                                                     "cudnnConvolutionDescriptor_t",
                                                     "curandGenerator_t",
                                                     "ncclComm_t"};
  const auto is_mentioned = [&](std::string_view name) { return mentions(program, name); };
  std::string text;
  if (mentions(program, "std::") && std::ranges::any_of(standard_types, [&](auto name) {
        return mentions(program, fmt::format("std::{}", name));
      }))
    text += "#include <duet/spelling/host_types.hpp>\n";
  if (std::ranges::any_of(handles, is_mentioned))
    text += "#include <duet/spelling/host_handles.hpp>\n";
  return text;
}

/// The headers that a text includes in the braces of `extern "C" {`.
std::vector<Include> includes_in_linkage(std::string_view text) {
  std::vector<Include> includes;
  const std::vector<Token> tokens = tokenise(text);
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool opens =
        i > 1 && tokens[i].is("{") && tokens[i - 1].text == "\"C\"" && tokens[i - 2].is("extern");
    if (opens || (depth > 0 && tokens[i].is("{"))) ++depth;
    if (depth > 0 && tokens[i].is("}")) --depth;
    if (depth == 0) continue;
    for (const Include& include : scan_includes(tokens[i].text).includes)
      includes.push_back(include);
  }
  return includes;
}

/// Includes of the set's headers that precede a program which includes some in `extern "C" {`,
/// itself or by headers of its own: templates are errors there.
std::string includes_ahead(const Program& program) {
  std::vector<Include> found;
  for (const std::string_view text : texts_of(program)) {
    for (Include& include : includes_in_linkage(text)) found.push_back(std::move(include));
  }
  std::string result;
  std::set<std::string> known;
  while (!found.empty()) {
    const std::string name = std::move(found.back().name);
    found.pop_back();
    if (!known.insert(name).second) continue;
    const auto own = std::ranges::find(program.headers, name, &Header::name);
    if (own != program.headers.end()) {
      for (Include& include : scan_includes(own->text).includes)
        found.push_back(std::move(include));
    } else if (is_useful_cuda_header(name)) {
      result += fmt::format("#include <{}>\n", name);
    }
  }
  return result;
}

/// What kernels use of headers of Thrust that are empty, since mostly the host uses them.
std::string thrust_includes(const Program& program) {
  if (!mentions(program, "<thrust/")) return {};
  constexpr std::array<std::string_view, 18> algorithms{
      "thrust::seq",       "thrust::device",      "thrust::host",
      "thrust::cuda::par", "thrust::sort",        "_scan",
      "thrust::reduce",    "thrust::fill",        "thrust::copy",
      "thrust::find",      "thrust::for_each",    "_bound",
      "thrust::count",     "binary_search",       "_element",
      "thrust::transform", "thrust::swap_ranges", "using namespace thrust"};
  std::string text;
  if (std::ranges::any_of(algorithms, [&](auto name) { return mentions(program, name); }))
    text += "#include <duet/spelling/thrust/algorithms.hpp>\n";
  if (mentions(program, "_iterator")) text += "#include <duet/spelling/thrust/iterators.hpp>\n";
  if (mentions(program, "cub::")) text += "#include <cub/cub.cuh>\n";  // as Thrust's headers do
  return text;
}

}  // namespace

std::string leading_includes(const Program& program, const PtxUse& ptx) {
  std::string text = includes_ahead(program);
  // Files rely on standard headers that other ones include.
  if (mentions(program, "std::")) text += "#include <duet/spelling/std/common.hpp>\n";
  if (mentions(program, "PRI")) text += "#include <duet/spelling/print_formats.hpp>\n";
  if (mentions(program, "THRUST_") || mentions(program, "CUB_"))
    text += "#include <duet/spelling/library_versions.hpp>\n";
  text += host_type_includes(program);
  constexpr std::array<std::string_view, 9> runtime_names{"cudaE",
                                                          "cudaStream_t",
                                                          "cudaTextureObject_t",
                                                          "cudaSurfaceObject_t",
                                                          "cudaArray",
                                                          "cudaGet",
                                                          "cudaPeek",
                                                          "cudaMalloc",
                                                          "cudaFree"};
  if (std::ranges::any_of(runtime_names, [&](auto name) { return mentions(program, name); }))
    text += "#include <duet/spelling/vendor/runtime_types.hpp>\n";
  text += thrust_includes(program);
  // Thrust's headers, CUB's and libcu++'s include these.
  if (mentions(program, "thrust::") &&
      (mentions(program, "<thrust/") || mentions(program, "<cub/")))
    text += "#include <thrust/functional.h>\n#include <thrust/swap.h>\n#include <thrust/tuple.h>\n";
  if (mentions(program, "<cub/") || mentions(program, "<thrust/") || mentions(program, "<cuda/")) {
    if (mentions(program, "bfloat16")) text += "#include <cuda_bf16.h>\n";
    if (mentions(program, "half")) text += "#include <cuda_fp16.h>\n";
  }
  if (ptx.is_there) text += "#include <duet/spelling/ptx.hpp>\n";
  if (ptx.shares_carry) text += "#include <duet/spelling/ptx/carry.hpp>\n";
  if (ptx.is_there && mentions(program, "duet::ptx::video"))
    text += "#include <duet/spelling/ptx/video.hpp>\n";
  if (ptx.is_there && mentions(program, "duet::ptx::matrix_"))
    text += "#include <duet/spelling/ptx/matrix.hpp>\n";
  return text;
}

}  // namespace duet
