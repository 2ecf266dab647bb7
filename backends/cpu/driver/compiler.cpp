// The compiler part of contract.hpp: the host's C++ compiler.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/environment.hpp"
#include "contract.hpp"
#include "cpu/base/architecture.hpp"
#include "cpu/base/sanitizer/kernel_sanitizer.hpp"
#include "cpu/base/wave_size.hpp"
#include "cpu/compiler/host/host_compiler.hpp"
#include "cpu/compiler/standby/standby.hpp"

namespace duet::vendor {

namespace {

/// The newest debug format that valgrind 3.19 reads.
constexpr const char* debug_format = "-gdwarf-4";

void add_sanitizer(std::vector<std::string>& options) {
  if (const char* name = cpu::kernel_sanitizer()) {
    options.insert(options.end(), {name, debug_format, "-g1", "-fno-omit-frame-pointer"});
  }
}

bool has_host_headers() { return accepted_value("DUET_CPU_HOST_HEADERS") == "on"; }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

const LibrarySearch& compiler_search() {
  static const LibrarySearch search{.what = "the CPU backend's compiler",
                                    .advice = "",
                                    .missing = ErrorCode::no_compiler,
                                    .override_variable = "",
                                    .names = {},
                                    .folders = {}};
  return search;
}

std::optional<ToolkitSearch> toolkit_search(const std::string&) { return std::nullopt; }

ErrorCode classify(CompilerStatus status) noexcept {
  switch (status) {
    case CompilerStatus::no_compiler: return ErrorCode::no_compiler;
    case CompilerStatus::compile_failed: return ErrorCode::compile_failed;
    case CompilerStatus::invalid_input: return ErrorCode::invalid_argument;
    case CompilerStatus::io_failed: return ErrorCode::io;
    case CompilerStatus::unknown_name: return ErrorCode::unknown_kernel;
    case CompilerStatus::success: break;
  }
  return ErrorCode::internal;
}

std::string explain(CompilerStatus status) {
  std::string error;
  const std::optional<cpu::HostCompiler> compiler = cpu::find_host_compiler(error);
  if (!compiler) return error.substr(0, error.find_last_not_of('\n') + 1);
  if (status != CompilerStatus::io_failed) return {};
  try {
    (void)cpu::version_line(compiler->path);
  } catch (const std::exception& cause) {
    return "the compiler of kernels, " + compiler->path + ", cannot be started: " + cause.what();
  }
  return "the compiler of kernels, " + compiler->path +
         ", does not tell its version; set DUET_CPU_COMPILER to clang++ or g++, or unset it";
}

std::vector<std::string> compiler_files() {
  std::string error;
  const std::optional<cpu::HostCompiler> compiler = cpu::find_host_compiler(error);
  if (!compiler) return {};
  try {
    std::vector<std::string> files = cpu::parts_of(*compiler);
    files.push_back(cpu::find_program("ld"));
    return files;
  } catch (const std::exception& cause) {
    throw Error(ErrorCode::io, "the files of the compiler of kernels, " + compiler->path +
                                   ", cannot be found: " + cause.what());
  }
}

std::span<const char* const> compiler_choice_variables() {
  static constexpr std::array names{"DUET_CPU_COMPILER", "PATH"};
  return names;
}

std::span<const char* const> compiler_variables() {
  static constexpr std::array names{"CPATH",         "C_INCLUDE_PATH",  "CPLUS_INCLUDE_PATH",
                                    "COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH"};
  return names;
}

std::string compiler_description(int major, int minor, const std::string&) {
  std::string error;
  const std::optional<cpu::HostCompiler> compiler = cpu::find_host_compiler(error);
  if (!compiler) return "no C++ compiler";
  return (compiler->is_clang ? "clang " : "g++ ") + std::to_string(major) + "." +
         std::to_string(minor) + " (" + compiler->path + ")";
}

std::string driver_age_warning(int, int, int) { return {}; }

std::vector<std::string> supported_architectures() { return cpu::architectures(); }

Target parse_target(std::string_view architecture) {
  const std::vector<std::string>& known = cpu::architectures();
  if (std::ranges::find(known, architecture) == known.end()) {
    throw Error(ErrorCode::unsupported_architecture,
                "'" + std::string(architecture) +
                    "' is not an architecture of the CPU backend; those are " + joined(known));
  }
  return {std::string(architecture), CodeFormat::shared_object};
}

Target target_for(const DeviceInfo& device, std::span<const std::string>) {
  return parse_target(device.architecture);
}

// Each level includes the levels before it.
bool is_compatible(std::string_view device, std::string_view architecture) {
  const std::vector<std::string>& all = cpu::architectures();
  const auto wanted = std::ranges::find(all, architecture);
  const auto own = std::ranges::find(all, device);
  return own != all.end() && wanted <= own;
}

std::vector<std::string> to_compiler_flags(const CompileOptions& options, const Target& target) {
  constexpr std::array standards{11, 14, 17, 20};
  if (std::ranges::find(standards, options.standard) == standards.end()) {
    throw Error(ErrorCode::invalid_argument,
                "C++" + std::to_string(options.standard) + " is not one of C++11, 14, 17 and 20");
  }
  const int wave_size = options.wave_size.value_or(cpu::default_wave_size());
  if (!cpu::is_wave_size(wave_size)) {
    throw Error(ErrorCode::invalid_argument,
                !options.wave_size ? cpu::wave_size_error()
                                   : "wave_size is " + std::to_string(wave_size) +
                                         "; the CPU backend compiles for waves of 32 or 64 lanes");
  }
  std::vector<std::string> spelled{"-std=c++" + std::to_string(options.standard),
                                   cpu::machine_option(target.architecture),
                                   "-DDUET_CPU_ARCHITECTURE=\"" + target.architecture + "\"",
                                   "-DDUET_CPU_WAVE_SIZE=" + std::to_string(wave_size)};
  // As on GPUs, whose compilers have no headers of the host.
  if (!has_host_headers()) spelled.emplace_back("-nostdinc");
  if (options.fast_math) spelled.emplace_back("-ffast-math");
  if (options.contract) {
    spelled.emplace_back(*options.contract ? "-ffp-contract=fast" : "-ffp-contract=off");
  }
  add_sanitizer(spelled);
  if (options.line_info) spelled.insert(spelled.end(), {debug_format, "-g1"});
  if (options.debug) spelled.insert(spelled.end(), {debug_format, "-g", "-O0"});
  for (const std::string& define : options.defines) spelled.push_back("-D" + define);
  for (const std::string& folder : options.include_dirs) spelled.push_back("-I" + folder);
  spelled.insert(spelled.end(), options.extra.begin(), options.extra.end());
  return spelled;
}

void set_compiler_standby(bool on) noexcept { cpu::set_standby(on); }

std::unique_lock<std::mutex> lock_compiler() { return {}; }

std::vector<std::byte> take_code(ProgramHandle program, const Target&) {
  std::size_t size = 0;
  if (cpu::program_code_size(program, &size) != compiler_success) {
    throw Error(ErrorCode::internal, "the program that compiled has no code");
  }
  std::vector<std::byte> code(size);
  (void)cpu::program_code(program, reinterpret_cast<char*>(code.data()));
  return code;
}

std::vector<std::string> named_kernels(std::span<const std::byte>) { return {}; }

std::string readable_log(std::string log, std::string_view) { return log; }

}  // namespace duet::vendor
