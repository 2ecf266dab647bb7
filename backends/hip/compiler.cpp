// contract/compiler.hpp on hiprtc.

#include "compile/compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>

#include "base/environment.hpp"
#include "bundle.hpp"
#include "program/compiler_messages.hpp"
#include "targets.hpp"

namespace duet::vendor {

const LibrarySearch& compiler_search() {
  static const LibrarySearch search{
      .what = "AMD's run-time compiler hiprtc",
      .advice = fmt::format("install HIP {} (ROCm, or Debian's libamdhip64)", HIP_VERSION_MAJOR),
      .missing = ErrorCode::no_compiler,
      .override_variable = "DUET_COMPILER_LIBRARY",
      // In early versions the compiler is a part of the runtime's library.
      .names = {fmt::format("libhiprtc.so.{}", HIP_VERSION_MAJOR),
                fmt::format("libamdhip64.so.{}", HIP_VERSION_MAJOR)},
      .folders = {environment_path("ROCM_PATH", "/lib"), environment_path("HIP_PATH", "/lib"),
                  "/opt/rocm/lib", "/usr/lib/x86_64-linux-gnu"}};
  return search;
}

std::optional<ToolkitSearch> toolkit_search(const std::string& compiler) {
  const std::filesystem::path beside = std::filesystem::path(compiler).parent_path().parent_path();
  return ToolkitSearch{.what = "ROCm's headers",
                       .advice = fmt::format("install HIP {} (ROCm, or Debian's libamdhip64-dev)",
                                             HIP_VERSION_MAJOR),
                       .override_variable = "DUET_ROCM_PATH",
                       .roots = {environment_value("ROCM_PATH"), environment_value("HIP_PATH"),
                                 beside.string(), "/opt/rocm", "/usr"},
                       .folders = {"include"},
                       .landmark = "hip/hip_version.h",
                       .parts = {}};
}

std::string explain(CompilerStatus) { return {}; }

ErrorCode classify(CompilerStatus status) noexcept {
  switch (status) {
    case HIPRTC_ERROR_COMPILATION:
    case HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID: return ErrorCode::compile_failed;
    case HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE: return ErrorCode::no_builtins;
    case HIPRTC_ERROR_INVALID_INPUT:
    case HIPRTC_ERROR_INVALID_OPTION: return ErrorCode::invalid_argument;
    case HIPRTC_ERROR_OUT_OF_MEMORY: return ErrorCode::out_of_memory;
    default: return ErrorCode::internal;
  }
}

std::vector<std::string> compiler_files() {
  std::vector<std::string> files =
      loaded_libraries({"libamd_comgr", "libhiprtc", "libLLVM", "libclang", "liblld"});
  files.push_back(compiler_path());
  return files;
}

std::span<const char* const> compiler_choice_variables() {
  static constexpr std::array names{"DUET_COMPILER_LIBRARY", "DUET_COMGR_LIBRARY", "ROCM_PATH",
                                    "HIP_PATH"};
  return names;
}

std::span<const char* const> compiler_variables() {
  static constexpr std::array names{"HIPRTC_COMPILE_OPTIONS_APPEND",
                                    "HIPRTC_LINK_OPTIONS_APPEND",
                                    "AMD_COMGR_SAVE_TEMPS",
                                    "CPATH",
                                    "C_INCLUDE_PATH",
                                    "CPLUS_INCLUDE_PATH"};
  return names;
}

std::string compiler_description(int major, int minor, const std::string& path) {
  return fmt::format("hiprtc {}.{} of HIP {}.{} ({})", major, minor, HIP_VERSION_MAJOR,
                     HIP_VERSION_MINOR, path);
}

// Runtime and compiler are one library.
std::string driver_age_warning(int, int, int) { return {}; }

std::vector<std::string> supported_architectures() { return hip::known_targets(); }

namespace {

/// Whether a name has the form "gfx90a:sramecc+:xnack-": a processor, then features on or off.
bool is_target_name(const std::string& name) {
  static const std::regex form("gfx[0-9a-f]+(:sramecc[+-])?(:xnack[+-])?");
  return std::regex_match(name, form);
}

[[noreturn]] void throw_unsupported(const std::string& name,
                                    std::span<const std::string> supported) {
  throw Error(ErrorCode::unsupported_architecture,
              fmt::format("architecture '{}' is not supported; this compiler supports {}, each "
                          "with the features that it has (gfx90a:sramecc+:xnack-)",
                          name, fmt::join(supported, ", ")));
}

}  // namespace

Target parse_target(std::string_view architecture) {
  std::string name(architecture);
  // Checked here because hiprtc aborts the process on an unknown target.
  if (!is_target_name(name) || !hip::knows_target(name)) {
    throw_unsupported(name, supported_architectures());
  }
  return {std::move(name), CodeFormat::code_object};
}

Target target_for(const DeviceInfo& device, std::span<const std::string> supported) {
  const std::string& name = device.architecture;
  if (std::ranges::find(supported, name.substr(0, name.find(':'))) == supported.end()) {
    throw_unsupported(name, supported);
  }
  return {name, CodeFormat::code_object};
}

namespace {

/// Processors from gfx1010 on run waves of 32 and of 64 lanes, older ones of 64 only.
bool has_both_wave_sizes(const std::string& architecture) {
  constexpr std::size_t prefix = 3;  // "gfx"
  constexpr std::size_t stepping = 2;
  const std::string processor = architecture.substr(0, architecture.find(':'));
  return processor.size() - prefix - stepping >= 2;
}

std::string wave_size_option(int wave_size, const std::string& architecture) {
  const bool both = has_both_wave_sizes(architecture);
  if (wave_size == 64) return both ? "-mwavefrontsize64" : "";
  if (wave_size == 32 && both) return "-mno-wavefrontsize64";
  throw Error(ErrorCode::invalid_argument,
              fmt::format("wave_size is {}; {} has waves of {} lanes", wave_size, architecture,
                          both ? "32 or 64" : "64"));
}

}  // namespace

bool is_compatible(std::string_view device, std::string_view architecture) {
  return hip::is_compatible(device, architecture);
}

std::vector<std::string> to_compiler_flags(const CompileOptions& options, const Target& target) {
  std::vector<std::string> flags{"--offload-arch=" + target.architecture,
                                 fmt::format("-std=c++{}", options.standard),
                                 // The default of some versions is 256, too few for many kernels.
                                 "--gpu-max-threads-per-block=1024"};
  // Else the compiler reads headers of the host, most of which it cannot compile.
  if (!options.toolkit_headers) flags.emplace_back("-nostdinc");
  if (options.fast_math) flags.emplace_back("-ffast-math");
  if (options.contract) {
    flags.emplace_back(*options.contract ? "-ffp-contract=fast" : "-ffp-contract=off");
  }
  if (options.wave_size) {
    std::string flag = wave_size_option(*options.wave_size, target.architecture);
    if (!flag.empty()) flags.push_back(std::move(flag));
  }
  if (options.debug) flags.insert(flags.end(), {"-g", "-O0"});
  if (options.line_info) flags.emplace_back("-gline-tables-only");
  for (const std::string& folder : options.include_dirs) flags.push_back("-I" + folder);
  flags.insert(flags.end(), options.extra.begin(), options.extra.end());
  return flags;
}

std::unique_lock<std::mutex> lock_compiler() {
  static std::mutex& mutex = *new std::mutex;  // hiprtc is not thread-safe
  return std::unique_lock(mutex);
}

std::vector<std::byte> take_code(ProgramHandle program, const Target&) {
  std::size_t size = 0;
  DUET_COMPILER(program_code_size, program, &size);
  std::vector<std::byte> code(size);
  DUET_COMPILER(program_code, program, reinterpret_cast<char*>(code.data()));
  return code;
}

namespace {

/// Replaces the compiler's temporary files by what they are copies of.
std::string without_temporary_files(const std::string& log, std::string_view program_name) {
  static const std::regex temporary(R"([^\s:]*/(input/CompileSource|include/))");
  std::string readable;
  auto from = log.cbegin();
  for (std::sregex_iterator match(log.begin(), log.end(), temporary), end; match != end; ++match) {
    readable.append(from, (*match)[0].first);
    if ((*match)[1].str().starts_with("input")) readable.append(program_name);
    from = (*match)[0].second;
  }
  readable.append(from, log.cend());
  return readable;
}

}  // namespace

std::string readable_log(std::string log, std::string_view program_name) {
  // The linker names its temporary input, and the compiler the variables that it adds for names.
  static const std::regex reference(R"(\n>>> [^\n]*/comgr-[^\n]*)");
  const std::string text =
      std::regex_replace(without_temporary_files(log, program_name), reference, "");
  std::string readable;
  for (const CompilerMessage& message : compiler_messages(text)) {
    const bool is_name = message.file == name_expression_file;
    if (is_name && message.text.find("__hiprtc") != std::string_view::npos) continue;
    readable += message.whole;
  }
  return readable;
}

}  // namespace duet::vendor
