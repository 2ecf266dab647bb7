#include "spelling_parts.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cctype>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "program/embedded.hpp"
#include "program/include_prefix.hpp"
#include "program/include_scan.hpp"
#include "program_texts.hpp"

namespace duet {

namespace {

struct SpellingPart {
  std::string_view macro;
  std::array<std::string_view, 28> names;  ///< parts of the names that need it
};

constexpr std::array<SpellingPart, 39> spelling_part_table{{
    {"WARPS",
     {"__shfl", "__ballot", "__any", "__all", "__activemask", "__syncwarp", "__match", "__reduce",
      "__uni_sync", "__lane"}},
    {"ADDRESSES", {"__cvta"}},
    {"ROUNDING", {"_rn", "_rz", "_ru", "_rd", "__double2", "__hiloint"}},
    {"ROUNDING_MODES",
     {"float_as_", "int_as_float", "2float(", "2double(", "2int(", "2uint(", "2ll(", "2ull(",
      "cudaRound", "mulhi(", "mul64hi(", "mul24(", "saturate("}},
    {"INTEGERS",
     {"__dp", "__byte_perm", "__funnel", "mul24", "mul64hi", "hadd", "__sad", "__usad", "__fns",
      "umin", "umax", "llmin", "llmax"}},
    {"SIMD", {"__v"}},
    {"DPX", {"__vi"}},
    {"BARRIERS", {"__barrier_sync"}},
    {"NEW", {"new (", "new("}},
    {"DEPENDENT_LAUNCH", {"GridDependency", "ProgrammaticLaunch"}},
    {"NV_ATOMIC", {"__nv_atomic", "__NV_"}},
    {"VECTOR_ATOMICS", {"atomicAdd"}},
    {"ATOMICS", {"atomic"}},
    {"VECTORS",
     {"char", "short", "int1", "int2", "int3", "int4", "long1", "long2", "long3", "long4", "float1",
      "float2", "float3", "float4", "double1", "double2", "double3", "double4", "curand"}},
    {"MATH", {"inv",   "norm",  "bessel", "erfcx",    "hypot",     "sincos",  "sinpi",  "cospi",
              "rsqrt", "rcbrt", "exp10",  "j0",       "j1",        "jn",      "y0",     "y1",
              "yn",    "nan",   "__is",   "__finite", "__signbit", "scalbln", "remquo", "curand"}},
    {"NUMBER_MATH", {"cos",   "sin",   "tan",      "cbrt",  "ceil",      "erf",   "exp",
                     "fabs",  "floor", "gamma",    "log",   "near",      "rint",  "round",
                     "sqrt",  "trunc", "isfinite", "isinf", "isnan",     "signb", "scal",
                     "copys", "fdim",  "fm",       "hypot", "nextafter", "pow",   "remainder"}},
    {"GNU", {"__builtin_", "typeof"}},
    {"GROUPS_GRID", {"this_grid", "grid_group"}},
    {"GROUPS_LANES",
     {"tile", "partition", "coalesced", "thread_group", "invoke_one_broadcast",
      "cooperative_groups/"}},
    {"CURAND_PHILOX", {"hilox", "normal", "poisson", "4_double"}},
    {"CURAND_NORMAL", {"normal"}},
    {"CURAND_POISSON", {"poisson"}},
    {"CURAND_DOUBLE4", {"4_double"}},
    {"CURAND_MISSING", {"MRG", "Mtgp", "Sobol", "Direction"}},
    {"LIBCU_FLOAT16", {"half", "bfloat16"}},
    {"LIBCU_FUNCTIONAL", {"maximum", "minimum"}},
    {"PRINTF", {"printf", "ASSERT_PRINTF"}},
    {"REVERSE_ITERATORS", {"rbegin", "rend", "reverse_iterator"}},
    {"TORCH_ACCESSORS", {"Accessor", "PtrTraits"}},
    {"TORCH_COMPLEX", {"c10::complex", "at::complex", "util/complex", "scalar_value_type"}},
    {"TORCH_FLOAT16",
     {"::Half", "::BFloat16", "AtomicAdd", "acc_type", "opmath_type", "acc_t", "opmath_t"}},
    {"TORCH_FLOAT8", {"Float8_"}},
    {"TORCH_FUNCTIONS",
     {"at::numeric_limits", "ceil_div", "CeilDiv", "atomicAdd", "AtomicAdd", "gpuAtomic",
      "acc_type", "opmath_type", "CUDA_KERNEL_LOOP", "WARP_", "_isnan"}},
    {"TORCH_TENSOR_INFO", {"TensorInfo", "IndexToOffset"}},
    {"TORCH_CLASS_HOLDER", {"CustomClassHolder"}},
    {"TORCH_PHILOX", {"philox", "PhiloxCudaState"}},
    {"TORCH_REDUCTIONS", {"cuda_utils"}},
    {"BINDINGS",
     {"auto [", "auto[", "auto& [", "auto&[", "auto &[", "auto & [", "auto&& [", "auto && [",
      "auto&&[", "auto &&["}},
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

using Parts = std::bitset<spelling_part_table.size()>;

/// Whether a text has one of the names. Empty names are none.
bool has_any(std::string_view text, std::span<const std::string_view> names) {
  return std::ranges::any_of(names, [text](std::string_view name) {
    return !name.empty() && text.find(name) != std::string_view::npos;
  });
}

/// The parts of which a text has names.
/// @param is_of_set  whether it is a header of the set, which needs no functions of integers
Parts parts_in(std::string_view text, bool is_of_set) {
  Parts parts;
  for (std::size_t i = 0; i < spelling_part_table.size(); ++i) {
    const SpellingPart& part = spelling_part_table[i];
    parts[i] = !(is_of_set && part.macro == "NUMBER_MATH") && has_any(text, part.names);
  }
  return parts;
}

/// What an embedded header includes and names.
struct KnownHeader {
  std::vector<Include> includes{};
  Parts parts{};
};

std::unique_ptr<const KnownHeader> read_header(const std::string& name) {
  for (const std::span<const embedded::File> files :
       {embedded::cuda_spelling_headers(), embedded::device_headers()}) {
    const auto found = std::ranges::find(files, name, &embedded::File::name);
    if (found == files.end()) continue;
    return std::make_unique<const KnownHeader>(
        KnownHeader{scan_includes(found->text).includes, parts_in(found->text, true)});
  }
  return nullptr;
}

/// An embedded header; remembered. @returns null if there is none of this name
const KnownHeader* known_header(const std::string& name) {
  static auto& known = *new std::map<std::string, std::unique_ptr<const KnownHeader>>;
  static auto& mutex = *new std::mutex;  // never destroyed: other threads may still compile
  const std::lock_guard lock(mutex);
  const auto [position, is_new] = known.try_emplace(name);
  if (is_new) position->second = read_header(name);
  return position->second.get();
}

/// Whether a header defines the functions of parts, so that its names are no uses of them.
bool defines_parts(std::string_view name) {
  return name.starts_with("duet/device/") || name.starts_with("duet/spelling/builtin/") ||
         name.starts_with("duet/spelling/vendor/") || name.starts_with("duet/spelling/float16/") ||
         name.starts_with("duet/spelling/std/") || name.starts_with("duet/spelling/algorithms/") ||
         name.starts_with("duet/spelling/thrust/") || name.starts_with("duet/spelling/curand/") ||
         name.starts_with("duet/spelling/torch/") || name == "cuda_fp16.h" ||
         name == "duet/spelling/host_types.hpp" || name == "cuda_bf16.h" ||
         name == "curand_kernel.h" || name == "cooperative_groups.h";
}

/// What a program names: in its own texts, and in the headers of the set that it reaches.
class ProgramNames {
 public:
  explicit ProgramNames(const Program& program) : program_(program) {
    std::vector<std::string_view> texts{program.source};
    for (const std::string& macro : program.options.defines) texts.emplace_back(macro);
    for (const std::string& kernel : program.kernels) texts.emplace_back(kernel);
    for (const Header& header : program.headers) texts.emplace_back(header.text);
    for (const CubPart& part : cub_part_table) {
      if (std::ranges::any_of(texts, [&](auto text) { return has_any(text, part.names); }))
        cub_parts_.push_back(part.header);
    }
    for (const std::string_view text : texts) scan(text);
  }
  const Parts& parts() const { return parts_; }
  /// The headers of cub/cub.cuh that the program names.
  const std::vector<std::string_view>& cub_parts() const { return cub_parts_; }
  /// Whether there may be names elsewhere: in files, or put together by macros.
  bool is_incomplete() const { return is_incomplete_; }

 private:
  void scan(std::string_view text) {
    const IncludeScan found = scan_includes(text);
    is_incomplete_ |= found.computed || text.find("##") != std::string_view::npos;
    parts_ |= parts_in(text, false);
    for (const Include& include : found.includes) follow(include.name);
  }
  void follow(const std::string& name) {
    const auto own = std::ranges::find(program_.headers, name, &Header::name);
    if (own != program_.headers.end() || defines_parts(name)) return;
    const KnownHeader* const header = known_header(name);
    if (header == nullptr) {
      is_incomplete_ = true;
    } else if (reached_.insert(name).second) {
      parts_ |= header->parts;
      for (const Include& include : header->includes) {
        if (name != "cub/cub.cuh" || !is_left_out(include.name)) follow(include.name);
      }
    }
  }
  /// Whether cub/cub.cuh does not include a header.
  bool is_left_out(const std::string& name) const {
    const auto is_it = [&](std::string_view header) { return name == file_of(header); };
    return std::ranges::any_of(cub_part_table, is_it, &CubPart::header) &&
           std::ranges::none_of(cub_parts_, is_it);
  }

  const Program& program_;
  Parts parts_{};
  std::vector<std::string_view> cub_parts_{};
  std::set<std::string> reached_{};
  bool is_incomplete_ = false;
};

}  // namespace

std::string spelling_parts(const Program& program) {
  const ProgramNames names(program);
  std::string defines;
  // A template that the program defines, which PyTorch has, too.
  if (mentions(program, "WARP_SHFL_XOR(T ")) defines += "#define DUET_SPELLING_HAS_TORCH_WARPS 1\n";
  if (names.is_incomplete()) return defines;
  defines += "#define DUET_SPELLING_LEAN 1\n";
  for (std::size_t i = 0; i < spelling_part_table.size(); ++i) {
    if (names.parts()[i])
      defines += fmt::format("#define DUET_SPELLING_USES_{} 1\n", spelling_part_table[i].macro);
  }
  for (const std::string_view header : names.cub_parts()) {
    std::string name(header.substr(header.find('/') + 1));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    defines += fmt::format("#define DUET_SPELLING_USES_CUB_{} 1\n", name);
  }
  return defines;
}

}  // namespace duet
