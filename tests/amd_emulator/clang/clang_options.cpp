#include "clang/clang_options.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>

#include "base/elf_image.hpp"
#include "base/environment.hpp"
#include "system/child_processes.hpp"
#include "system/spawn_setup.hpp"
#include "system/temporary_folder.hpp"

namespace amd_emulator {
namespace {

namespace fs = std::filesystem;

constexpr const char* clang = "/usr/bin/clang-19";

/// Finds a file or folder of HIP in its places.
fs::path find_part(std::initializer_list<const char*> names) {
  const std::string root = duet::environment_value("ROCM_PATH");
  for (const std::string& prefix : {root, std::string("/opt/rocm"), std::string("/usr")}) {
    for (const char* name : names) {
      if (!prefix.empty() && fs::exists(fs::path(prefix) / name)) return fs::path(prefix) / name;
    }
  }
  throw std::runtime_error(fmt::format("{} is not there; install HIP", *names.begin()));
}

/// hiprtc's own header is a section of a library. The last four bytes are its length.
std::string builtin_header() {
  std::ifstream file(
      find_part({"lib/libhiprtc-builtins.so", "lib/x86_64-linux-gnu/libhiprtc-builtins.so"}),
      std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  const duet::ElfImage image(std::as_bytes(std::span(bytes)));
  const duet::ElfSection* const section = image.section(".hipRTC_header");
  if (section == nullptr) throw std::runtime_error("libhiprtc-builtins.so has no header");
  std::string text(reinterpret_cast<const char*>(section->data.data()), section->data.size() - 4);
  // Newer compilers have these two instructions under another name.
  for (const std::string operation : {"inc", "dec"}) {
    const std::string old = "llvm.amdgcn.atomic." + operation + ".i32.p0i32";
    const std::size_t place = text.find(old);
    if (place == std::string::npos) continue;
    text.replace(place, old.size(), "duet_atomic_" + operation);
    text += fmt::format(
        "\nextern \"C\" __device__ __attribute__((weak)) unsigned duet_atomic_{0}(unsigned* to, "
        "unsigned bound, unsigned, unsigned, bool) {{\n"
        "  return __builtin_amdgcn_atomic_{0}32(to, bound, 0, \"agent\");\n}}\n",
        operation);
  }
  return text;
}

/// The number that AMD's device libraries have for a processor: 9402 for gfx942.
int version_of(const std::string& processor) {
  const std::string digits = processor.substr(3);
  const auto digit = [&](std::size_t from_end) {
    return std::stoi(digits.substr(digits.size() - from_end, 1), nullptr, 16);
  };
  return std::stoi(digits.substr(0, digits.size() - 2)) * 1000 + digit(2) * 100 + digit(1);
}

/// A folder of this process with the header and the libraries.
class Parts {
 public:
  static Parts& instance() {
    static Parts parts;
    return parts;
  }

  std::string header() const { return folder_.file("hiprtc.h"); }

  /// The libraries with the file for a processor, which those of older HIP lack.
  std::string libraries(const std::string& processor) {
    const std::scoped_lock lock(mutex_);
    const std::string file =
        fmt::format("{}/oclc_isa_version_{}.bc", bitcode_, processor.substr(3));
    if (!fs::exists(file)) {
      folder_.write("version.ll",
                    fmt::format("target triple = \"amdgcn-amd-amdhsa\"\n"
                                "@__oclc_ISA_version = linkonce_odr hidden addrspace(4) constant "
                                "i32 {}\n",
                                version_of(processor)));
      if (!run_clang({"--target=amdgcn-amd-amdhsa", "-nogpulib", "-c", "-emit-llvm",
                      folder_.file("version.ll"), "-o", file},
                     "/dev/null"))
        throw std::runtime_error(std::string(clang) + " does not run; install clang-19");
    }
    return bitcode_;
  }

 private:
  Parts() {
    folder_.write("hiprtc.h", builtin_header());
    fs::create_directory(bitcode_);
    for (const auto& entry : fs::directory_iterator(
             find_part({"amdgcn/bitcode", "lib/x86_64-linux-gnu/amdgcn/bitcode"}))) {
      fs::create_symlink(entry.path(), fs::path(bitcode_) / entry.path().filename());
    }
  }

  duet::TemporaryFolder folder_{};
  std::string bitcode_ = folder_.file("bitcode");
  std::mutex mutex_{};
};

}  // namespace

std::vector<std::string> clang_options(const std::string& target) {
  Parts& parts = Parts::instance();
  std::vector<std::string> options{
      // Without "cuid", a hash of the temporary folder's name, equal programs have equal code.
      "-x", "hip", "--cuda-device-only", "--no-gpu-bundle-output", "-nogpuinc", "-fuse-cuid=none",
      "-O3", "-D__HIPCC_RTC__=1",
      // The header reads clocks with an instruction that newer targets lack.
      "-D__builtin_amdgcn_s_memtime=__builtin_readsteadycounter", "-include", parts.header(),
      "-Wno-everything", "-W#warnings", "-Wall",
      "--rocm-device-lib-path=" + parts.libraries(target.substr(0, target.find(':')))};
  // As the device that the emulator then has; gfx9 has no other waves.
  if (target.starts_with("gfx1") && duet::environment_value("DUET_TEST_WAVE_SIZE") == "64")
    options.emplace_back("-mwavefrontsize64");
  return options;
}

bool run_clang(std::vector<std::string> arguments, const std::string& log) {
  arguments.insert(arguments.begin(), clang);
  duet::SpawnSetup setup;
  setup.open_file("/dev/null", O_RDONLY, STDIN_FILENO);
  setup.open_file(log, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  setup.open_file(log, O_WRONLY | O_APPEND, STDERR_FILENO);
  const pid_t child = setup.start(std::move(arguments), {"PATH=/usr/bin:/bin"});
  int status = 0;
  return duet::wait_for_child(child, status) && status == 0;
}

}  // namespace amd_emulator
