#include "standby_compiler.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

namespace duet::cpu {

namespace {

/// Writes what the compiler reads at once. The rest of the program is its standard input.
TemporaryFolder with_preamble(TemporaryFolder folder, const Preamble& preamble) {
  for (const NamedText& header : preamble.headers) {
    folder.write(header_file(header.name), header.text);
  }
  folder.write(main_file, main_text(whole_prelude(), preamble.include_prefix, program_file));
  const std::filesystem::path link = folder.file(program_file);
  std::filesystem::create_directories(link.parent_path());
  std::filesystem::create_symlink("/proc/self/fd/0", link);
  return folder;
}

}  // namespace

std::vector<std::string> with_folder(std::vector<std::string> texts, const std::string& from,
                                     const std::string& to) {
  for (std::string& text : texts) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  }
  return texts;
}

StandbyCompiler::StandbyCompiler(CompilerInvocation invocation, TemporaryFolder folder,
                                 Preamble preamble)
    : folder_(with_preamble(std::move(folder), preamble)),
      invocation_(std::move(invocation)),
      preamble_(std::move(preamble)),
      program_(invocation_.arguments, folder_.file(compiler_log), pipe_.reader()) {}

bool StandbyCompiler::has_folder() const noexcept try {
  return access(folder_.file(main_file).c_str(), F_OK) == 0;
} catch (const std::bad_alloc&) {
  return false;  // another compiler is started
}

bool StandbyCompiler::hand_over(const CompilerJob& job) {
  const bool has_preamble = !preamble_.include_prefix.empty();
  if (has_preamble && preamble_ != job.text.preamble) return false;
  const auto now = CompilerInvocation::now(
      job.compiler, with_folder(job.arguments, job.folder.path(), folder_.path()));
  if (now != invocation_ || !program_.is_running()) return false;
  for (const NamedText& header : job.headers) {
    if (!has_read(header)) folder_.write(header_file(header.name), header.text);
  }
  return pipe_.write(has_preamble ? job.text.rest
                                  : job.text.preamble.include_prefix + job.text.rest);
}

std::optional<ProgramEnd> StandbyCompiler::finish(const TemporaryFolder& to) {
  const ProgramEnd end = program_.wait();
  if (end != ProgramEnd::success && !has_read_program(end)) return std::nullopt;
  for (const std::string_view name : {object_file, remarks_file}) {
    std::error_code missing;
    std::filesystem::rename(folder_.file(name), to.file(name), missing);
  }
  to.write(compiler_log,
           with_folder({folder_.read(compiler_log)}, folder_.path(), to.path()).front());
  return end;
}

/// A header that the compiler has read must not change.
bool StandbyCompiler::has_read(const NamedText& header) const {
  return std::ranges::find(preamble_.headers, header) != preamble_.headers.end();
}

/// False if a signal ended the compiler while it waited, or if it could not open the link to its
/// standard input: clang before version 12, or a machine without /proc.
bool StandbyCompiler::has_read_program(ProgramEnd end) const {
  return end != ProgramEnd::signal &&
         folder_.read(compiler_log).find(program_file) == std::string::npos;
}

}  // namespace duet::cpu
