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
  /// Compiles a new program with these options.
  static void compile_one(const CompileOptions& options) {
    static int number = 0;
    const std::string name = "program" + std::to_string(++number);
    (void)compile({.name = name,
                   .source = "#include <duet/device/half.hpp>\n__global__ void " + name + "() {}\n",
                   .options = options},
                  supported_architectures().back());
  }
};

TEST_F(PrecompiledHeaderTest, TheSecondProgramMakesOne) {
  const CompileOptions options{.fast_math = true};
  if (files() != 0) GTEST_SKIP() << "other tests in this process have made some";
  compile_one(options);
  EXPECT_EQ(files(), 0);
  compile_one(options);
  EXPECT_EQ(files(), 1);
  compile_one(options);
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
  for (const bool fast_math : {false, true}) {
    for (const bool contract : {false, true}) {
      for (const int standard : {17, 20}) {
        const CompileOptions options{
            .standard = standard, .fast_math = fast_math, .contract = contract};
        for (int i = 0; i < 3; ++i) compile_one(options);
      }
    }
  }
  EXPECT_EQ(files(), 4);
}

TEST_F(PrecompiledHeaderTest, LeavesNoFiles) {
  const TemporaryFolder folder;
  const ScopedVariable temporary("TMPDIR", folder.path().string());
  const std::ptrdiff_t before = files();
  for (int i = 0; i < 3; ++i) compile_one({.line_info = true});
  EXPECT_GE(files(), before);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST_F(PrecompiledHeaderTest, NoneIsMadeWithoutATemporaryFolder) {
  const ScopedVariable temporary("TMPDIR", "/dev/null/none");
  const std::ptrdiff_t before = files();
  for (int i = 0; i < 3; ++i) compile_one({.standard = 20, .line_info = true});
  EXPECT_EQ(files(), before);
}

TEST_F(PrecompiledHeaderTest, CanBeSwitchedOff) {
  const ScopedVariable off("DUET_CUDA_PCH", "off");
  const std::ptrdiff_t before = files();
  for (int i = 0; i < 3; ++i) compile_one({.fast_math = true, .line_info = true});
  EXPECT_EQ(files(), before);
}

}  // namespace
}  // namespace duet::test
