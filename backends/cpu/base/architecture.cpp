#include "architecture.hpp"

#include <algorithm>

namespace duet::cpu {

#if defined(__x86_64__)

namespace {

/// The level of this machine (1 to 4) in the x86-64 psABI. Tests a few instruction sets of each
/// level.
std::size_t host_level() {
  __builtin_cpu_init();
  const bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
  const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  return v4 ? 4 : v3 ? 3 : v2 ? 2 : 1;
}

}  // namespace

const std::vector<std::string>& architectures() {
  static const std::vector<std::string> names{"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
  return names;
}

const std::string& host_architecture() {
  static const std::string& name = architectures()[host_level() - 1];
  return name;
}

std::string machine_option(std::string_view architecture) {
  return "-march=" + std::string(architecture);
}

#elif defined(__aarch64__)

const std::vector<std::string>& architectures() {
  static const std::vector<std::string> names{"aarch64"};
  return names;
}

const std::string& host_architecture() { return architectures().front(); }

std::string machine_option(std::string_view) { return "-march=armv8-a"; }

#else
#error "The CPU backend has no name for this machine's architecture: add it here."
#endif

bool can_run(std::string_view architecture) {
  const std::vector<std::string>& names = architectures();
  const auto wanted = std::ranges::find(names, architecture);
  return wanted != names.end() && wanted <= std::ranges::find(names, host_architecture());
}

}  // namespace duet::cpu
