// Kernels and device functions in header files of include folders.

#include "support/cache_folder.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class IncludeFolderTest : public DeviceTest {
 protected:
  Code compiled(const std::string& source, std::vector<std::string> kernels = {}) const {
    return compile({.name = "main.cu",
                    .source = source,
                    .kernels = std::move(kernels),
                    .options = {.include_dirs = {(files_.path() / "first").string(),
                                                 (files_.path() / "second").string()}}},
                   device());
  }

  std::vector<int> run(const Code& code, const std::string& kernel) const {
    const Stream stream(device());
    const Buffer<int> x(device(), 64);
    write(stream, x, std::vector<int>(64, 1));
    launch(stream, Module(device(), code).kernel(kernel),
           {.grid = {1}, .block = {64}, .shared_bytes = 64 * sizeof(int)}, x);
    return read(stream, x);
  }

  TemporaryFolder files_{};
};

TEST_F(IncludeFolderTest, KernelsAndDynamicSharedMemory) {
  files_.write("first/kernels/reverse.hpp",
               "#include \"../index.hpp\"\n"
               "extern \"C\" __global__ void reverse(int* x) {\n"
               "  extern __shared__ int values[];\n"
               "  values[index()] = int(index());\n"
               "  __syncthreads();\n"
               "  x[index()] = values[63 - index()];\n"
               "}\n");
  files_.write("first/index.hpp", "inline __device__ unsigned index() { return threadIdx.x; }\n");
  const Code code = compiled("#include <kernels/reverse.hpp>\n");
  const std::vector<int> result = run(code, "reverse");
  for (int i = 0; i < 64; ++i) EXPECT_EQ(result[static_cast<std::size_t>(i)], 63 - i);
}

TEST_F(IncludeFolderTest, TheFirstFolderWithTheFileIsUsed) {
  files_.write("first/scale.hpp", "#pragma once\nconstexpr int scale = 2;\n");
  files_.write("second/scale.hpp", "#pragma once\nconstexpr int scale = 3;\n");
  files_.write("second/kernel.hpp",
               "#include \"scale.hpp\"\n"
               "template <int N> __global__ void k(int* x) { x[threadIdx.x] = N * scale; }\n");
  // A quoted name refers to the file next to the including file.
  EXPECT_EQ(run(compiled("#include <kernel.hpp>\n", {"k<5>"}), "k<5>"), std::vector<int>(64, 15));
  EXPECT_EQ(run(compiled("#include <scale.hpp>\n"
                         "__global__ void k(int* x) { x[threadIdx.x] = scale; }",
                         {"k"}),
                "k"),
            std::vector<int>(64, 2));
}

TEST_F(IncludeFolderTest, FilesOutsideTheFoldersAreFoundByRelativePath) {
  files_.write("outside/value.hpp", "constexpr int value = 7;\n");
  files_.write("first/kernel.hpp",
               "#include \"../outside/value.hpp\"\n"
               "extern \"C\" __global__ void k(int* x) { x[threadIdx.x] = value; }\n");
  EXPECT_EQ(run(compiled("#include \"kernel.hpp\"\n"), "k"), std::vector<int>(64, 7));
}

/// Their paths would grow with each of them.
TEST_F(IncludeFolderTest, HeadersThatIncludeEachOtherByRelativePaths) {
  for (const std::string path : {"../", "./../", ".././"}) {
    SCOPED_TRACE(path);
    std::string kernel = "extern \"C\" __global__ void k(int* x) { x[threadIdx.x] = 0";
    for (const char own : {'a', 'b', 'c'}) {
      std::string text = "#pragma once\n";
      for (const char other : {'a', 'b', 'c'}) {
        text += "#include \"" + path + other + "/" + other + ".hpp\"\n";
      }
      text += std::string("#include \"./") + own + ".hpp\"\n";
      text += std::string("inline __device__ int ") + own + "() { return 2; }\n";
      text += std::string("extern __shared__ int values_") + own + "[];\n";
      files_.write(std::string("first/") + own + "/" + own + ".hpp", text);
      kernel += std::string(" + ") + own + "()";
    }
    EXPECT_EQ(run(compiled("#include <a/a.hpp>\n" + kernel + "; }\n"), "k"),
              std::vector<int>(64, 6));
  }
}

TEST_F(IncludeFolderTest, ErrorsNameTheFileAndItsLine) {
  files_.write("first/wrong.hpp",
               "extern \"C\" __global__ void k(int* x) {\n"
               "  extern __shared__ int values[];\n"
               "  x[0] = missing;\n"
               "}\n");
  try {
    compiled("#include <wrong.hpp>\n");
    ADD_FAILURE() << "the program compiled";
  } catch (const CompileError& error) {
    const std::string file = (files_.path() / "first/wrong.hpp").string();
    EXPECT_THAT(error.log(),
                AllOf(HasSubstr(file), HasSubstr("missing"), Not(HasSubstr("copies"))));
    EXPECT_TRUE(error.log().find(file + ":3") != std::string::npos ||
                error.log().find(file + "(3)") != std::string::npos)
        << error.log();
  }
}

}  // namespace
}  // namespace duet::test
