// contract/compiler.hpp on NVRTC.

#include "compile/compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <functional>
#include <iterator>
#include <regex>

#include "base/environment.hpp"
#include "driver_age.hpp"
#include "program/compiler_messages.hpp"

namespace duet::vendor {

const LibrarySearch& compiler_search() {
  static const std::string version = std::to_string(CUDA_VERSION / 1000);
  static const LibrarySearch search{
      .what = "NVIDIA's run-time compiler NVRTC",
      .advice = "install CUDA " + version + " or set CUDA_HOME to it",
      .missing = ErrorCode::no_compiler,
      .override_variable = "DUET_COMPILER_LIBRARY",
      .names = {"libnvrtc.so." + version},
      .folders = {environment_path("CUDA_HOME", "/lib64"), environment_path("CUDA_PATH", "/lib64"),
                  "/usr/local/cuda/lib64", "/usr/lib/x86_64-linux-gnu"}};
  return search;
}

namespace {

namespace fs = std::filesystem;

/// The folders of Python packages below a prefix: lib/python3.11/site-packages.
void add_package_folders(std::vector<std::string>& folders, const fs::path& prefix) {
  if (prefix.empty()) return;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(prefix / "lib", ignored)) {
    if (!entry.path().filename().string().starts_with("python3")) continue;
    for (const char* const name : {"site-packages", "dist-packages"}) {
      const fs::path folder = entry.path() / name / "nvidia";
      if (fs::is_directory(folder, ignored)) folders.push_back(folder.string());
    }
  }
  std::ranges::sort(folders, std::greater());  // the newest Python first
}

/// The package of CUDA's headers, in the folder "nvidia" of Python's packages.
std::string header_package() {
  constexpr int major = CUDA_VERSION / 1000;
  return major >= 13 ? fmt::format("cu{}", major) : "cuda_runtime";
}

/// The headers that belong to an NVRTC which pip installed; empty for another one:
/// nvidia/cuda_nvrtc/lib/libnvrtc.so.12 lies beside nvidia/cuda_runtime.
std::string root_beside(const fs::path& compiler) {
  const fs::path packages = compiler.parent_path().parent_path().parent_path();
  return packages.filename() == "nvidia" ? (packages / header_package()).string() : "";
}

/// Roots of CUDA's headers that pip installed.
std::vector<std::string> pip_roots() {
  const std::string name = header_package();
  std::vector<std::string> roots;
  const std::string home = environment_value("HOME");
  for (const std::string& prefix :
       {environment_value("VIRTUAL_ENV"), environment_value("CONDA_PREFIX"),
        home.empty() ? "" : home + "/.local", std::string("/usr/local"), std::string("/usr")}) {
    std::vector<std::string> folders;
    add_package_folders(folders, prefix);
    for (const std::string& folder : folders) roots.push_back(folder + "/" + name);
  }
  return roots;
}

}  // namespace

std::optional<ToolkitSearch> toolkit_search(const std::string& compiler) {
  const std::filesystem::path beside = std::filesystem::path(compiler).parent_path().parent_path();
  ToolkitSearch search{.what = "the CUDA toolkit's headers",
                       .advice = fmt::format("install CUDA {}", CUDA_VERSION / 1000),
                       .override_variable = "DUET_CUDA_PATH",
                       .roots = {environment_value("CUDA_HOME"), environment_value("CUDA_PATH"),
                                 beside.string(), root_beside(compiler), "/usr/local/cuda", "/usr"},
                       .folders = {"include", "targets/x86_64-linux/include"},
                       .landmark = "cuda_fp16.h",
                       // CUB, Thrust, libcu++ from CUDA 13 on; the packages of CUDA 12
                       .parts = {"cccl", "../../cuda_cccl/include", "../../cuda_nvcc/include",
                                 "../../curand/include"}};
  std::ranges::move(pip_roots(), std::back_inserter(search.roots));
  return search;
}

std::string explain(CompilerStatus) { return {}; }

ErrorCode classify(CompilerStatus status) noexcept {
  switch (status) {
    case NVRTC_ERROR_COMPILATION:
    case NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID: return ErrorCode::compile_failed;
    case NVRTC_ERROR_BUILTIN_OPERATION_FAILURE: return ErrorCode::no_builtins;
    case NVRTC_ERROR_INVALID_INPUT:
    case NVRTC_ERROR_INVALID_OPTION: return ErrorCode::invalid_argument;
    case NVRTC_ERROR_OUT_OF_MEMORY: return ErrorCode::out_of_memory;
    default: return ErrorCode::internal;
  }
}

std::vector<std::string> compiler_files() {
  std::vector<std::string> files{compiler_path()};
  // NVRTC loads its builtins from its own folder at the first compilation.
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::path(compiler_path()).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().starts_with("libnvrtc-builtins.so")) {
      files.push_back(entry.path().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

std::span<const char* const> compiler_choice_variables() {
  static constexpr std::array names{"DUET_COMPILER_LIBRARY", "CUDA_HOME", "CUDA_PATH"};
  return names;
}

std::span<const char* const> compiler_variables() { return {}; }

std::string compiler_description(int major, int minor, const std::string& path) {
  return fmt::format("NVRTC {}.{} ({})", major, minor, path);
}

std::string driver_age_warning(int driver, int compiler_major, int compiler_minor) {
  return cuda::driver_age_warning(driver, compiler_major, compiler_minor);
}

namespace {

std::vector<int> supported_numbers() {
  int count = 0;
  DUET_COMPILER(architecture_count, &count);
  std::vector<int> numbers(static_cast<std::size_t>(count));
  DUET_COMPILER(architectures, numbers.data());
  std::ranges::sort(numbers);
  return numbers;
}

/// The number in "sm_90", "sm_90a" or "compute_90"; 0 for other names.
int number_of(std::string_view architecture, std::string_view prefix) {
  if (!architecture.starts_with(prefix)) return 0;
  architecture.remove_prefix(prefix.size());
  int number = 0;
  const char* end = architecture.data() + architecture.size();
  const auto [rest, error] = std::from_chars(architecture.data(), end, number);
  const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
  const bool known_suffix = suffix.empty() || suffix == "a" || suffix == "f";
  return error == std::errc() && known_suffix ? number : 0;
}

[[noreturn]] void throw_unsupported(std::string_view architecture, const std::string& why) {
  throw Error(ErrorCode::unsupported_architecture,
              fmt::format("architecture '{}' {}; this compiler supports {} (as machine code, or as "
                          "PTX under compute_…)",
                          architecture, why, fmt::join(supported_architectures(), ", ")));
}

}  // namespace

std::vector<std::string> supported_architectures() {
  std::vector<std::string> names;
  for (const int number : supported_numbers()) names.push_back(fmt::format("sm_{}", number));
  return names;
}

Target parse_target(std::string_view architecture) {
  const int machine = number_of(architecture, "sm_");
  const int ptx = number_of(architecture, "compute_");
  if (machine == 0 && ptx == 0) {
    throw_unsupported(architecture, "is not a name such as sm_90 or compute_90");
  }
  if (std::ranges::count(supported_numbers(), machine + ptx) == 0) {
    throw_unsupported(architecture, "is not supported");
  }
  return {std::string(architecture), machine != 0 ? CodeFormat::cubin : CodeFormat::ptx};
}

Target target_for(const DeviceInfo& device, std::span<const std::string> supported) {
  std::vector<int> numbers;
  for (const std::string& name : supported) numbers.push_back(number_of(name, "sm_"));
  std::ranges::sort(numbers);
  const int wanted = number_of(device.architecture, "sm_");
  const auto above = std::ranges::upper_bound(numbers, wanted);
  if (above == numbers.begin()) {
    throw_unsupported(device.architecture, "of the device is too old");
  }
  const int best = *std::prev(above);
  if (best == wanted) return {device.architecture, CodeFormat::cubin};
  // The driver compiles PTX for a device that is newer than the compiler.
  return {fmt::format("compute_{}", best), CodeFormat::ptx};
}

// The CUDA C++ Programming Guide, "Application Compatibility": machine code runs on devices with
// the same major and an equal or greater minor number; PTX runs on all newer devices.
bool is_compatible(std::string_view device, std::string_view architecture) {
  if (device == architecture) return true;
  const int own = number_of(device, "sm_");
  const int machine = number_of(architecture, "sm_");
  const int ptx = number_of(architecture, "compute_");
  if (own == 0) return false;
  // "Family-Specific Compiler Features" and "Architecture-Specific …": code for sm_90a runs on that
  // architecture only, code for sm_100f also on later ones of the family. sm_101 is its own family.
  if (architecture.ends_with('a')) return machine + ptx == own;
  if (architecture.ends_with('f')) {
    const int first = machine + ptx;
    return own == first || (own / 10 == first / 10 && first < own && first != 101 && own != 101);
  }
  return machine != 0 ? machine / 10 == own / 10 && machine <= own : ptx != 0 && ptx <= own;
}

std::vector<std::string> to_compiler_flags(const CompileOptions& options, const Target& target) {
  if (options.wave_size.value_or(32) != 32) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("wave_size is {}; waves (warps) of {} have 32 lanes, as on all NVIDIA GPUs",
                    *options.wave_size, target.architecture));
  }
  std::vector<std::string> flags{"--gpu-architecture=" + target.architecture,
                                 fmt::format("--std=c++{}", options.standard)};
  if (options.fast_math) flags.emplace_back("--use_fast_math");
  if (options.contract) flags.push_back(fmt::format("--fmad={}", *options.contract));
  if (options.debug) flags.emplace_back("--device-debug");
  if (options.line_info) flags.emplace_back("--generate-line-info");
  // Files in CUDA's spelling also contain functions and variables of the host, and __int128.
  if (options.cuda_headers) {
    flags.emplace_back("--device-as-default-execution-space");
    flags.emplace_back("--device-int128");
  }
  for (const std::string& folder : options.include_dirs) flags.push_back("-I" + folder);
  flags.insert(flags.end(), options.extra.begin(), options.extra.end());
  return flags;
}

std::unique_lock<std::mutex> lock_compiler() { return {}; }  // NVRTC is thread-safe

std::vector<std::byte> take_code(ProgramHandle program, const Target& target) {
  std::size_t size = 0;
  std::vector<std::byte> code;
  if (target.format == CodeFormat::ptx) {
    DUET_COMPILER(program_ptx_size, program, &size);
    code.resize(size);
    DUET_COMPILER(program_ptx, program, reinterpret_cast<char*>(code.data()));
    while (!code.empty() && code.back() == std::byte{0}) code.pop_back();
  } else {
    DUET_COMPILER(program_code_size, program, &size);
    code.resize(size);
    DUET_COMPILER(program_code, program, reinterpret_cast<char*>(code.data()));
  }
  return code;
}

std::vector<std::string> named_kernels(std::span<const std::byte>) { return {}; }

std::string readable_log(std::string log, std::string_view) {
  static const std::regex names(R"((^|\n)__nv_name_map\()");
  return std::regex_replace(log, names, fmt::format("$1{}(", name_expression_file));
}

}  // namespace duet::vendor
