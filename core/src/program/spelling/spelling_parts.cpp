#include "spelling_parts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "program/embedded.hpp"
#include "program/include_prefix.hpp"
#include "program/include_scan.hpp"

namespace duet {

namespace {

struct SpellingPart {
  std::string_view macro;
  std::array<std::string_view, 19> names;  ///< parts of the names that need it
};

constexpr std::array<SpellingPart, 26> spelling_part_table{{
    {"WARPS",
     {"__shfl", "__ballot", "__any", "__all", "__activemask", "__syncwarp", "__match", "__reduce",
      "__uni_sync", "__lane"}},
    {"ADDRESSES", {"__cvta"}},
    {"ROUNDING", {"_rn", "_rz", "_ru", "_rd", "__double2", "__hiloint"}},
    {"INTEGERS",
     {"__dp", "__byte_perm", "__funnel", "mul24", "mul64hi", "hadd", "__sad", "__usad", "__fns",
      "umin", "umax", "llmin", "llmax"}},
    {"SIMD", {"__v"}},
    {"DPX", {"__vi"}},
    {"NV_ATOMIC", {"__nv_atomic", "__NV_"}},
    {"VECTOR_ATOMICS", {"atomicAdd"}},
    {"ATOMICS", {"atomic"}},
    {"VECTORS",
     {"char", "short", "int1", "int2", "int3", "int4", "long1", "long2", "long3", "long4", "float1",
      "float2", "float3", "float4", "double1", "double2", "double3", "double4", "curand"}},
    {"MATH",
     {"inv", "norm", "bessel", "erfcx", "hypot", "sincospi", "j0", "j1", "jn", "y0", "y1", "yn",
      "nan", "__is", "__finite", "__signbit", "scalbln", "curand"}},
    {"GNU", {"__builtin_", "__typeof"}},
    {"GROUPS_GRID", {"this_grid", "grid_group"}},
    {"GROUPS_LANES",
     {"tile", "partition", "coalesced", "thread_group", "invoke_one_broadcast",
      "cooperative_groups/"}},
    {"CURAND_PHILOX", {"hilox", "normal", "poisson", "4_double"}},
    {"CURAND_NORMAL", {"normal"}},
    {"CURAND_POISSON", {"poisson"}},
    {"CURAND_DOUBLE4", {"4_double"}},
    {"CURAND_MISSING", {"MRG", "Mtgp", "Sobol", "Direction"}},
    {"PRINTF", {"printf", "ASSERT_PRINTF"}},
    {"TORCH_ACCESSORS", {"Accessor", "PtrTraits"}},
    {"TORCH_COMPLEX", {"c10::complex", "at::complex", "util/complex", "scalar_value_type"}},
    {"TORCH_FLOAT16",
     {"::Half", "::BFloat16", "AtomicAdd", "acc_type", "opmath_type", "acc_t", "opmath_t"}},
    {"TORCH_FUNCTIONS",
     {"at::numeric_limits", "ceil_div", "CeilDiv", "gpuAtomic", "fastAtomicAdd", "acc_type",
      "opmath_type", "CUDA_KERNEL_LOOP", "WARP_", "_isnan"}},
    {"TORCH_REDUCTIONS", {"cuda_utils"}},
    {"HOST", {"printf", "alloc", "mem", "main", "host", "static", "inline"}},
}};

/// A header that cub/cub.cuh includes if the program names something of it.
struct CubPart {
  std::string_view header;
  std::array<std::string_view, 3> names;  ///< parts of the names that it declares
};

std::string file_of(std::string_view header) { return fmt::format("cub/{}.cuh", header); }

constexpr std::array<CubPart, 17> cub_part_table{{
    {"block/block_adjacent_difference", {"AdjacentDifference"}},
    {"block/block_discontinuity", {"Discontinuity"}},
    {"block/block_exchange", {"BlockExchange"}},
    {"block/block_histogram", {"BlockHisto", "BLOCK_HISTO"}},
    {"block/block_load", {"BlockLoad", "BLOCK_LOAD", "LoadDirect"}},
    {"block/block_merge_sort", {"MergeSort"}},
    {"block/block_radix_sort", {"RadixSort", "Traits"}},
    {"block/block_raking_layout", {"RakingLayout"}},
    {"block/block_reduce", {"BlockReduce", "BLOCK_REDUCE"}},
    {"block/block_scan", {"BlockScan", "BLOCK_SCAN"}},
    {"block/block_shuffle", {"BlockShuffle"}},
    {"block/block_store", {"BlockStore", "BLOCK_STORE", "StoreDirect"}},
    {"warp/warp_exchange", {"WarpExchange", "WARP_EXCHANGE"}},
    {"warp/warp_load", {"WarpLoad", "WARP_LOAD"}},
    {"warp/warp_reduce", {"WarpReduce"}},
    {"warp/warp_scan", {"WarpScan"}},
    {"warp/warp_store", {"WarpStore", "WARP_STORE"}},
}};

/// The text of an embedded header; empty if there is none of this name.
std::string_view embedded_text(std::string_view name) {
  for (const std::span<const embedded::File> files :
       {embedded::cuda_spelling_headers(), embedded::device_headers()}) {
    const auto found = std::ranges::find(files, name, &embedded::File::name);
    if (found != files.end()) return found->text.empty() ? " " : found->text;
  }
  return {};
}

/// Whether a header defines the functions of parts, so that its names are no uses of them.
bool defines_parts(std::string_view name) {
  return name.starts_with("duet/device/") || name.starts_with("duet/spelling/builtin/") ||
         name.starts_with("duet/spelling/vendor/") || name.starts_with("duet/spelling/float16/") ||
         name.starts_with("duet/spelling/std/") || name.starts_with("duet/spelling/algorithms/") ||
         name.starts_with("duet/spelling/thrust/") || name.starts_with("duet/spelling/curand/") ||
         name.starts_with("duet/spelling/torch/") || name == "cuda_fp16.h" ||
         name == "cuda_bf16.h" || name == "curand_kernel.h" || name == "cooperative_groups.h";
}

/// The texts in which a program names functions: its own and those of headers of the set.
class NamingTexts {
 public:
  explicit NamingTexts(const Program& program) : program_(program) {
    for (const std::string& macro : program.options.defines) texts_.emplace_back(macro);
    for (const std::string& kernel : program.kernels) texts_.emplace_back(kernel);
    for (const Header& header : program.headers) texts_.emplace_back(header.text);
    texts_.emplace_back(program.source);
    const std::vector<std::string_view> own = texts_;
    for (const CubPart& part : cub_part_table) {
      if (contain_any(part.names)) cub_parts_.push_back(part.header);
    }
    for (const std::string_view text : own) scan(text, true);
  }
  /// The headers of cub/cub.cuh that the program names.
  const std::vector<std::string_view>& cub_parts() const { return cub_parts_; }
  /// Whether there may be names elsewhere: in files, or put together by macros.
  bool is_incomplete() const { return is_incomplete_; }
  /// Whether one of the names is there. Empty names are none.
  bool contain_any(std::span<const std::string_view> names) const {
    return std::ranges::any_of(names, [this](std::string_view name) {
      return !name.empty() && std::ranges::any_of(texts_, [name](std::string_view text) {
        return text.find(name) != std::string_view::npos;
      });
    });
  }

 private:
  /// @param is_cub  whether it is the header that leaves others out
  void scan(std::string_view text, bool is_users, bool is_cub = false) {
    if (is_users && text.find("##") != std::string_view::npos) is_incomplete_ = true;
    const IncludeScan found = scan_includes(text);
    if (is_users && found.computed) is_incomplete_ = true;
    for (const Include& include : found.includes) {
      if (!is_cub || !is_left_out(include.name)) follow(include.name);
    }
  }
  bool is_left_out(const std::string& name) const {
    const bool is_part = std::ranges::any_of(
        cub_part_table, [&](const CubPart& part) { return name == file_of(part.header); });
    return is_part && std::ranges::none_of(cub_parts_, [&](std::string_view header) {
             return name == file_of(header);
           });
  }

  void follow(const std::string& name) {
    const auto own = std::ranges::find(program_.headers, name, &Header::name);
    if (own != program_.headers.end() || defines_parts(name)) return;
    const std::string_view text = embedded_text(name);
    if (text.empty()) {
      is_incomplete_ = true;
    } else if (reached_.insert(name).second) {
      texts_.push_back(text);
      scan(text, false, name == "cub/cub.cuh");
    }
  }

  const Program& program_;
  std::vector<std::string_view> texts_{};
  std::vector<std::string_view> cub_parts_{};
  std::set<std::string> reached_{};
  bool is_incomplete_ = false;
};

}  // namespace

std::string spelling_parts(const Program& program) {
  const NamingTexts texts(program);
  if (texts.is_incomplete()) return {};
  std::string defines = "#define DUET_SPELLING_LEAN 1\n";
  for (const SpellingPart& part : spelling_part_table) {
    if (texts.contain_any(part.names))
      defines += fmt::format("#define DUET_SPELLING_USES_{} 1\n", part.macro);
  }
  for (const std::string_view header : texts.cub_parts()) {
    std::string name(header.substr(header.find('/') + 1));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    defines += fmt::format("#define DUET_SPELLING_USES_CUB_{} 1\n", name);
  }
  return defines;
}

}  // namespace duet
