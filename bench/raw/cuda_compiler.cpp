#include <nvrtc.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "compiler.hpp"
#include "library.hpp"

namespace duet::bench {
namespace {

void check(nvrtcResult status, const char* call) {
  if (status == NVRTC_SUCCESS) return;
  throw std::runtime_error(std::string(call) + " failed with " + std::to_string(status));
}

}  // namespace

#define DUET_CALL(function, ...) \
  check(library.find<decltype(function)>(#function)(__VA_ARGS__), #function)

std::size_t compile_raw(const std::string& compiler, const std::string& source,
                        const std::string& architecture) {
  static const RawLibrary library(compiler, "DUET_COMPILER_LIBRARY");
  const std::string target = "--gpu-architecture=" + architecture;
  const std::array<const char*, 2> options{target.c_str(), "--no-cache"};
  nvrtcProgram program = nullptr;
  DUET_CALL(nvrtcCreateProgram, &program, source.c_str(), "raw.cu", 0, nullptr, nullptr);
  DUET_CALL(nvrtcCompileProgram, program, static_cast<int>(options.size()), options.data());
  std::size_t size = 0;
  DUET_CALL(nvrtcGetCUBINSize, program, &size);
  std::vector<char> code(size);
  DUET_CALL(nvrtcGetCUBIN, program, code.data());
  DUET_CALL(nvrtcDestroyProgram, &program);
  return size;
}

}  // namespace duet::bench
