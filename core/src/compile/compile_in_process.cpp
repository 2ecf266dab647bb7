#include "compile_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "advice/missing_header.hpp"
#include "advice/own_name.hpp"
#include "advice/standard_name.hpp"
#include "base/identifier.hpp"
#include "compiler.hpp"
#include "compiler_program.hpp"
#include "compiler_run.hpp"
#include "kernel_names.hpp"
#include "program/compiler_messages.hpp"
#include "program/program_dump.hpp"
#include "program/spelling/cuda_header_advice.hpp"
#include "program/spelling/cuda_spelling.hpp"
#include "program/spelling/program_texts.hpp"
#include "source/declarations/designators.hpp"
#include "source/kernel_name.hpp"

namespace duet {

namespace {

void require(bool condition, const std::string& message) {
  if (!condition) throw Error(ErrorCode::invalid_argument, message);
}

bool has_null(const std::string& text) { return text.find('\0') != std::string::npos; }

void require_text(const std::string& text, const std::string& what) {
  const bool is_utf16 = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
  require(!is_utf16, fmt::format("compile: {} is UTF-16 text; save it as UTF-8", what));
  require(!has_null(text), fmt::format("compile: {} contains a null character, so it is a binary "
                                       "file or UTF-16 text; it must be UTF-8 text",
                                       what));
}

/// Whether a text is "NAME", "NAME=VALUE", or one of them with parameters: "NAME(a, b)=VALUE".
bool is_macro(std::string_view text) {
  if (text.find_first_of(std::string_view("\0\n", 2)) != std::string_view::npos) return false;
  const auto end = std::ranges::find_if_not(text, is_identifier_char);
  const std::string_view name = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  if (name.empty() || (name.front() >= '0' && name.front() <= '9')) return false;
  std::string_view rest = text.substr(name.size());
  if (rest.starts_with('(')) rest.remove_prefix(std::min(rest.size(), rest.find(')') + 1));
  return rest.empty() || rest.front() == '=';
}

/// One of two headers of a name would be passed over.
void require_distinct_headers(const Program& program) {
  std::unordered_map<std::string_view, const std::string*> texts;
  for (const Header& header : program.headers) {
    const auto [known, is_new] = texts.try_emplace(header.name, &header.text);
    require(is_new || *known->second == header.text,
            fmt::format("compile: '{}' has two headers '{}' of different text; give each a name of "
                        "its own",
                        program.name, header.name));
  }
}

void check_program(const Program& program) {
  require(!program.name.empty() && !has_null(program.name),
          "compile: the program has no name; set one, errors are reported under it");
  require_text(program.source, fmt::format("the source '{}'", program.name));
  for (const Header& header : program.headers) {
    require(!header.name.empty() && !has_null(header.name),
            fmt::format("compile: header '{}' of '{}' needs a name without null characters",
                        header.name, program.name));
    require_text(header.text, fmt::format("the header '{}' of '{}'", header.name, program.name));
  }
  require_distinct_headers(program);
  for (const std::string& macro : program.options.defines) {
    require(is_macro(macro),
            fmt::format("compile: '{}' of '{}' is not a macro; use NAME or NAME=VALUE on one line",
                        macro, program.name));
  }
  for (const std::string& kernel : program.kernels) {
    require(kernel.find_first_not_of(" \t\n") != std::string::npos && !has_null(kernel),
            fmt::format("compile: '{}' lists an empty kernel name", program.name));
  }
  require_kernels(program);
}

/// Whether the program has designators, `{.x = 1}`, in C++17. nvcc takes them, as its host
/// compilers do.
bool has_early_designators(const Program& program) {
  return program.options.standard < 20 && (mentions(program, "{.") || mentions(program, "{ .")) &&
         std::ranges::any_of(texts_of(program), has_designators);
}

/// The headers in CUDA's spelling are C++17, as which nearly all kernels of older standards
/// compile.
CompileOptions used_options(const Program& program) {
  CompileOptions options = program.options;
  if (!options.cuda_headers) return options;
  if (options.standard < 17) options.standard = 17;
  if (vendor::compiles_ptx && has_early_designators(program)) options.standard = 20;
  return options;
}

[[noreturn]] void throw_compile_error(vendor::CompilerStatus status, const Program& program,
                                      const vendor::Target& target, std::string log) {
  const std::string name = compiler().compiler_error_name(status);
  const ErrorCode code = vendor::classify(status);
  log = first_errors(log);
  if (log.empty()) log = fmt::format("the compiler gave no log, only the status {}", name);
  const std::string advice =
      code == ErrorCode::no_builtins
          ? fmt::format(
                "; the compiler {} is incomplete: install its whole package, or add "
                "the folder of its libraries to LD_LIBRARY_PATH",
                compiler_path())
          : "";
  const bool is_cuda = program.options.cuda_headers;
  std::string header = missing_header_advice(log, is_cuda);
  if (is_cuda && header.empty()) header = unsupported_cuda_advice(program, log);
  if (is_cuda) log = with_cuda_names(std::move(log));
  if (header.empty()) header = own_name_advice(log, program.source);
  if (header.empty()) header = standard_name_advice(log, is_cuda);
  if (header.empty()) header = missing_name_advice(log, is_cuda);
  const std::string errors = without_warnings(log);
  std::string message = code == ErrorCode::compile_failed
                            ? fmt::format("'{}' does not compile for {}:\n{}", program.name,
                                          target.architecture, errors)
                            : fmt::format("'{}' cannot be compiled for {} ({}{}):\n{}",
                                          program.name, target.architecture, name, advice, errors);
  if (!header.empty()) message += "\n" + header;
  ErrorDetails details{.vendor_name = name, .log = std::move(log)};
  if (code == ErrorCode::compile_failed) throw CompileError(code, message, std::move(details));
  throw Error(code, message, std::move(details));
}

/// Finds out by a second compilation whether the source or the name expressions are wrong.
[[noreturn]] void explain_failure(const CompilerProgram& failed, const Program& program,
                                  const vendor::Target& target,
                                  const std::vector<std::string>& flags, const CompileMode& mode) {
  const bool is_compiled = failed.status() == vendor::compiler_success;  // a name names no function
  const bool is_rejected = vendor::classify(failed.status()) == ErrorCode::compile_failed;
  if (program.kernels.empty() || !(is_compiled || is_rejected)) {
    throw_compile_error(failed.status(), program, target, failed.log());
  }
  Program unnamed = program;
  unnamed.kernels.clear();
  double milliseconds = 0;
  const auto compiled = run_compiler(unnamed, flags, mode, milliseconds);
  if (compiled->status() != vendor::compiler_success) {
    throw_compile_error(compiled->status(), program, target, compiled->log());
  }
  require_known_kernels(program);
  for (const std::string& kernel : program.kernels) {
    unnamed.kernels = {kernel};
    const auto named = run_compiler(unnamed, flags, mode, milliseconds);
    if (named->status() != vendor::compiler_success || is_compiled) {
      throw_name_error(unnamed, target.architecture, sort_messages(named->log()));
    }
  }
  throw_compile_error(failed.status(), program, target, failed.log());
}

}  // namespace

Code compile_in_process(const Program& program, const vendor::Target& target,
                        StderrMode stderr_mode, HostRepairs repairs) {
  const CompileMode mode{stderr_mode, repairs};
  check_program(program);
  const std::unique_lock lock = vendor::lock_compiler();
  double milliseconds = 0;
  const std::vector<std::string> flags = vendor::to_compiler_flags(used_options(program), target);
  const auto compiled = run_compiler(program, flags, mode, milliseconds);
  dump_program(program, compiled->status() == vendor::compiler_success);
  if (compiled->status() != vendor::compiler_success) {
    explain_failure(*compiled, program, target, flags, mode);
  }
  Code code{.bytes = vendor::take_code(compiled->handle(), target),
            .format = target.format,
            .architecture = target.architecture,
            .log = compiled->log(),
            .milliseconds = milliseconds};
  for (std::size_t i = 0; i < program.kernels.size(); ++i) {
    std::string lowered = compiled->lowered_name(i, code.bytes);
    if (lowered.empty()) explain_failure(*compiled, program, target, flags, mode);
    code.lowered_names.emplace(program.kernels[i], std::move(lowered));
  }
  return code;
}

}  // namespace duet
