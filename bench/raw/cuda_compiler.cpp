#include <nvrtc.h>

#include <array>
#include <vector>

#include "compiler.hpp"
#include "library.hpp"

namespace duet::bench {

std::size_t compile_raw(const std::string& compiler, const std::string& source,
                        const std::string& architecture) {
  static const RawLibrary library(compiler, "DUET_COMPILER_LIBRARY");
  const std::string target = "--gpu-architecture=" + architecture;
  const std::array<const char*, 2> options{target.c_str(), "--no-cache"};
  nvrtcProgram program = nullptr;
  DUET_CALL(library, nvrtcCreateProgram, &program, source.c_str(), "raw.cu", 0, nullptr, nullptr);
  DUET_CALL(library, nvrtcCompileProgram, program, static_cast<int>(options.size()),
            options.data());
  std::size_t size = 0;
  DUET_CALL(library, nvrtcGetCUBINSize, program, &size);
  std::vector<char> code(size);
  DUET_CALL(library, nvrtcGetCUBIN, program, code.data());
  DUET_CALL(library, nvrtcDestroyProgram, &program);
  return size;
}

}  // namespace duet::bench
