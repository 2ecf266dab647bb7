#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "compiler.hpp"

namespace duet::bench {

std::size_t compile_raw(const std::string& compiler, const std::string& source,
                        const std::string& architecture) {
  namespace fs = std::filesystem;
  const fs::path library = fs::temp_directory_path() / "duet_bench_raw.so";
  const std::string command = compiler + " -O2 -fPIC -shared -march=" + architecture +
                              " -D__global__= -x c++ - -o " + library.string();
  std::FILE* const input = popen(command.c_str(), "w");
  if (input == nullptr) throw std::runtime_error("cannot start " + compiler);
  (void)std::fputs(source.c_str(), input);
  if (pclose(input) != 0) throw std::runtime_error(command + " failed");
  const std::size_t size = fs::file_size(library);
  fs::remove(library);
  return size;
}

}  // namespace duet::bench
