#include "hiprtc_program.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <random>
#include <utility>

#include "base/byte_reader.hpp"
#include "code_object/code_object_writer.hpp"
#include "hiprtc_log.hpp"
#include "hiprtc_options.hpp"
#include "nvrtc.hpp"

namespace hip_on_cuda {
namespace {

/// Declarations that hiprtc has built in and NVRTC does not. Integers of 64 bits have the types of
/// CUDA's spelling on NVIDIA, whose headers NVRTC reads, and also its names for AMD, which duet
/// puts into names of kernels.
constexpr const char* builtin_header = "hiprtc_runtime.h";
constexpr const char* builtin_text = R"(
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef int64_t duet_int64_t;
typedef uint64_t duet_uint64_t;
)";

/// stripNamedExpression of hiprtcInternal.cpp: "& ns::k< 4 >" is looked up as "ns::k<4>".
std::string stripped(std::string expression) {
  std::erase_if(expression, [](unsigned char c) { return std::isspace(c) != 0; });
  if (expression.starts_with('&')) expression.erase(0, 1);
  return expression;
}

std::vector<const char*> pointers(const std::vector<std::string>& strings) {
  std::vector<const char*> result;
  for (const std::string& string : strings) result.push_back(string.c_str());
  return result;
}

std::string temporary_folder() {
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "/tmp/comgr-%06x", std::random_device()() & 0xffffffU);
  return name.data();
}

/// Owns NVRTC's program.
class Compilation {
 public:
  Compilation(const Nvrtc& nvrtc, const std::string& source, const std::string& name,
              const std::vector<std::string>& header_names,
              const std::vector<std::string>& header_texts)
      : nvrtc_(nvrtc) {
    const auto texts = pointers(header_texts);
    const auto names = pointers(header_names);
    nvrtc_.nvrtcCreateProgram(&program_, source.c_str(), name.c_str(),
                              static_cast<int>(names.size()), texts.data(), names.data());
  }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;
  ~Compilation() { nvrtc_.nvrtcDestroyProgram(&program_); }

  bool run(const std::vector<std::string>& expressions, const std::vector<std::string>& options) {
    for (const std::string& expression : expressions) {
      nvrtc_.nvrtcAddNameExpression(program_, expression.c_str());
    }
    const auto flags = pointers(options);
    return nvrtc_.nvrtcCompileProgram(program_, static_cast<int>(flags.size()), flags.data()) ==
           NVRTC_SUCCESS;
  }
  std::string log() const {
    std::size_t size = 0;
    nvrtc_.nvrtcGetProgramLogSize(program_, &size);
    std::string text(size, '\0');
    if (size != 0) nvrtc_.nvrtcGetProgramLog(program_, text.data());
    while (text.ends_with('\0')) text.pop_back();
    return text;
  }
  std::vector<std::byte> cubin() const {
    std::size_t size = 0;
    nvrtc_.nvrtcGetCUBINSize(program_, &size);
    std::vector<std::byte> bytes(size);
    nvrtc_.nvrtcGetCUBIN(program_, reinterpret_cast<char*>(bytes.data()));
    return bytes;
  }
  std::string lowered_name(const std::string& expression) const {
    const char* name = nullptr;
    const auto status = nvrtc_.nvrtcGetLoweredName(program_, expression.c_str(), &name);
    return status == NVRTC_SUCCESS && name != nullptr ? name : "";
  }

 private:
  const Nvrtc& nvrtc_;
  nvrtcProgram program_ = nullptr;
};

}  // namespace

void RtcProgram::add_header(std::string name, std::string text) {
  header_names_.push_back(std::move(name));
  header_texts_.push_back(std::move(text));
}

const char* RtcProgram::lowered_name(const std::string& expression) const {
  const auto found = lowered_.find(stripped(expression));
  return found == lowered_.end() ? nullptr : found->second.c_str();
}

bool RtcProgram::compile(const std::vector<std::string>& options) {
  log_.clear();
  // The second compilation of a program fails: hiprtc keeps the inputs of the first one and then
  // has them twice.
  if (std::exchange(compiled_, true)) return false;
  CompileFlags flags = translate_options(options);
  if (!flags.errors.empty()) {
    log_ = flags.errors;
    return false;
  }
  if (!flags.target) return false;  // with an empty log, as hiprtc without a device
  const Nvrtc* const nvrtc = find_nvrtc();
  if (nvrtc == nullptr) {
    log_ = "error: hip_on_cuda finds no NVRTC\n";
    return false;
  }
  const std::string folder = temporary_folder();
  flags.flags.push_back("--gpu-architecture=" + compile_architecture(*nvrtc));
  flags.flags.push_back(std::string("--pre-include=") + builtin_header);
  // Clang takes functions of the host and leaves them out, NVRTC does not.
  flags.flags.emplace_back("--device-as-default-execution-space");
  flags.flags.emplace_back("--device-int128");
  std::vector<std::string> names = header_names_;
  std::vector<std::string> texts = header_texts_;
  names.emplace_back(builtin_header);
  texts.emplace_back(builtin_text);
  Compilation compilation(*nvrtc, source_, source_path(folder), names, texts);
  const bool succeeded = compilation.run(expressions_, flags.flags);
  log_ = translate_log(compilation.log(),
                       {.folder = folder,
                        .headers = names,
                        .source_lines = static_cast<int>(std::ranges::count(source_, '\n')),
                        .processor = flags.target->processor->name});
  if (!succeeded) return false;
  try {
    code_ = write_code_object(*flags.target, compilation.cubin(), flags.default_bound);
  } catch (const duet::Error& error) {
    log_ += std::string("error: hip_on_cuda: ") + error.what() + "\n";
    return false;
  }
  for (const std::string& expression : expressions_) {
    if (std::string name = compilation.lowered_name(expression); !name.empty()) {
      lowered_[stripped(expression)] = std::move(name);
    }
  }
  return true;
}

}  // namespace hip_on_cuda
