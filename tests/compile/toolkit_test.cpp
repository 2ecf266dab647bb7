// Programs that use the headers of the vendor's toolkit.

#include <cstdlib>
#include <optional>

#include "support/cache_folder.hpp"
#include "support/device_test.hpp"
#include "support/environment.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

/// The toolkit of a backend: the environment variable with its path, and one of its headers.
struct Toolkit {
  const char* variable;
  std::string landmark;
};

std::optional<Toolkit> toolkit() {
  const std::string backend = backend_name();
  if (backend == "CUDA") return Toolkit{"DUET_CUDA_PATH", "cuda_fp16.h"};
  if (backend == "HIP") return Toolkit{"DUET_ROCM_PATH", "hip/hip_version.h"};
  return std::nullopt;
}

/// A folder that is used as the toolkit.
class FakeToolkit {
 public:
  FakeToolkit() { write(""); }
  void write(const std::string& text) const {
    folder_.write("include/" + toolkit()->landmark, text);
  }
  void write(const std::string& name, const std::string& text) const {
    folder_.write("include/" + name, text);
  }
  std::string path() const { return folder_.path().string(); }

 private:
  TemporaryFolder folder_{};
  ScopedVariable variable_{toolkit()->variable, folder_.path().string()};
};

Program including(const std::string& header) {
  return {.name = "asks",
          .source = "#include <" + header + ">\n__global__ void k(int* x) { x[0] = value; }",
          .kernels = {"k"},
          .options = {.toolkit_headers = true}};
}

std::string newest_architecture() { return supported_architectures().back(); }

class ToolkitTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!toolkit()) GTEST_SKIP() << backend_name() << " has no toolkit";
    try {
      (void)supported_architectures();
    } catch (const Error& error) {
      GTEST_SKIP() << "needs a compiler: " << error.what();
    }
  }
};

TEST_F(ToolkitTest, HeadersAreFoundOnRequest) {
  const FakeToolkit fake;
  fake.write("constexpr int value = 1;");
  Program program = including(toolkit()->landmark);
  EXPECT_FALSE(compile(program, newest_architecture()).bytes.empty());
  program.options.toolkit_headers = false;
  EXPECT_THROW((void)compile(program, newest_architecture()), CompileError);
}

TEST_F(ToolkitTest, TheProgramsFoldersComeFirst) {
  const FakeToolkit fake;
  fake.write("value.hpp", "#error the toolkit's");
  const TemporaryFolder own;
  own.write("value.hpp", "constexpr int value = 1;");
  Program program = including("value.hpp");
  program.options.include_dirs = {own.path().string()};
  EXPECT_FALSE(compile(program, newest_architecture()).bytes.empty());
}

TEST_F(ToolkitTest, AProgramMayNameTheOnlyToolkit) {
  const FakeToolkit usual;
  usual.write("#error another toolkit");
  const TemporaryFolder own;
  own.write("include/" + toolkit()->landmark, "constexpr int value = 1;");
  Program program = including(toolkit()->landmark);
  program.options.toolkit_dir = own.path().string();
  EXPECT_FALSE(compile(program, newest_architecture()).bytes.empty());
  const TemporaryFolder empty;
  program.options.toolkit_dir = empty.path().string();
  const Error error = error_of([&] { (void)compile(program, newest_architecture()); });
  EXPECT_EQ(error.code(), ErrorCode::no_toolkit);
  EXPECT_THAT(error.what(), HasSubstr((empty.path() / "include" / toolkit()->landmark).string()));
  EXPECT_THAT(error.what(), testing::Not(HasSubstr(usual.path())));
}

TEST_F(ToolkitTest, TheErrorListsTheSearchedPlaces) {
  const ScopedVariable variable(toolkit()->variable, "/nowhere");
  const Error error =
      error_of([] { (void)compile(including(toolkit()->landmark), newest_architecture()); });
  EXPECT_EQ(error.code(), ErrorCode::no_toolkit);
  EXPECT_THAT(error.what(), HasSubstr("/nowhere/include/" + toolkit()->landmark));
  EXPECT_THAT(error.what(), HasSubstr(toolkit()->variable));
}

/// Skipped on machines without the toolkit.
TEST_F(ToolkitTest, TheRealHeadersCompile) {
  Program program = including(toolkit()->landmark);
  program.source = R"(
    #include <cub/block/block_reduce.cuh>
    #include <cuda_fp16.h>
    #include <mma.h>
    __global__ void k(const __half* x, float* sum) {
      using Reduce = cub::BlockReduce<float, 128>;
      __shared__ Reduce::TempStorage storage;
      const float total = Reduce(storage).Sum(__half2float(x[threadIdx.x]));
      if (threadIdx.x == 0) *sum = total;
    })";
  if (toolkit()->landmark.starts_with("hip/")) {
    program.source = R"(
      #include <hip/hip_version.h>
      __global__ void k(int* x) { x[0] = HIP_VERSION_MAJOR; })";
  }
  try {
    EXPECT_FALSE(compile(program, newest_architecture()).bytes.empty());
  } catch (const Error& error) {
    if (error.code() != ErrorCode::no_toolkit) throw;
    GTEST_SKIP() << error.what();
  }
}

TEST(NoToolkit, TheOptionHasNoEffect) {
  if (toolkit()) GTEST_SKIP() << backend_name() << " has a toolkit";
  Program program = including("value.hpp");
  program.headers = {{"value.hpp", "constexpr int value = 1;"}};
  EXPECT_FALSE(compile(program, newest_architecture()).bytes.empty());
}

class JitToolkit : public DeviceTest {
 protected:
  void SetUp() override {
    if (!toolkit()) GTEST_SKIP() << backend_name() << " has no toolkit";
    DeviceTest::SetUp();
  }

  /// Runs the program without the modules in memory, as a new process does. A process checks each
  /// toolkit folder once.
  static int run_again(const Program& program) {
    forget_modules();
    const Stream stream(device());
    const Buffer<int> result(stream, 1);
    launch(stream, jit(device(), program).kernel("k"), {{1}, {1}}, result);
    return read(stream, result)[0];
  }

  CacheFolder folder_{};
  CacheStatistics before_ = cache_statistics();
};

TEST_F(JitToolkit, ProgramsMayNameDifferentToolkits) {
  const TemporaryFolder folders[2];
  Program programs[2];
  for (int i = 0; i < 2; ++i) {
    folders[i].write("include/" + toolkit()->landmark,
                     "constexpr int value = " + std::to_string(i + 1) + ";");
    programs[i] = including(toolkit()->landmark);
    programs[i].options.toolkit_dir = folders[i].path().string();
  }
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(run_again(programs[0]), 1);
    EXPECT_EQ(run_again(programs[1]), 2);
  }
  EXPECT_EQ(cache_statistics().misses - before_.misses, 2u);
}

TEST_F(JitToolkit, AnotherToolkitIsAMiss) {
  const Program program = including(toolkit()->landmark);
  const FakeToolkit one;
  one.write("constexpr int value = 1;");
  EXPECT_EQ(run_again(program), 1);
  EXPECT_EQ(run_again(program), 1);
  EXPECT_EQ(cache_statistics().misses - before_.misses, 1u);
  const FakeToolkit two;
  two.write("#define NAME <number.hpp>\n#include NAME\n");
  two.write("number.hpp", "constexpr int value = 2;");
  EXPECT_EQ(run_again(program), 2);
  EXPECT_EQ(run_again(program), 2);
  EXPECT_EQ(cache_statistics().misses - before_.misses, 2u);
  EXPECT_EQ(cache_statistics().bypasses - before_.bypasses, 0u);
  // The first folder again, which is a hit; later with another text, which is a miss.
  setenv(toolkit()->variable, one.path().c_str(), 1);
  EXPECT_EQ(run_again(program), 1);
  EXPECT_EQ(cache_statistics().misses - before_.misses, 2u);
  setenv(toolkit()->variable, two.path().c_str(), 1);
  EXPECT_EQ(run_again(program), 2);
  setenv(toolkit()->variable, one.path().c_str(), 1);
  one.write("constexpr int value = 3;");
  EXPECT_EQ(run_again(program), 3);
  EXPECT_EQ(cache_statistics().misses - before_.misses, 3u);
}

}  // namespace
}  // namespace duet::test
