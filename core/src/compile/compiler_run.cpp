#include "compiler_run.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/log.hpp"
#include "compiler.hpp"
#include "program/compiler_messages.hpp"
#include "program/global_integers.hpp"
#include "program/lean/lean_headers.hpp"
#include "program/macros.hpp"
#include "program/spelling/cuda_spelling.hpp"
#include "program/spelling/host_code_errors.hpp"
#include "program/spelling/program_texts.hpp"
#include "source/kernel_name.hpp"

namespace duet {

namespace {

/// Returns the text for the compiler. Never empty, since one compiler rejects an empty source.
std::string source_text(const Program& program) {
  const std::string_view source = without_byte_order_mark(program.source);
  if constexpr (vendor::takes_macros_as_flags) return std::string(source) + "\n";
  std::string text = with_macros(program.options.defines, source, program.name) + "\n";
  if (!vendor::keeps_file_names) text.insert(0, line_directive(1, program.name));
  // One compiler appends the name expressions to the source.
  if (!program.kernels.empty()) text += line_directive(1, name_expression_file);
  return text;
}

/// Compiles fast if possible and with lean headers; if the result is not accepted, in the normal
/// way with whole headers.
/// @param milliseconds  incremented by the time of all attempts
std::unique_ptr<CompilerProgram> run_compiler_once(const Program& program,
                                                   const std::vector<std::string>& options,
                                                   StderrMode stderr_mode, double& milliseconds) {
  const auto attempt = [&](const std::string& source, const HeaderSet& headers,
                           const std::vector<std::string>& flags) {
    auto compiled = std::make_unique<CompilerProgram>(program, source, headers);
    compiled->compile(flags, stderr_mode);
    milliseconds += compiled->milliseconds();
    return compiled;
  };
  const std::string text = source_text(program);
  const auto lean_texts = lean_headers(program, vendor::backend_name);
  const HeaderSet lean(program, lean_texts);
  std::vector<std::string> fast = vendor::fast_compile_flags(program);
  if (!fast.empty() || !lean_texts.empty()) {
    fast.insert(fast.begin(), options.begin(), options.end());
    auto compiled = attempt(text, lean, fast);
    if (compiled->status() == vendor::compiler_success) return compiled;
  }
  auto compiled = attempt(text, HeaderSet(program), options);
  if (!lean_texts.empty() && compiled->status() == vendor::compiler_success)
    log(LogLevel::info, "'{}' compiles with whole headers only", program.name);
  return compiled;
}

bool is_wrong(const CompilerProgram& compiled) {
  return compiled.status() != vendor::compiler_success &&
         vendor::classify(compiled.status()) == ErrorCode::compile_failed;
}

/// The program without the host's code that errors tell not to keep, and with what they miss.
/// @param has_own_cause  set to whether there are errors of the program's own
/// @returns nothing if the errors tell nothing new
std::optional<SpelledProgram> mended(const SpelledProgram& spelled, const Program& program,
                                     const SpellingTarget& target, HostCodeHints& hints,
                                     const std::string& log, bool& has_own_cause) {
  for (bool is_first = true;; is_first = false) {
    const HostCodeErrors errors = learn_from_errors(hints, spelled, log);
    if (is_first) has_own_cause = errors.have_own_cause;
    if (!errors.have_news) return std::nullopt;
    SpelledProgram next = with_cuda_spelling(program, target, hints);
    // What is missed may be what does not compile; then its uses do not, either.
    if (!(next.program == spelled.program)) return next;
  }
}

/// The program again, whose functions without marks can be called by host and device, or no longer
/// can where that is what the compiler refuses.
/// @returns nothing if the compiler cannot be told so, if that was tried, or if no error is about
///          that
std::optional<SpelledProgram> with_both_sides(const Program& program, const SpellingTarget& target,
                                              HostCodeHints& hints, std::string_view log) {
  const bool calls_host = log.find("__host__ function") != std::string_view::npos;
  constexpr std::string_view twice = "'device' and 'global' attributes are not compatible";
  if (!hints.declares_kernels_twice && log.find(twice) != std::string_view::npos) {
    hints.declares_kernels_twice = true;
    return with_cuda_spelling(program, target, hints);
  }
  if (target.both_sides_pragma.empty() || hints.has_both_sides || !calls_host) return std::nullopt;
  hints.has_both_sides = true;
  return with_cuda_spelling(program, target, hints);
}

/// The program again, all of whose functions with marks are for devices. For templates for devices
/// with specialisations for both sides, which nvcc allows.
/// @returns nothing if no error is about that, or if that was tried
std::optional<SpelledProgram> with_devices_alone(const Program& program,
                                                 const SpellingTarget& target, HostCodeHints& hints,
                                                 std::string_view log) {
  const bool is_told = log.find("target attributes do not match") != std::string_view::npos;
  if (!is_told || hints.has_devices_alone) return std::nullopt;
  hints.has_devices_alone = true;
  return with_cuda_spelling(program, target, hints);
}

/// The program again, whose functions for devices that do not compile are errors only where kernels
/// reach them. For what compilers tell when nothing else helps.
/// @returns nothing if the log tells no new place in such a function
std::optional<SpelledProgram> with_unreached(const SpelledProgram& spelled, const Program& program,
                                             const SpellingTarget& target, HostCodeHints& hints,
                                             const std::string& log) {
  const std::size_t before = hints.unreached.size();
  hints.unreached.merge(learn_from_errors(hints, spelled, log).places);
  if (hints.unreached.size() == before) return std::nullopt;
  SpelledProgram next = with_cuda_spelling(program, target, hints);
  if (next.program == spelled.program) return std::nullopt;
  return next;
}

std::string first_error(std::string_view log) {
  for (const CompilerMessage& message : compiler_messages(log)) {
    if (message.is_error())
      return fmt::format("{}:{}: {}", message.file, message.line, message.text);
  }
  return std::string(log);
}

/// Compiles a program in CUDA's spelling. If it fails, its errors tell which of the host's code
/// kernels need and which does not compile without the host; it is compiled again accordingly.
/// @returns the successful compilation, or the last one with errors of the program's own
std::unique_ptr<CompilerProgram> run_compiler_for_cuda(const Program& program,
                                                       const std::vector<std::string>& options,
                                                       const CompileMode& mode, HostCodeHints hints,
                                                       double& milliseconds) {
  constexpr SpellingTarget target{.compiles_ptx = vendor::compiles_ptx,
                                  .expands_names = vendor::expands_macros_in_names,
                                  .has_plain_coordinates = vendor::has_plain_coordinates,
                                  .both_sides_pragma = vendor::both_sides_pragma};
  constexpr int most_repetitions = 12;
  SpelledProgram spelled = with_cuda_spelling(program, target, hints);
  auto compiled = run_compiler_once(spelled.program, options, mode.of_stderr, milliseconds);
  std::vector<std::string> repeated_options = options;
  if (!vendor::all_errors_flag.empty()) repeated_options.emplace_back(vendor::all_errors_flag);
  std::unique_ptr<CompilerProgram> reported;
  for (int i = 0; i < most_repetitions && is_wrong(*compiled); ++i) {
    bool has_own_cause = false;
    const std::string errors = compiled->log();
    auto next = with_devices_alone(program, target, hints, errors);
    if (!next) next = mended(spelled, program, target, hints, errors, has_own_cause);
    if (has_own_cause || !reported) reported = std::move(compiled);
    if (!next) next = with_both_sides(program, target, hints, reported->log());
    if (!next) next = with_unreached(spelled, program, target, hints, errors);
    if (!next) return reported;
    if (mode.repairs == HostRepairs::refused) throw NeedsRepairs();
    log(LogLevel::info, "'{}' is compiled again, since: {}", program.name, first_error(errors));
    spelled = std::move(*next);
    compiled = run_compiler_once(spelled.program, repeated_options, mode.of_stderr, milliseconds);
  }
  if (reported && compiled->status() == vendor::compiler_success)
    log(LogLevel::info, "'{}' compiles with the host code that errors told to keep", program.name);
  return compiled;
}

/// Whether a program does other things in compilers at run time than for nvcc.
bool tests_run_time_macro(const Program& program) {
  return mentions(program, run_time_macro) &&
         std::ranges::none_of(program.options.defines, [](std::string_view macro) {
           return macro.starts_with(run_time_macro);
         });
}

}  // namespace

std::unique_ptr<CompilerProgram> run_compiler(const Program& program,
                                              const std::vector<std::string>& options,
                                              const CompileMode& mode, double& milliseconds) {
  Program prepared = with_global_integers(program);
  for (std::string& kernel : prepared.kernels) kernel = address_expression(kernel);
  if (!program.options.cuda_headers)
    return run_compiler_once(prepared, options, mode.of_stderr, milliseconds);
  auto compiled = run_compiler_for_cuda(prepared, options, mode, {}, milliseconds);
  if (!is_wrong(*compiled) || !tests_run_time_macro(program)) return compiled;
  if (mode.repairs == HostRepairs::refused) throw NeedsRepairs();
  auto like_nvcc =
      run_compiler_for_cuda(prepared, options, mode, {.is_ahead_of_time = true}, milliseconds);
  return is_wrong(*like_nvcc) ? std::move(compiled) : std::move(like_nvcc);
}

}  // namespace duet
