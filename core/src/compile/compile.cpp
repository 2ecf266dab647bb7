#include <duet/compile.hpp>
#include <duet/profiling_range.hpp>

#include <fmt/format.h>

#include "base/launch_observer.hpp"
#include "base/log.hpp"
#include "compile/helper/pool.hpp"
#include "compile_target.hpp"
#include "compiler.hpp"
#include "driver/driver.hpp"
#include "driver/open_capture.hpp"
#include "system/child_processes.hpp"
#include "system/temporary_folder.hpp"
#include "toolkit.hpp"

namespace duet {

const char* name_of(CodeFormat format) noexcept {
  switch (format) {
    case CodeFormat::cubin: return "cubin";
    case CodeFormat::ptx: return "ptx";
    case CodeFormat::code_object: return "code object";
    case CodeFormat::shared_object: return "shared object";
  }
  return "unknown";
}

const char* extension_of(CodeFormat format) noexcept {
  switch (format) {
    case CodeFormat::cubin: return "cubin";
    case CodeFormat::ptx: return "ptx";
    case CodeFormat::code_object: return "hsaco";
    case CodeFormat::shared_object: return "so";
  }
  return "bin";
}

namespace {

/// Lets a helper repair the program, since compilers have crashed on what is left of one.
Code compile_with_repairs_in_helper(const Program& program, const vendor::Target& target) {
  try {
    return compile_in_process(program, target, StderrMode::capture, HostRepairs::refused);
  } catch (const NeedsRepairs&) {
    if (helper::Pool* pool = helper::Pool::instance()) return pool->compile({program, target});
  }
  return compile_in_process(program, target);
}

Code compile_in_helper_or_process(const Program& program, const vendor::Target& target) {
  if constexpr (vendor::compiles_in_helpers) {
    if (helper::Pool* pool = helper::Pool::instance()) return pool->compile({program, target});
  }
  return vendor::repairs_in_helpers ? compile_with_repairs_in_helper(program, target)
                                    : compile_in_process(program, target);
}

}  // namespace

Code compile_target(const Program& program, const vendor::Target& target) {
  detail::require_no_capture("compiling");
  const ProfilingRange range("compile " + program.name);
  Code code = compile_in_helper_or_process(program, target);
  log(LogLevel::info, "compiled '{}' for {} in {:.0f} ms", program.name, code.architecture,
      code.milliseconds);
  if (launch_observer != nullptr) launch_observer->compiled(program, code.bytes);
  return code;
}

namespace {

Code compile_with_toolkit(const Program& program, const vendor::Target& target) {
  check_header_choice(program);
  if (!program.options.toolkit_headers) return compile_target(program, target);
  return compile_target(
      with_toolkit(program, toolkit_folders(compiler_path(), program.options.toolkit_dir)), target);
}

}  // namespace

vendor::Target target_of(const Program& program, const Device& device,
                         std::span<const std::string> supported) {
  const std::string& wanted = program.options.architecture;
  if (wanted.empty()) return vendor::target_for(device.info(), supported);
  vendor::Target target = vendor::parse_target(wanted);
  if (!vendor::is_compatible(device.info().architecture, target.architecture)) {
    throw Error(ErrorCode::unsupported_architecture,
                fmt::format("'{}' is to be compiled for {} (CompileOptions::architecture), whose "
                            "code device {} ({}, {}) does not run",
                            program.name, wanted, device.ordinal(), device.info().name,
                            device.info().architecture));
  }
  return target;
}

Code compile(const Program& program, const Device& device) {
  return compile_with_toolkit(program,
                              target_of(program, device, vendor::supported_architectures()));
}

Code compile(const Program& program, std::string_view architecture) {
  const std::string& wanted = program.options.architecture;
  if (!wanted.empty() && wanted != architecture) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("compile: '{}' is to be compiled for {}, but "
                            "CompileOptions::architecture is {}",
                            program.name, architecture, wanted));
  }
  return compile_with_toolkit(program, vendor::parse_target(architecture));
}

void set_compiler_standby(bool on) noexcept { vendor::set_compiler_standby(on); }

void abandon_compilations() noexcept {
  end_children();
  TemporaryFolder::remove_all();
}

std::vector<std::string> supported_architectures() { return vendor::supported_architectures(); }

std::string compiler_description() {
  int major = 0;
  int minor = 0;
  DUET_COMPILER(compiler_version, &major, &minor);
  return vendor::compiler_description(major, minor, compiler_path());
}

std::string driver_age_warning() {
  int driver_version = 0;
  check(driver_table().driver_version(&driver_version),
        DUET_CALL_SITE(DriverNames, driver_version, "&driver_version"));
  int major = 0;
  int minor = 0;
  DUET_COMPILER(compiler_version, &major, &minor);
  return vendor::driver_age_warning(driver_version, major, minor);
}

}  // namespace duet
