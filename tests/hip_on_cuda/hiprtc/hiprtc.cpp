#include <algorithm>
#include <cstring>
#include <mutex>

#include "base/die.hpp"
#include "base/handle_set.hpp"
#include "base/hip_api.hpp"
#include "hiprtc_program.hpp"

namespace hip_on_cuda {
namespace {

using ProgramSet = HandleSet<RtcProgram, hiprtcProgram>;

ProgramSet& programs() {
  static ProgramSet& set = *new ProgramSet;
  return set;
}

RtcProgram& program_at(hiprtcProgram handle) {
  RtcProgram* const program = programs().find(handle);
  if (program == nullptr) die("hiprtc 5.2 crashes on a program that is null or destroyed");
  return *program;
}

/// Held during a compilation. hiprtc 5.2 is not thread-safe: two compilations at once abort.
class CompileGuard {
 public:
  CompileGuard() : lock_(mutex(), std::try_to_lock) {
    if (!lock_.owns_lock()) die("hiprtc 5.2 crashes when two threads compile at once");
  }

 private:
  static std::mutex& mutex() {
    static std::mutex& instance = *new std::mutex;
    return instance;
  }
  std::unique_lock<std::mutex> lock_;
};

}  // namespace
}  // namespace hip_on_cuda

using namespace hip_on_cuda;

const char* hiprtcGetErrorString(hiprtcResult status) {
  switch (status) {
#define NAME(enumerator) \
  case enumerator: return #enumerator;
    NAME(HIPRTC_SUCCESS)
    NAME(HIPRTC_ERROR_OUT_OF_MEMORY)
    NAME(HIPRTC_ERROR_PROGRAM_CREATION_FAILURE)
    NAME(HIPRTC_ERROR_INVALID_INPUT)
    NAME(HIPRTC_ERROR_INVALID_PROGRAM)
    NAME(HIPRTC_ERROR_INVALID_OPTION)
    NAME(HIPRTC_ERROR_COMPILATION)
    NAME(HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE)
    NAME(HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)
    NAME(HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)
    NAME(HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
    NAME(HIPRTC_ERROR_INTERNAL_ERROR)
#undef NAME
    default: return nullptr;  // hiprtc.cpp; newer headers have more errors
  }
}

hiprtcResult hiprtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return HIPRTC_ERROR_INVALID_INPUT;
  *major = 9;  // hiprtc.cpp always reports 9.0
  *minor = 0;
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcCreateProgram(hiprtcProgram* program, const char* source, const char*,
                                 int header_count, const char** headers, const char** names) {
  if (program == nullptr) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (header_count < 0) return HIPRTC_ERROR_INVALID_INPUT;
  if (header_count > 0 && (headers == nullptr || names == nullptr)) {
    return HIPRTC_ERROR_INVALID_INPUT;
  }
  if (source == nullptr) die("hiprtcCreateProgram: HIP 5.2 crashes on a null source");
  if (*source == '\0') return HIPRTC_ERROR_INVALID_INPUT;
  auto made = std::make_unique<RtcProgram>(source);
  for (int i = 0; i < header_count; ++i) {
    if (*headers[i] == '\0') die("hiprtcCreateProgram: HIP 5.2 crashes on an empty header");
    if (*names[i] == '\0') return HIPRTC_ERROR_INVALID_INPUT;
    made->add_header(names[i], headers[i]);
  }
  *program = programs().add(std::move(made));
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcDestroyProgram(hiprtcProgram* program) {
  if (program == nullptr) return HIPRTC_ERROR_INVALID_INPUT;
  (void)program_at(*program);
  programs().remove(*program);  // the caller's handle is not set to null
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcAddNameExpression(hiprtcProgram program, const char* expression) {
  if (expression == nullptr || *expression == '\0') return HIPRTC_ERROR_INVALID_INPUT;
  program_at(program).add_name(expression);
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcCompileProgram(hiprtcProgram program, int count, const char** options) {
  const CompileGuard guard;
  const std::vector<std::string> flags(options, options + std::max(count, 0));
  return program_at(program).compile(flags) ? HIPRTC_SUCCESS : HIPRTC_ERROR_COMPILATION;
}

hiprtcResult hiprtcGetLoweredName(hiprtcProgram program, const char* expression,
                                  const char** lowered) {
  if (expression == nullptr || lowered == nullptr) return HIPRTC_ERROR_INVALID_INPUT;
  const char* const name = program_at(program).lowered_name(expression);
  if (name == nullptr) return HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *lowered = name;
  return HIPRTC_SUCCESS;
}

// hiprtc's log has no null byte at its end; the size does not include one.
hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram program, std::size_t* size) {
  if (size == nullptr) return HIPRTC_ERROR_INVALID_INPUT;
  *size = program_at(program).log().size();
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetProgramLog(hiprtcProgram program, char* log) {
  if (log == nullptr) return HIPRTC_ERROR_INVALID_INPUT;
  const std::string& text = program_at(program).log();
  std::memcpy(log, text.data(), text.size());
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetCodeSize(hiprtcProgram program, std::size_t* size) {
  if (size == nullptr) return HIPRTC_ERROR_INVALID_INPUT;
  *size = program_at(program).code().size();
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetCode(hiprtcProgram program, char* code) {
  if (code == nullptr) return HIPRTC_ERROR_INVALID_INPUT;
  const auto& bytes = program_at(program).code();
  std::memcpy(code, bytes.data(), bytes.size());
  return HIPRTC_SUCCESS;
}
