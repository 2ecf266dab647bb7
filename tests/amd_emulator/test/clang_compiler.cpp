#include "test/clang_compiler.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

namespace amd_emulator::test {
namespace {

constexpr const char* prelude = R"(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __noinline__ __attribute__((noinline))
template <int what, int axis> struct Coordinate {
  __device__ operator unsigned() const {
    if constexpr (what == 0) {
      if constexpr (axis == 0) return __builtin_amdgcn_workitem_id_x();
      if constexpr (axis == 1) return __builtin_amdgcn_workitem_id_y();
      return __builtin_amdgcn_workitem_id_z();
    } else if constexpr (what == 1) {
      if constexpr (axis == 0) return __builtin_amdgcn_workgroup_id_x();
      if constexpr (axis == 1) return __builtin_amdgcn_workgroup_id_y();
      return __builtin_amdgcn_workgroup_id_z();
    } else if constexpr (what == 2) {
      if constexpr (axis == 0) return __builtin_amdgcn_workgroup_size_x();
      if constexpr (axis == 1) return __builtin_amdgcn_workgroup_size_y();
      return __builtin_amdgcn_workgroup_size_z();
    } else {
      if constexpr (axis == 0)
        return __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x();
      if constexpr (axis == 1)
        return __builtin_amdgcn_grid_size_y() / __builtin_amdgcn_workgroup_size_y();
      return __builtin_amdgcn_grid_size_z() / __builtin_amdgcn_workgroup_size_z();
    }
  }
};
template <int what> struct Coordinates {
  Coordinate<what, 0> x; Coordinate<what, 1> y; Coordinate<what, 2> z;
};
static constexpr Coordinates<0> threadIdx{};
static constexpr Coordinates<1> blockIdx{};
static constexpr Coordinates<2> blockDim{};
static constexpr Coordinates<3> gridDim{};
__device__ inline void __syncthreads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
template <typename T> __device__ inline T atomicAdd(T* to, T value) {
  return __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
}
)";

constexpr const char* compiler = "/usr/bin/clang-19";

/// A folder that lives as long as this object.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "amd_kernels_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string text_of(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

bool has_clang() { return std::filesystem::exists(compiler); }

std::vector<std::byte> compile_with_clang(const std::string& processor, unsigned lanes,
                                          const std::string& source) {
  const Folder folder;
  std::ofstream(folder.file("kernels.hip")) << prelude << "#line 1\n" << source;
  std::string command = std::string(compiler) +
                        " -x hip --cuda-device-only --no-gpu-bundle-output -nogpuinc -nogpulib -O2"
                        " -std=c++17 --offload-arch=" +
                        processor;
  if (lanes == 64 && !processor.starts_with("gfx9")) command += " -mwavefrontsize64";
  command +=
      " " + folder.file("kernels.hip") + " -o " + folder.file("code") + " 2>" + folder.file("log");
  if (std::system(command.c_str()) != 0)
    throw std::runtime_error("clang-19 failed:\n" + text_of(folder.file("log")));
  const std::string code = text_of(folder.file("code"));
  const auto bytes = std::as_bytes(std::span(code));
  return {bytes.begin(), bytes.end()};
}

}  // namespace amd_emulator::test
