#include "build.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "compiler_log.hpp"
#include "cpu/base/sanitizer/address_sanitizer.hpp"
#include "cpu/base/sanitizer/thread_sanitizer.hpp"
#include "cpu/compiler/host/compiler_invocation.hpp"
#include "cpu/compiler/host/compiler_job.hpp"
#include "cpu/compiler/host/host_compiler.hpp"
#include "cpu/compiler/source/debug_sources.hpp"
#include "cpu/compiler/source/folder_headers.hpp"
#include "cpu/compiler/source/program_text.hpp"
#include "cpu/compiler/source/reached_headers.hpp"
#include "cpu/compiler/source/unlisted_kernels.hpp"
#include "cpu/compiler/standby/standby.hpp"
#include "cpu/object/forbidden_calls.hpp"
#include "cpu/object/object_notes.hpp"
#include "cpu/object/sanitized_sizes.hpp"
#include "cpu/object/shared_arrays.hpp"
#include "program/include_prefix.hpp"
#include "system/temporary_folder.hpp"

namespace duet::cpu {

namespace {

/// The path of a loaded library; empty if it is not loaded.
std::string loaded_library(const char* name) {
  void* handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return {};
  link_map* map = nullptr;
  std::string path;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) path = map->l_name;
  dlclose(handle);
  return path;
}

/// Whether the process contains the sanitizer's runtime that an option makes kernels call.
bool is_loaded_sanitizer(const std::string& option) {
  return (option == "-fsanitize=address" && address_sanitizer() != nullptr) ||
         (option == "-fsanitize=thread" && thread_sanitizer() != nullptr);
}

bool is_link_option(const std::string& option) {
  if (is_loaded_sanitizer(option)) return false;
  constexpr std::string_view starts[] = {"-l", "-L", "-Wl,", "-fsanitize", "-fuse-ld", "-Xlinker"};
  return std::ranges::any_of(starts, [&](std::string_view s) { return option.starts_with(s); });
}

/// Whether an option defines a user's macro, rather than one of the prelude's.
bool is_user_macro(const std::string& option) {
  return option.starts_with("-D") && option.size() > 2 && !option.starts_with("-DDUET_CPU_");
}

/// The program that should compile kernels is no compiler. The message says how it ended.
class BrokenCompiler : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string broken_compiler_text(const HostCompiler& compiler, const std::string& end) {
  const char* const chosen = secure_getenv("DUET_CPU_COMPILER");
  const bool is_chosen = chosen != nullptr && *chosen != '\0';
  return "the compiler of kernels, " + compiler.path + ", " + end +
         " and printed nothing. It was " +
         (is_chosen
              ? "chosen by the variable DUET_CPU_COMPILER: set it to clang++ or g++, or unset it"
              : "found in PATH: install clang, or set DUET_CPU_COMPILER to a C++ compiler") +
         "\n";
}

class Build {
 public:
  Build(Program& program, HostCompiler compiler, std::span<const std::string> options)
      : program_(program), compiler_(std::move(compiler)) {
    for (const std::string& option : options) {
      if (is_user_macro(option)) {
        program_.macros.push_back(option.substr(2));
      } else {
        options_.push_back(option);
      }
    }
    if (std::ranges::none_of(options_, brings_files)) drop_unreached_headers(program_);
  }

  CompilerStatus run() {
    if (!compile(KernelForm::fast)) {
      // The source is wrong: then the messages of the plain form fit what its author wrote. Without
      // entries they are about the source alone. Or only the rewritten form is wrong: then the
      // plain form compiles. Or an unlisted kernel has no entry: macros may overload its name.
      if (!compile_again(KernelForm::plain, Entries::none)) return CompilerStatus::compile_failed;
      if (!compile_again(KernelForm::plain, Entries::kernels) &&
          !(has_guessed_ && (compile_again(KernelForm::fast, Entries::certain) ||
                             compile_again(KernelForm::plain, Entries::certain)))) {
        return CompilerStatus::compile_failed;
      }
    }
    if (!complete_object()) return CompilerStatus::compile_failed;
    if (!link()) return CompilerStatus::compile_failed;
    program_.code = folder_.read("kernel.so");
    return CompilerStatus::success;
  }

 private:
  enum class Entries {
    kernels,  ///< those of all kernels
    certain,  ///< those of listed and extern "C" kernels
    none      ///< the source is only checked
  };

  bool compile_again(KernelForm form, Entries entries) {
    program_.log.clear();
    return compile(form, entries);
  }

  bool compile(KernelForm form, Entries entries = Entries::kernels) {
    std::vector<NamedText> headers;
    for (const NamedText& header : program_.headers) {
      headers.push_back({header.name, rewrite_source(header.text, form)});
    }
    copies_ = copy_folder_headers(program_, include_folders(), form, folder_);
    const bool checks = entries == Entries::none;
    const ProgramText text =
        program_text(program_, rewrite_source(program_.source, form), headers,
                     checks ? "" : kernel_entries(program_, unlisted(entries)));
    std::vector<std::string> arguments = compile_arguments(form);
    if (checks) arguments.emplace_back("-fsyntax-only");
    CompilerJob job{.compiler = compiler_,
                    .arguments = std::move(arguments),
                    .folder = folder_,
                    .headers = headers,
                    .prelude = whole_prelude(),
                    .text = text,
                    .is_movable = copies_.options.empty()};
    if (form == KernelForm::fast && is_standby_on()) {
      return report(run_with_standby(job), job.arguments);
    }
    if (form == KernelForm::fast && compile_lean(job)) return true;
    return report(run_compiler(job), job.arguments);
  }

  /// Compiles without parts of the prelude that the program does not need, if there are such.
  bool compile_lean(CompilerJob job) {
    if (!job.headers.empty()) return false;
    const std::size_t whole = job.prelude.size();
    job.prelude = lean_prelude(job.text.preamble.include_prefix + job.text.rest);
    if (job.prelude.size() == whole) return false;
    if (report(run_compiler(job), job.arguments)) return true;
    program_.log.clear();
    return false;
  }

  /// The kernels that get entries besides the listed ones.
  std::vector<UnlistedKernel> unlisted(Entries entries) {
    std::vector<std::string_view> texts{program_.source};
    for (const NamedText& header : program_.headers) {
      if (!is_own_header(header.name)) texts.emplace_back(header.text);
    }
    texts.insert(texts.end(), copies_.texts.begin(), copies_.texts.end());
    std::vector<UnlistedKernel> kernels = unlisted_kernels(texts, program_.kernels);
    has_guessed_ = std::ranges::any_of(kernels, is_guessed);
    if (entries == Entries::certain) std::erase_if(kernels, is_guessed);
    return kernels;
  }
  static bool is_guessed(const UnlistedKernel& kernel) { return !kernel.is_extern_c; }

  std::vector<std::string> include_folders() const {
    std::vector<std::string> folders;
    for (const std::string& option : options_) {
      if (option.starts_with("-I") && option.size() > 2) folders.push_back(option.substr(2));
    }
    return folders;
  }

  std::vector<std::string> compile_arguments(KernelForm form) const {
    std::vector<std::string> arguments{compiler_.path};
    if (compiler_.is_clang) {
      // After a crash the driver would read the source again for a report. The option for the
      // record of vectorised loops goes to the compiler proper: the driver's option adds debug
      // information.
      arguments.insert(arguments.end(), {"-O2", "-fno-crash-diagnostics"});
      for (const std::string& option :
           {std::string("-opt-record-file"), folder_.file(remarks_file),
            std::string("-opt-record-passes"), std::string("loop-vectorize")}) {
        arguments.insert(arguments.end(), {"-Xclang", option});
      }
    } else {
      // -O2 of g++ before 13 rarely vectorises. Unique symbols would keep the object loaded.
      arguments.insert(arguments.end(), {"-O3", "-fno-gnu-unique", "-fno-extern-tls-init"});
    }
    // Kernels access memory as several types, and need neither errno nor floating-point traps. The
    // stack clash protection touches each page of a large frame, so that none skips the guard below
    // the stack. A section for each function shows what each kernel uses.
    arguments.insert(arguments.end(),
                     {"-fPIC", "-fvisibility=hidden", "-fno-exceptions", "-fno-math-errno",
                      "-fno-trapping-math", "-fno-strict-aliasing", "-fstack-clash-protection",
                      "-ffunction-sections", "-fdata-sections"});
    if (form == KernelForm::plain) arguments.emplace_back("-DDUET_CPU_PLAIN");
    add_source_folder(arguments);
    const std::string headers = folder_.file(header_folder);
    // The code must not depend on the folder's name.
    arguments.push_back("-ffile-prefix-map=" + headers + "/=");
    arguments.push_back("-ffile-prefix-map=" + folder_.file(main_file) + "=kernel.cpp");
    arguments.push_back("-I" + headers);
    arguments.insert(arguments.end(), copies_.options.begin(), copies_.options.end());
    for (const std::string& option : options_) {
      if (!is_link_option(option) || option.starts_with("-fsanitize")) arguments.push_back(option);
    }
#ifdef __x86_64__
    arguments.emplace_back("-mno-red-zone");  // for prelude/fiber_switch.hpp
    // clang 14 and 19 keep values in AVX-512's vector registers 16 to 31 across the call that finds
    // thread-local memory, which may overwrite them.
    if (compiler_.is_clang) arguments.emplace_back("-mno-avx512f");
#endif
    arguments.insert(arguments.end(),
                     {"-c", folder_.file(main_file), "-o", folder_.file(object_file)});
    return arguments;
  }

  /// @returns whether the code calls nothing that kernels may not call
  bool complete_object() {
    if (!std::filesystem::exists(folder_.file(object_file))) {
      throw BrokenCompiler("ended with status 0, but wrote no code");
    }
    std::string object = folder_.read(object_file);
    const bool has_remarks = std::filesystem::exists(folder_.file(remarks_file));
    complete_records(object, has_remarks ? folder_.read(remarks_file) : "");
    restore_sizes(object);
    add_shared_guards(object);
    folder_.write(object_file, object);
    calls_mathematics_ = may_call_mathematics(as_bytes(object));
    const std::string call = forbidden_call(as_bytes(object));
    if (call.empty()) return true;
    program_.log += program_.name + ": error: a kernel calls '" + call +
                    "', which would end the program that runs it; GPUs have no such function: end "
                    "the thread by return, or the kernel by assert or __trap\n";
    return false;
  }

  /// With -g, tells debuggers where the program's texts are.
  void add_source_folder(std::vector<std::string>& arguments) const {
    if (std::ranges::find(options_, "-g") == options_.end()) return;
    const std::string folder = write_debug_sources(program_);
    if (folder.empty()) return;
    std::error_code error;
    const std::string here = std::filesystem::current_path(error).string();
    if (compiler_.is_clang) {
      arguments.push_back("-fdebug-compilation-dir=" + folder);
    } else if (here.size() > 1) {
      arguments.push_back("-fdebug-prefix-map=" + here + "=" + folder);
    }
  }

  /// Links by `ld` if there is one: starting it through the compiler takes ten times as long.
  bool link() {
    const bool special = std::ranges::any_of(options_, is_link_option);
    const std::string linker = special ? "" : find_program("ld");
    std::vector<std::string> arguments;
    if (linker.empty()) {
      arguments = {compiler_.path, "-shared"};
      if (!special) arguments.insert(arguments.end(), {"-nostartfiles", "-nodefaultlibs"});
      std::ranges::copy_if(options_, std::back_inserter(arguments), is_link_option);
    } else {
      // --eh-frame-hdr: exceptions of host functions can pass through kernels.
      arguments = {linker,           "-shared",          "-z",        "noexecstack",
                   "--eh-frame-hdr", "--hash-style=gnu", "-Bsymbolic"};
    }
    arguments.insert(arguments.end(), {"-o", folder_.file("kernel.so"), folder_.file(object_file)});
    // Linked with libm to bind the newest versions of its functions; reading it takes a third of
    // the linker's time. The process provides other libraries' functions, for instance libc's.
    const std::string math = calls_mathematics_ ? loaded_library("libm.so.6") : "";
    if (!math.empty()) arguments.push_back(math);
    ChildProgram program(arguments, folder_.file(compiler_log));
    return report(program.wait(), arguments);
  }

  /// Adds the child program's output to the log. @returns whether it succeeded
  bool report(ProgramEnd end, const std::vector<std::string>& arguments) {
    const std::string log = folder_.read(compiler_log);
    const bool is_linking = arguments.front() != compiler_.path;
    const bool ok = end == ProgramEnd::success && has_output(is_linking, arguments, log);
    if (!is_linking && log.empty() && end == ProgramEnd::failure) throw BrokenCompiler(end.text());
    program_.log += tidy_log(log, program_.name, folder_.path(), folder_.file(header_folder));
    if (end == ProgramEnd::signal || (!ok && log.empty())) {
      program_.log += "the program " + arguments.front() + " " + end.text() + "\n";
    }
    return ok;
  }

  /// Whether a program did its work. Its status is not known if the process ignores SIGCHLD, or if
  /// other code of the process waits for all children.
  bool has_output(bool is_linking, const std::vector<std::string>& arguments,
                  const std::string& log) const {
    if (is_linking) return std::filesystem::exists(folder_.file("kernel.so"));
    if (std::ranges::count(arguments, "-fsyntax-only") != 0) {
      return log.find("error: ") == std::string::npos;
    }
    return log.empty() || std::filesystem::exists(folder_.file(object_file));
  }

  Program& program_;
  HostCompiler compiler_;
  std::vector<std::string> options_{};
  FolderCopies copies_{};
  bool calls_mathematics_ = true;
  bool has_guessed_ = false;  ///< whether unlisted kernels got entries that may be wrong
  TemporaryFolder folder_{TemporaryFolder::Place::memory};
};

}  // namespace

CompilerStatus build(Program& program, std::span<const std::string> options) {
  std::string error;
  const std::optional<HostCompiler> compiler = find_host_compiler(error);
  if (!compiler) {
    program.log = error;
    return CompilerStatus::no_compiler;
  }
  try {
    return Build(program, *compiler, options).run();
  } catch (const BrokenCompiler& error) {
    program.log = broken_compiler_text(*compiler, error.what());
    return CompilerStatus::no_compiler;
  }
}

}  // namespace duet::cpu
