#include "cpu/base/compiler_calls.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cpu/compiler/build.hpp"
#include "cpu/compiler/host/host_compiler.hpp"
#include "cpu/compiler/source/program_text.hpp"
#include "program/global_integers.hpp"

namespace duet::cpu {

namespace {

/// Whether a header's name stays within the folder that it is written to.
bool is_safe_name(const char* name) {
  const std::filesystem::path path(name);
  if (path.empty() || path.is_absolute() || !path.has_filename()) return false;
  return std::ranges::none_of(path, [](const auto& part) { return part == ".." || part == "."; });
}

/// Finds the last version number that follows a space: compilers print their own last, or before a
/// distribution's in parentheses.
bool find_version(const std::string& line, int* major, int* minor) {
  bool found = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool begins =
        std::isdigit(static_cast<unsigned char>(line[i])) != 0 && (i == 0 || line[i - 1] == ' ');
    int a = 0;
    int b = 0;
    if (begins && std::sscanf(line.c_str() + i, "%d.%d", &a, &b) == 2) {
      *major = a;
      *minor = b;
      found = true;
    }
  }
  return found;
}

/// Runs the action of a call. An exception becomes `io_failed`.
template <typename Action>
CompilerStatus guarded_call(Action action) noexcept {
  try {
    return action();
  } catch (...) {
    return CompilerStatus::io_failed;
  }
}

}  // namespace

CompilerStatus compiler_version(int* major, int* minor) noexcept {
  return guarded_call([&] {
    if (major == nullptr || minor == nullptr) return CompilerStatus::invalid_input;
    std::string error;
    const std::optional<HostCompiler> compiler = find_host_compiler(error);
    if (!compiler) return CompilerStatus::no_compiler;
    return find_version(version_line(compiler->path), major, minor) ? CompilerStatus::success
                                                                    : CompilerStatus::io_failed;
  });
}

const char* compiler_error_name(CompilerStatus status) noexcept {
  switch (status) {
    case CompilerStatus::success: return "success";
    case CompilerStatus::invalid_input: return "invalid_input";
    case CompilerStatus::compile_failed: return "compile_failed";
    case CompilerStatus::no_compiler: return "no_compiler";
    case CompilerStatus::io_failed: return "io_failed";
    case CompilerStatus::unknown_name: return "unknown_name";
  }
  return "unknown status";
}

CompilerStatus program_create(Program** program, const char* source, const char* name, int count,
                              const char* const* headers, const char* const* names) noexcept {
  return guarded_call([&] {
    if (program == nullptr || source == nullptr || count < 0) return CompilerStatus::invalid_input;
    if (count > 0 && (headers == nullptr || names == nullptr)) return CompilerStatus::invalid_input;
    auto created = std::make_unique<Program>();
    created->source = source;
    created->name = name != nullptr && *name != '\0' ? name : "kernel";
    for (int i = 0; i < count; ++i) {
      if (headers[i] == nullptr || names[i] == nullptr) return CompilerStatus::invalid_input;
      if (!is_safe_name(names[i])) {
        created->log = "the CPU backend takes no header named '" + std::string(names[i]) +
                       "': name headers by relative paths without '.' and '..'\n";
        break;
      }
      created->headers.push_back({names[i], headers[i]});
    }
    *program = created.release();
    return CompilerStatus::success;
  });
}

CompilerStatus program_destroy(Program** program) noexcept {
  if (program == nullptr) return CompilerStatus::invalid_input;
  delete *program;
  *program = nullptr;
  return CompilerStatus::success;
}

CompilerStatus program_add_name(Program* program, const char* expression) noexcept {
  return guarded_call([&] {
    if (program == nullptr || expression == nullptr || program->compiled) {
      return CompilerStatus::invalid_input;
    }
    if (bare_expression(expression).empty()) return CompilerStatus::invalid_input;
    if (std::ranges::find(program->kernels, expression) == program->kernels.end()) {
      program->kernels.emplace_back(expression);
      program->names.push_back(without_global_scope(expression));
    }
    return CompilerStatus::success;
  });
}

CompilerStatus program_compile(Program* program, int count, const char* const* options) noexcept {
  return guarded_call([&] {
    if (program == nullptr || program->compiled || count < 0) return CompilerStatus::invalid_input;
    if (count > 0 && options == nullptr) return CompilerStatus::invalid_input;
    program->compiled = true;
    if (!program->log.empty()) return CompilerStatus::invalid_input;  // for its headers
    try {
      return build(*program, std::vector<std::string>(options, options + count));
    } catch (const std::exception& error) {
      program->log += error.what();
      program->log += '\n';
      return CompilerStatus::io_failed;
    }
  });
}

CompilerStatus program_lowered_name(Program* program, const char* expression,
                                    const char** lowered) noexcept {
  if (program == nullptr || expression == nullptr || lowered == nullptr) {
    return CompilerStatus::invalid_input;
  }
  const auto found = std::ranges::find(program->kernels, expression);
  if (program->code.empty() || found == program->kernels.end()) {
    return CompilerStatus::unknown_name;
  }
  const auto index = static_cast<std::size_t>(found - program->kernels.begin());
  *lowered = program->names[index].c_str();
  return CompilerStatus::success;
}

CompilerStatus program_log_size(Program* program, std::size_t* bytes) noexcept {
  if (program == nullptr || bytes == nullptr) return CompilerStatus::invalid_input;
  *bytes = program->log.size() + 1;
  return CompilerStatus::success;
}

CompilerStatus program_log(Program* program, char* log) noexcept {
  if (program == nullptr || log == nullptr) return CompilerStatus::invalid_input;
  std::memcpy(log, program->log.c_str(), program->log.size() + 1);
  return CompilerStatus::success;
}

CompilerStatus program_code_size(Program* program, std::size_t* bytes) noexcept {
  if (program == nullptr || bytes == nullptr || program->code.empty()) {
    return CompilerStatus::invalid_input;
  }
  *bytes = program->code.size();
  return CompilerStatus::success;
}

CompilerStatus program_code(Program* program, char* code) noexcept {
  if (program == nullptr || code == nullptr || program->code.empty()) {
    return CompilerStatus::invalid_input;
  }
  std::memcpy(code, program->code.data(), program->code.size());
  return CompilerStatus::success;
}

}  // namespace duet::cpu
