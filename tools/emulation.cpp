#include "emulation.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include <duet/device.hpp>

#include <fmt/format.h>

#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* library_name = "libduet_amd_emulator.so";
constexpr const char* library_variable = "DUET_AMD_EMULATOR";
constexpr const char* clang_name = "libduet_amd_clang.so";

std::string find_library() {
  const char* const named = std::getenv(library_variable);
  if (named != nullptr && *named != '\0') {
    if (fs::exists(named)) return named;
    throw UsageError(fmt::format("{} names '{}', which does not exist", library_variable, named));
  }
  const fs::path beside = fs::read_symlink("/proc/self/exe").parent_path();
  std::string tried;
  // Beside the program, in an installation, in the folder of a build.
  for (const char* folder :
       {".", "../lib", "../lib64", "../lib/x86_64-linux-gnu", "../tests/amd_emulator"}) {
    const fs::path path = (beside / folder / library_name).lexically_normal();
    if (fs::exists(path)) return path;
    tried += (tried.empty() ? "" : ", ") + path.string();
  }
  throw UsageError(
      fmt::format("--emulate needs {}, which is not there ({}); build duet with "
                  "-DDUET_INSTALL_AMD_EMULATOR=ON, or set {} to its path",
                  library_name, tried, library_variable));
}

/// Calls a function of the library that returns a text.
std::string ask(const std::string& library, const char* function) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    throw UsageError(fmt::format("'{}' cannot be loaded: {}", library, dlerror()));
  const auto text = reinterpret_cast<const char* (*)()>(dlsym(handle, function));
  if (text == nullptr)
    throw UsageError(fmt::format("'{}' is no emulator of this version of duet", library));
  return text();
}

/// For processors that the hiprtc of HIP 5 does not know, clang-19 compiles in its place, if the
/// library that starts it lies beside the emulator and the environment names no other compiler.
void choose_compiler(std::string_view processor, const fs::path& emulator) {
  const bool is_newer =
      processor == "gfx942" || processor.starts_with("gfx11") || processor.starts_with("gfx12");
  const fs::path clang = fs::path(emulator).replace_filename(clang_name);
  if (!is_newer || std::getenv("DUET_COMPILER_LIBRARY") != nullptr || !fs::exists(clang)) return;
  setenv("DUET_COMPILER_LIBRARY", clang.c_str(), 1);
  setenv("DUET_COMGR_LIBRARY", clang.c_str(), 1);
}

}  // namespace

void emulate(const std::string& processor, bool detects_races) {
  if (backend_name() != std::string_view("HIP")) {
    throw UsageError(fmt::format(
        "--emulate runs AMD's machine code and needs a duet built for HIP; this one is for {}",
        backend_name()));
  }
  const std::string library = find_library();
  const std::string known = ask(library, "duet_amd_emulator_processors");
  if (processor.empty() || (", " + known + ",").find(", " + processor + ",") == std::string::npos) {
    throw UsageError(
        fmt::format("the processor '{}' is not emulated; those that are: {}", processor, known));
  }
  choose_compiler(processor, library);
  setenv("DUET_DRIVER_LIBRARY", library.c_str(), 1);
  setenv("DUET_AMD_EMULATOR_DEVICES", processor.c_str(), 1);
  setenv("DUET_AMD_EMULATOR_COUNTS", "on", 1);
  if (detects_races) setenv("DUET_AMD_EMULATOR_RACES", "on", 1);
}

std::string emulation_counts() { return ask(find_library(), "duet_amd_emulator_counts"); }

}  // namespace duet::tool
