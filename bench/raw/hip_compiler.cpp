#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <hip/hiprtc.h>
#pragma GCC diagnostic pop

#include <vector>

#include "compiler.hpp"
#include "library.hpp"

namespace duet::bench {

std::size_t compile_raw(const std::string& compiler, const std::string& source,
                        const std::string& architecture) {
  static const RawLibrary library(compiler, "DUET_COMPILER_LIBRARY");
  const std::string target = "--gpu-architecture=" + architecture;
  const char* option = target.c_str();
  hiprtcProgram program = nullptr;
  DUET_CALL(library, hiprtcCreateProgram, &program, source.c_str(), "raw.cu", 0, nullptr, nullptr);
  DUET_CALL(library, hiprtcCompileProgram, program, 1, &option);
  std::size_t size = 0;
  DUET_CALL(library, hiprtcGetCodeSize, program, &size);
  std::vector<char> code(size);
  DUET_CALL(library, hiprtcGetCode, program, code.data());
  DUET_CALL(library, hiprtcDestroyProgram, &program);
  return size;
}

}  // namespace duet::bench
