// When NVRTC's precompiled headers are made and used.

#include <algorithm>
#include <filesystem>

#include "support/device_test.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;

class PrecompiledHeaderTest : public testing::Test {
 protected:
  void SetUp() override {
    int major = 0;
    int minor = 0;
    ASSERT_EQ(std::sscanf(compiler_description().c_str(), "NVRTC %d.%d", &major, &minor), 2);
    if (major * 100 + minor < 1208) GTEST_SKIP() << "needs NVRTC 12.8";
  }

  /// The number of precompiled headers that the process has open.
  static std::ptrdiff_t files() {
    const fs::directory_iterator links("/proc/self/fd");
    return std::ranges::count_if(links, [](const fs::directory_entry& link) {
      std::error_code error;
      const std::string path = fs::read_symlink(link.path(), error).string();
      return path.find("/prefix (deleted)") != std::string::npos;
    });
  }
  /// Compiles a new program with this beginning.
  static void compile_one(const std::string& beginning) {
    static int number = 0;
    const std::string name = "program" + std::to_string(++number);
    (void)compile({.name = name, .source = beginning + "__global__ void " + name + "() {}\n"},
                  supported_architectures().back());
  }
};

TEST_F(PrecompiledHeaderTest, TheSecondProgramMakesOne) {
  const std::string beginning = "#include <duet/device/half.hpp>\n";
  if (files() != 0) GTEST_SKIP() << "other tests in this process have made some";
  compile_one(beginning);
  EXPECT_EQ(files(), 0);
  compile_one(beginning);
  EXPECT_EQ(files(), 1);
  compile_one(beginning);
  EXPECT_EQ(files(), 1);
}

TEST_F(PrecompiledHeaderTest, LinesAreThoseOfTheProgram) {
  const Program program{.name = "lines.cu",
                        .source =
                            "\n// a comment\n#include <duet/device/half.hpp>\n\n"
                            "__global__ void k(int* x) {\n  *x = __LINE__;\n}\n",
                        .kernels = {"k"},
                        .options = {.line_info = true}};
  const std::string architecture = supported_architectures().back();
  const std::vector<std::byte> first = compile(program, architecture).bytes;
  for (int i = 1; i < 4; ++i) EXPECT_EQ(compile(program, architecture).bytes, first) << i;
}

TEST_F(PrecompiledHeaderTest, FourAreKept) {
  for (const char* header :
       {"array", "atomic", "bfloat16", "complex", "half", "limits", "random", "vector", "wave"}) {
    const std::string beginning = "#include <duet/device/" + std::string(header) + ".hpp>\n";
    for (int i = 0; i < 3; ++i) compile_one(beginning);
  }
  EXPECT_EQ(files(), 4);
}

TEST_F(PrecompiledHeaderTest, LeavesNoFiles) {
  const TemporaryFolder folder;
  const ScopedVariable temporary("TMPDIR", folder.path().string());
  const std::ptrdiff_t before = files();
  for (int i = 0; i < 3; ++i) compile_one("#include <duet/device/tuple.hpp>\n");
  EXPECT_GE(files(), before);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST_F(PrecompiledHeaderTest, NoneIsMadeWithoutATemporaryFolder) {
  const ScopedVariable temporary("TMPDIR", "/nonexistent");
  const std::ptrdiff_t before = files();
  for (int i = 0; i < 3; ++i) compile_one("#include <duet/device/cast.hpp>\n");
  EXPECT_EQ(files(), before);
}

TEST_F(PrecompiledHeaderTest, CanBeSwitchedOff) {
  const ScopedVariable off("DUET_CUDA_PCH", "off");
  const std::ptrdiff_t before = files();
  for (int i = 0; i < 3; ++i) compile_one("#include <duet/device/indexing.hpp>\n");
  EXPECT_EQ(files(), before);
}

}  // namespace
}  // namespace duet::test
