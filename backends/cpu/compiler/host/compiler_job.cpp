#include "compiler_job.hpp"

#include "compiler_invocation.hpp"

namespace duet::cpu {

ProgramEnd run_compiler(const CompilerJob& job,
                        void (*meanwhile)(const CompilerJob& job) noexcept) {
  for (const NamedText& header : job.headers) {
    job.folder.write(header_file(header.name), header.text);
  }
  job.folder.write(main_file, main_text(job.prelude, {}, program_file));
  job.folder.write(program_file, job.text.preamble.include_prefix + job.text.rest);
  ChildProgram program(job.arguments, job.folder.file(compiler_log));
  if (meanwhile != nullptr) meanwhile(job);
  TemporaryFolder::remove_stale();
  return program.wait();
}

}  // namespace duet::cpu
