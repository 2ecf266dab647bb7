#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <duet/cache_mode.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// A header in memory, found by `#include <name>` and `#include "name"`. A value; it owns its text.
struct Header {
  std::string name{};  ///< Name in the include line, for instance "my/types.hpp".
  std::string text{};  ///< Content.
  friend bool operator==(const Header&, const Header&) = default;
};

/// A list of headers. A value whose copies share the texts, so that programs with a common list
/// hold it once; `jit` also shares equal lists that were made apart. Thread-safety: as std::vector.
class Headers {
 public:
  using value_type = Header;                                   ///< Of standard containers.
  using const_iterator = std::vector<Header>::const_iterator;  ///< Of standard containers.
  using iterator = const_iterator;                             ///< Of standard containers.

  Headers() noexcept = default;
  /// A list of these headers.
  Headers(std::initializer_list<Header> headers) : Headers(std::vector<Header>(headers)) {}
  /// A list of these headers.
  Headers(std::vector<Header> headers)  // NOLINT(google-explicit-constructor)
      : list_(headers.empty() ? nullptr
                              : std::make_shared<const std::vector<Header>>(std::move(headers))) {}

  /// Adds a header. Copies the list first if other objects share it.
  void push_back(Header header) {
    std::vector<Header> headers(begin(), end());
    headers.push_back(std::move(header));
    list_ = std::make_shared<const std::vector<Header>>(std::move(headers));
  }

  std::size_t size() const noexcept { return list().size(); }       ///< Number of headers.
  bool empty() const noexcept { return list().empty(); }            ///< Whether there are none.
  const Header* data() const noexcept { return list().data(); }     ///< The first header.
  const_iterator begin() const noexcept { return list().begin(); }  ///< The first header.
  const_iterator end() const noexcept { return list().end(); }      ///< After the last header.
  /// A header. @param index  less than `size()`
  const Header& operator[](std::size_t index) const { return list()[index]; }

  /// Whether the headers are equal, in the same order.
  friend bool operator==(const Headers& a, const Headers& b) {
    return a.list_ == b.list_ || a.list() == b.list();
  }

 private:
  const std::vector<Header>& list() const noexcept {
    static const std::vector<Header> none;
    return list_ == nullptr ? none : *list_;
  }

  std::shared_ptr<const std::vector<Header>> list_{};
};

/// Compiler options that every backend understands. duet translates them for each compiler.
struct CompileOptions {
  /// What to compile for, as `compile` takes it: "sm_90a", "sm_100f", "compute_90",
  /// "gfx90a:xnack+". Empty: the best for the device. A device that cannot run such code is an
  /// error before anything is compiled: "sm_90a" runs on sm_90 only, "sm_100f" on sm_100 and
  /// sm_103.
  std::string architecture{};
  int standard = 17;               ///< C++ standard: 11, 14, 17 or 20.
  bool fast_math = false;          ///< Approximate functions, denormals flushed, NaN ignored.
  std::optional<bool> contract{};  ///< Fuse multiply and add; unset: the compiler's default.
  bool debug = false;              ///< Debug information for device code, no optimisation.
  bool line_info = false;          ///< Source lines for profilers; no effect on the code.
  /// Number of lanes of a wave. CPU: 32 or 64; unset: that of the devices (see DUET_CPU_WAVE_SIZE).
  /// AMD: 32 or 64 from gfx10 on, unset: 32; 64 before gfx10. NVIDIA: 32.
  std::optional<int> wave_size{};
  /// Macros, each "NAME" or "NAME=VALUE", for the source and the headers that it includes, not for
  /// the compiler's own headers.
  std::vector<std::string> defines{};
  std::vector<std::string> include_dirs{};  ///< Folders searched after headers in memory.
  /// Whether the vendor toolkit's own headers (CUB, mma.h, cuda_fp16.h; hip/…, rocPRIM) are found,
  /// after `include_dirs`. On NVIDIA they are searched below DUET_CUDA_PATH alone if it is set,
  /// else below CUDA_HOME, CUDA_PATH, beside the compiler, /usr/local/cuda, /usr, and in packages
  /// of pip: nvidia/cu13 (CUDA 13) or nvidia/cuda_runtime (CUDA 12) in the site-packages of
  /// VIRTUAL_ENV, CONDA_PREFIX, ~/.local, /usr/local and /usr; on AMD below DUET_ROCM_PATH alone if
  /// it is set, else below ROCM_PATH, HIP_PATH, beside the compiler, /opt/rocm and /usr. No effect
  /// on the CPU backend.
  bool toolkit_headers = false;
  /// Whether the program is written in CUDA's spelling: on every backend it finds duet's own
  /// headers under NVIDIA's names (cuda_runtime.h, cuda_fp16.h, cooperative_groups.h, cstdint, …),
  /// has CUDA's built-in functions, and its warps have 32 lanes, also where waves have 64.
  /// `defines` may set the macros that CUDA's compiler defines. Excludes `toolkit_headers`.
  /// docs/cuda_spelling.md lists what there is.
  bool cuda_headers = false;
  /// The toolkit's folder, which has "include": the only one searched. Empty: the search above.
  std::string toolkit_dir{};
  /// Options passed to the compiler unchanged; each has a meaning for one compiler only.
  std::vector<std::string> extra{};

  friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

/// A program to compile: source, kernels, headers and options. A value; calls copy what they need.
///
/// A kernel without `__launch_bounds__` is compiled for blocks of up to 1024 threads on every
/// backend. Smaller bounds give the compiler more registers for each thread; launches with more
/// threads are rejected.
struct Program {
  std::string name = "kernel";  ///< File name of the source in compiler messages.
  std::string source{};         ///< Source text.
  /// Name expressions of the kernels, for instance `saxpy<float>` or `ns::k<int, 4>`; one of
  /// several kernels of a name with its parameters: `ns::k(int*, ns::Shape)`. They may name
  /// uint32_t and the other fixed-width integers, also if the source does not declare them. Kernels
  /// that are no templates need not be listed, unless they are overloaded. hiprtc does not expand
  /// macros in name expressions.
  std::vector<std::string> kernels{};
  Headers headers{};         ///< Searched before duet's own headers and before folders.
  CompileOptions options{};  ///< How to compile.
  /// How `jit` uses its folder for this program, if that is less than CacheOptions::mode: `off`
  /// neither reads nor writes it, `read` writes nothing.
  CacheMode cache = CacheMode::on;
  friend bool operator==(const Program&, const Program&) = default;
};

}  // namespace duet
DUET_API_END
