#include "compile_for.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "compiler.hpp"
#include "embedded.hpp"
#include "kept_program.hpp"
#include "macros.hpp"
#include "standard_error_capture.hpp"

namespace duet {

namespace {

std::vector<const char*> pointers(const std::vector<std::string>& strings) {
  std::vector<const char*> result;
  for (const std::string& string : strings) result.push_back(string.c_str());
  return result;
}

/// The headers a program sees: its own first, then duet's that it does not replace. Every text
/// ends in a newline, since an empty one crashes a compiler.
struct HeaderSet {
  explicit HeaderSet(const Program& program) {
    for (const Header& header : program.headers) add(header.name, header.text);
    for (const embedded::File& file : embedded::device_headers()) {
      if (std::ranges::find(names, file.name) == names.end()) {
        add(std::string(file.name), std::string(file.text));
      }
    }
  }
  void add(std::string name, std::string text) {
    names.push_back(std::move(name));
    texts.push_back(std::move(text) + "\n");
  }

  std::vector<std::string> names;
  std::vector<std::string> texts;
};

void require(bool holds, const std::string& message) {
  if (!holds) throw Error(ErrorCode::invalid_argument, message);
}

bool has_null(const std::string& text) { return text.find('\0') != std::string::npos; }

void check_program(const Program& program) {
  require(!program.name.empty() && !has_null(program.name),
          "compile: a program needs a name, which errors are reported under");
  require(!has_null(program.source),
          fmt::format("compile: the source of '{}' contains a null character", program.name));
  for (const Header& header : program.headers) {
    require(
        !header.name.empty() && !has_null(header.name) && !has_null(header.text),
        fmt::format("compile: header '{}' of '{}' needs a name and text without null characters",
                    header.name, program.name));
  }
  for (const std::string& macro : program.options.defines) {
    require(!macro.empty() && !has_null(macro) && macro.find('\n') == std::string::npos,
            fmt::format("compile: '{}' of '{}' is no macro; give NAME or NAME=VALUE on one line",
                        macro, program.name));
  }
  for (const std::string& kernel : program.kernels) {
    require(kernel.find_first_not_of(" \t\n") != std::string::npos && !has_null(kernel),
            fmt::format("compile: '{}' lists an empty kernel name", program.name));
  }
}

/// What the compiler gets. It is not empty, which one compiler refuses.
std::string source_text(const Program& program) {
  if constexpr (vendor::hides_macros) return program.source + "\n";
  return with_macros(program.options.defines, program.source, program.name) + "\n";
}

/// Owns a vendor's program.
class CompilerProgram {
 public:
  CompilerProgram(const Program& program, const HeaderSet& headers) : name_(program.name) {
    std::vector<const char*> texts = pointers(headers.texts);
    std::vector<const char*> names = pointers(headers.names);
    const std::string source = source_text(program);
    DUET_COMPILER(program_create, &handle_, source.c_str(), program.name.c_str(),
                  static_cast<int>(texts.size()), texts.data(), names.data());
  }
  CompilerProgram(const CompilerProgram&) = delete;
  CompilerProgram& operator=(const CompilerProgram&) = delete;
  ~CompilerProgram() { (void)compiler().program_destroy(&handle_); }

  vendor::ProgramHandle handle() const noexcept { return handle_; }

  /// @param chatter  what the compiler said elsewhere
  std::string log(const std::string& chatter) const {
    std::size_t size = 0;
    DUET_COMPILER(program_log_size, handle_, &size);
    std::string text(size, '\0');
    if (size != 0) DUET_COMPILER(program_log, handle_, text.data());
    text.resize(text.find_last_not_of(std::string("\0\n ", 3)) + 1);
    if (!text.empty() && !chatter.empty()) text += '\n';
    text += chatter.substr(0, chatter.find_last_not_of("\n ") + 1);
    return vendor::readable_log(std::move(text), name_);
  }

  /// The name of kernel `index` of those added. @param code  what the program was compiled to
  std::string lowered_name(const std::vector<std::string>& kernels, std::size_t index,
                           std::span<const std::byte> code) const {
    const char* lowered = nullptr;
    const char* expression = kernels[index].c_str();
    const auto status = compiler().program_lowered_name(handle_, expression, &lowered);
    if (status == vendor::compiler_success) return lowered;
    const std::vector<std::string> named = vendor::named_kernels(code);
    if (named.size() == kernels.size()) return named[index];
    DUET_COMPILER(program_lowered_name, handle_, expression, &lowered);
    return lowered;
  }

 private:
  vendor::ProgramHandle handle_{};
  std::string name_;
};

[[noreturn]] void throw_compile_error(vendor::CompilerStatus status, const Program& program,
                                      const vendor::Target& target, std::string log) {
  const std::string name = compiler().compiler_error_name(status);
  const ErrorCode code = vendor::classify(status);
  if (log.empty()) log = fmt::format("the compiler gave no log, only the status {}", name);
  const std::string advice =
      code == ErrorCode::no_builtins
          ? fmt::format(
                "; the compiler {} lacks a part of itself: install its whole package, or add "
                "the folder of its libraries to LD_LIBRARY_PATH",
                compiler_path())
          : "";
  const std::string message =
      code == ErrorCode::compile_failed
          ? fmt::format("'{}' does not compile for {}:\n{}", program.name, target.architecture, log)
          : fmt::format("'{}' cannot be compiled for {} ({}{}):\n{}", program.name,
                        target.architecture, name, advice, log);
  ErrorDetails details{.vendor_name = name, .log = std::move(log)};
  if (code == ErrorCode::compile_failed) throw CompileError(code, message, std::move(details));
  throw Error(code, message, std::move(details));
}

}  // namespace

Code compile_here(const Program& program, const vendor::Target& target, Chatter chatter) {
  check_program(program);
  const std::vector<std::string> options = vendor::spell(program.options, target);
  std::vector<const char*> flags = pointers(options);
  const HeaderSet headers(program);

  const std::unique_lock lock = vendor::lock_compiler();
  const CompilerProgram compiled(program, headers);
  for (const std::string& kernel : program.kernels) {
    DUET_COMPILER(program_add_name, compiled.handle(), kernel.c_str());
  }
  std::optional<StandardErrorCapture> capture;
  if (vendor::writes_to_standard_error && chatter == Chatter::caught) capture.emplace();
  const auto start = std::chrono::steady_clock::now();
  const vendor::CompilerStatus status =
      compiler().program_compile(compiled.handle(), static_cast<int>(flags.size()), flags.data());
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  std::string log = compiled.log(capture ? capture->take() : "");
  keep_program(program, status == vendor::compiler_success);
  if (status != vendor::compiler_success) {
    throw_compile_error(status, program, target, std::move(log));
  }

  Code code{.bytes = vendor::take_code(compiled.handle(), target),
            .format = target.format,
            .architecture = target.architecture,
            .log = std::move(log),
            .milliseconds = took.count()};
  for (std::size_t i = 0; i < program.kernels.size(); ++i) {
    code.lowered_names.emplace(program.kernels[i],
                               compiled.lowered_name(program.kernels, i, code.bytes));
  }
  return code;
}

}  // namespace duet
