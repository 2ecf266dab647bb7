#include "sanitizer.hpp"

#include <dlfcn.h>
#include <sys/personality.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <duet/device.hpp>

#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

constexpr const char* restarted = "DUET_SANITIZER_PRELOADED";

struct Sanitizer {
  const char* library;
  const char* symbol;
  const char* variable;
  const char* options;  ///< the user's options follow them and take precedence
};

// duet itself is not instrumented. ThreadSanitizer sees only its libc calls and must ignore them.
// duet leaves some memory to the end of the process; that is no leak.
constexpr Sanitizer address{"libasan.so", "__asan_init", "ASAN_OPTIONS", "detect_leaks=0"};
constexpr Sanitizer thread{"libtsan.so", "__tsan_init", "TSAN_OPTIONS",
                           "ignore_noninstrumented_modules=1:exitcode=1"};

bool is_loaded(const Sanitizer& sanitizer) {
  return dlsym(RTLD_DEFAULT, sanitizer.symbol) != nullptr;
}

/// Runs a command and returns the first line that it prints; empty if it fails.
std::string first_line_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(popen(command.c_str(), "r"),
                                                               &pclose);
  std::array<char, 4096> line{};
  if (output == nullptr || std::fgets(line.data(), line.size(), output.get()) == nullptr) return {};
  const std::string text = line.data();
  return text.substr(0, text.find('\n'));
}

/// Finds gcc's runtime. It also serves kernels that clang compiles: clang's thread sanitizer
/// runtime cannot be preloaded (seen in version 14).
std::string find_library(const Sanitizer& sanitizer) {
  for (const char* compiler : {"g++", "c++", "clang++"}) {
    const std::string path = first_line_of(
        std::string(compiler) + " -print-file-name=" + sanitizer.library + " 2>/dev/null");
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    if (!error && path.find('/') != std::string::npos) return real.string();
  }
  throw std::runtime_error(std::string("the runtime ") + sanitizer.library +
                           " was not found by g++, c++ or clang++; install g++");
}

/// The command line of this process.
std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) arguments.push_back(argument);
  return arguments;
}

void prepend(const char* variable, std::string value) {
  const char* present = std::getenv(variable);
  if (present != nullptr && *present != '\0') value.append(":").append(present);
  setenv(variable, value.c_str(), 1);
}

[[noreturn]] void restart(const Sanitizer& sanitizer) {
  prepend("LD_PRELOAD", find_library(sanitizer));
  prepend(sanitizer.variable, sanitizer.options);
  setenv(restarted, "1", 1);
  unsetenv("DUET_CPU_SANITIZE");
  // Older runtimes cannot map their shadow memory if addresses are too random.
  (void)personality(ADDR_NO_RANDOMIZE);
  std::vector<std::string> arguments = own_arguments();
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execv("/proc/self/exe", pointers.data());
  throw std::runtime_error(std::string("cannot restart with the sanitizer: ") +
                           std::strerror(errno));
}

}  // namespace

void require_sanitizer(const std::string& name) {
  if (std::string_view(backend_name()) != "CPU")
    throw UsageError(std::string("--sanitize needs the CPU backend; this build is for ") +
                     backend_name());
  const Sanitizer& wanted = name == "address" ? address : thread;
  const Sanitizer& other = name == "address" ? thread : address;
  if (is_loaded(other)) throw UsageError("another sanitizer than '" + name + "' is loaded already");
  if (is_loaded(wanted)) return;
  if (std::getenv(restarted) != nullptr)
    throw std::runtime_error(std::string(wanted.library) + " cannot be preloaded");
  restart(wanted);
}

}  // namespace duet::tool
