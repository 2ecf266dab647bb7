// The compiler part of contract.hpp on hiprtc.

#include "compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <regex>

#include "targets.hpp"

namespace duet::vendor {

const LibrarySearch& compiler_search() {
  static const LibrarySearch search{
      .what = "AMD's run-time compiler hiprtc",
      .advice = fmt::format("install HIP {} (ROCm, or Debian's libamdhip64)", HIP_VERSION_MAJOR),
      .missing = ErrorCode::no_compiler,
      .override_variable = "DUET_COMPILER_LIBRARY",
      // Early versions keep the compiler inside the runtime's library.
      .names = {fmt::format("libhiprtc.so.{}", HIP_VERSION_MAJOR),
                fmt::format("libamdhip64.so.{}", HIP_VERSION_MAJOR)},
      .folders = {environment_path("ROCM_PATH", "/lib"), environment_path("HIP_PATH", "/lib"),
                  "/opt/rocm/lib", "/usr/lib/x86_64-linux-gnu"}};
  return search;
}

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

std::string compiler_description(int major, int minor, const std::string& path) {
  return fmt::format("hiprtc {}.{} of HIP {}.{} ({})", major, minor, HIP_VERSION_MAJOR,
                     HIP_VERSION_MINOR, path);
}

std::vector<std::string> supported_architectures() { return hip::known_targets(); }

namespace {

/// "gfx90a:sramecc+:xnack-": a processor with features switched on or off.
bool is_target_name(const std::string& name) {
  static const std::regex form("gfx[0-9a-f]+(:sramecc[+-])?(:xnack[+-])?");
  return std::regex_match(name, form);
}

}  // namespace

Target parse_target(std::string_view architecture) {
  std::string name(architecture);
  // Asked before hiprtc sees it: an unknown target aborts the process there.
  if (!is_target_name(name) || !hip::knows_target(name)) {
    throw Error(ErrorCode::unsupported_architecture,
                fmt::format("architecture '{}' is not supported; this compiler supports {}, with "
                            "features where they have them (gfx90a:sramecc+:xnack-)",
                            name, fmt::join(supported_architectures(), ", ")));
  }
  return {std::move(name), CodeFormat::code_object};
}

Target target_for(const DeviceInfo& device) { return parse_target(device.architecture); }

std::vector<std::string> spell(const CompileOptions& options, const Target& target) {
  std::vector<std::string> flags{"--offload-arch=" + target.architecture,
                                 fmt::format("-std=c++{}", options.standard),
                                 // The default of some versions is 256, too few for many kernels.
                                 "--gpu-max-threads-per-block=1024"};
  if (options.fast_math) flags.emplace_back("-ffast-math");
  if (options.contract) {
    flags.emplace_back(*options.contract ? "-ffp-contract=fast" : "-ffp-contract=off");
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

std::string readable_log(std::string log, std::string_view program_name) {
  // The compiler works on a copy in a temporary folder.
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

}  // namespace duet::vendor
