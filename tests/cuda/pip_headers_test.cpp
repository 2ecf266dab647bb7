// CUDA's headers in pip's packages. Each case runs in a new process, since NVRTC stays loaded.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;

class PipHeadersTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      // "NVRTC 13.0 (/usr/local/cuda/lib64/libnvrtc.so.13)"
      const std::string text = compiler_description();
      const std::size_t begin = text.find('(') + 1;
      major_ = std::stoi(text.substr(6));
      compiler_ = text.substr(begin, text.rfind(')') - begin);
    } catch (const Error& error) {
      GTEST_SKIP() << "needs a compiler: " << error.what();
    }
  }

  /// The name of a package: all of CUDA 13 is one.
  std::string package(const std::string& name) const {
    return major_ >= 13 ? "cu" + std::to_string(major_) : name;
  }
  /// Writes the headers' package. @param folder  "nvidia"
  void write_headers(const std::string& folder) const {
    files_.write(folder + "/" + package("cuda_runtime") + "/include/cuda_fp16.h",
                 "constexpr int value_of_the_package = 1;");
  }
  /// Puts NVRTC into its package. @returns its path there
  std::string link_compiler(const std::string& folder) const {
    const fs::path to = files_.path() / folder / package("cuda_nvrtc") / "lib";
    fs::create_directories(to);
    for (const auto& entry : fs::directory_iterator(compiler_.parent_path())) {
      const fs::path file = entry.path().filename();
      if (file.string().starts_with("libnvrtc")) fs::create_symlink(entry.path(), to / file);
    }
    return (to / compiler_.filename()).string();
  }
  /// Compiles a program that needs the package's header, in another process.
  static bool compiles(const std::string& compiler, const std::string& environment) {
    ChildProcess child("PipHeadersChild.DISABLED_Compiles",
                       {"DUET_COMPILER_LIBRARY=" + compiler, "VIRTUAL_ENV=" + environment,
                        "CONDA_PREFIX=", "CUDA_HOME=", "CUDA_PATH=", "DUET_CUDA_PATH="});
    return child.wait() == 0;
  }

  int major_ = 0;
  fs::path compiler_{};
  TemporaryFolder files_{};
};

TEST(PipHeadersChild, DISABLED_Compiles) {
  int result = 0;
  try {
    (void)compile({.name = "asks",
                   .source = "#include <cuda_fp16.h>\n"
                             "__global__ void k(int* x) { x[0] = value_of_the_package; }",
                   .options = {.toolkit_headers = true}},
                  supported_architectures().back());
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    result = 1;
  }
  std::_Exit(result);
}

TEST_F(PipHeadersTest, LieBesideTheCompilerThatPipInstalled) {
  write_headers("nvidia");
  EXPECT_TRUE(compiles(link_compiler("nvidia"), ""));
}

TEST_F(PipHeadersTest, LieInTheVirtualEnvironment) {
  const fs::path beside = compiler_.parent_path().parent_path();
  for (const fs::path& root : {beside, fs::path("/usr/local/cuda"), fs::path("/usr")}) {
    for (const char* const folder : {"include", "targets/x86_64-linux/include"}) {
      if (fs::exists(root / folder / "cuda_fp16.h"))
        GTEST_SKIP() << "the toolkit in " << root << " is found before pip's packages";
    }
  }
  files_.write("lib/python3.9/site-packages/nvidia/other/file", "");  // of another Python
  write_headers("lib/python3.11/site-packages/nvidia");
  EXPECT_TRUE(compiles(compiler_.string(), files_.path().string()));
}

}  // namespace
}  // namespace duet::test
