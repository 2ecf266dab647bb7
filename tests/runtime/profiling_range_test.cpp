#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

/// "VARIABLE=library", with which a process loads a profiler that writes ranges to a file.
constexpr const char* profiler_variable = "DUET_TEST_PROFILER";
constexpr const char* log_variable = "DUET_TEST_RANGES";
constexpr const char* ranged_source = "__global__ void k() {}";

TEST(ProfilingRangeChild, DISABLED_Compiles) {
  if (std::getenv(log_variable) == nullptr) GTEST_SKIP() << "for the other tests' processes";
  {
    const ProfilingRange outer("outer");
    const ProfilingRange inner(std::string("inner"));
    (void)compile({.name = "one", .source = ranged_source}, supported_architectures().back());
  }
  _exit(0);
}

TEST(ProfilingRangeChild, DISABLED_Submits) {
  if (std::getenv(log_variable) == nullptr) GTEST_SKIP() << "for the other tests' processes";
  {
    const Device device(0);
    const Stream stream(device);
    const Kernel kernel =
        jit(device, {.name = "two", .source = ranged_source, .kernels = {"k"}}).kernel("k");
    CommandEncoder encoder(stream);
    encoder.launch(kernel, {{1}, {1}});
    encoder.synchronize();
  }
  _exit(0);
}

class ProfilingRangeTest : public testing::Test {
 protected:
  /// What the profiler has seen of a child process, a range's begin or end a line.
  std::vector<std::string> lines_of(const std::string& child) {
    const std::filesystem::path log = folder_.path() / "ranges";
    ChildProcess process(child,
                         {std::getenv(profiler_variable), log_variable + ("=" + log.string())});
    EXPECT_EQ(process.wait(), 0);
    std::ifstream file(log);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  void SetUp() override {
    if (std::getenv(profiler_variable) == nullptr) {
      GTEST_SKIP() << "this backend's vendor has no profiler of ranges";
    }
  }

 private:
  TemporaryFolder folder_{};
};

TEST_F(ProfilingRangeTest, AProfilerSeesThemNested) {
  std::vector<std::string> lines = lines_of("ProfilingRangeChild.DISABLED_Compiles");
  if (std::string(backend_name()) == "CUDA") {
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.front(), "domain duet");
    lines.erase(lines.begin());
  }
  EXPECT_THAT(lines, testing::ElementsAre("begin outer", "begin inner", "begin compile one", "end",
                                          "end", "end"));
}

TEST_F(ProfilingRangeTest, CallsThatTakeLongAreRanges) {
  if (Device::unavailable_reason()) GTEST_SKIP() << "needs a device";
  const std::vector<std::string> lines = lines_of("ProfilingRangeChild.DISABLED_Submits");
  for (const std::string name : {"jit two", "compile two", "load code", "commit"}) {
    EXPECT_THAT(lines, testing::Contains("begin " + name)) << name;
  }
  EXPECT_EQ(std::ranges::count(lines, "end"),
            std::ranges::count_if(lines, [](auto& line) { return line.starts_with("begin"); }));
}

}  // namespace
}  // namespace duet::test
