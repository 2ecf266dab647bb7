// hiprtc's programs, compiled by clang-19: for processors that the installed hiprtc does not know.
// hip_on_cuda has the entry points.

#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <span>
#include <utility>

#include "clang/clang_options.hpp"
#include "hip_on_cuda/hiprtc/hiprtc_program.hpp"
#include "system/temporary_folder.hpp"

namespace hip_on_cuda {
namespace {

std::string target_of(const std::vector<std::string>& options) {
  constexpr std::string_view prefix = "--offload-arch=";
  const auto found = std::ranges::find_if(
      options, [&](const std::string& option) { return option.starts_with(prefix); });
  return found == options.end() ? "" : found->substr(prefix.size());
}

}  // namespace

void RtcProgram::add_header(std::string name, std::string text) {
  header_names_.push_back(std::move(name));
  header_texts_.push_back(std::move(text));
}

// As hiprtc for unusual spellings: the caller finds the kernels by the pointers `__hiprtc_N`.
const char* RtcProgram::lowered_name(const std::string&) const { return nullptr; }

bool RtcProgram::compile(const std::vector<std::string>& options) {
  log_.clear();
  if (std::exchange(compiled_, true)) return false;
  const std::string target = target_of(options);
  if (target.empty()) return false;  // with an empty log, as hiprtc without a device
  try {
    const duet::TemporaryFolder folder;
    std::string source = source_;
    for (std::size_t i = 0; i < expressions_.size(); ++i) {
      source += "\n__device__ void* __hiprtc_" + std::to_string(i) +
                " __attribute__((used)) = (void*)(" +
                (expressions_[i].starts_with('&') ? "" : "&") + expressions_[i] + ");";
    }
    folder.write("input/CompileSource", source + "\n");
    std::filesystem::create_directory(folder.file("include"));
    for (std::size_t i = 0; i < header_names_.size(); ++i) {
      folder.write("include/" + header_names_[i], header_texts_[i]);
    }
    std::vector<std::string> arguments = amd_emulator::clang_options(target);
    arguments.push_back("-I" + folder.file("include"));
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(),
                     {folder.file("input/CompileSource"), "-o", folder.file("code")});
    const bool succeeded = amd_emulator::run_clang(arguments, folder.file("log"));
    log_ = folder.read("log");
    if (!succeeded) return false;
    const std::string code = folder.read("code");
    const auto bytes = std::as_bytes(std::span(code));
    code_.assign(bytes.begin(), bytes.end());
    return true;
  } catch (const std::exception& error) {
    log_ += std::string("error: ") + error.what() + "\n";
    return false;
  }
}

}  // namespace hip_on_cuda
