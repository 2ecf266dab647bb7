#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

/// Has the value "VARIABLE=library", which makes a process load the test profiler. It logs ranges
/// to the file that `log_variable` names.
constexpr const char* profiler_variable = "DUET_TEST_PROFILER";
constexpr const char* log_variable = "DUET_TEST_RANGES";
constexpr const char* ranged_source = "__global__ void k() {}";

TEST(ProfilingRangeChild, DISABLED_Compiles) {
  if (std::getenv(log_variable) == nullptr)
    GTEST_SKIP() << "runs in child processes of other tests";
  {
    const ProfilingRange outer("outer");
    const ProfilingRange inner(std::string("inner"));
    (void)compile({.name = "one", .source = ranged_source}, supported_architectures().back());
  }
  _exit(0);
}

TEST(ProfilingRangeChild, DISABLED_Submits) {
  if (std::getenv(log_variable) == nullptr)
    GTEST_SKIP() << "runs in child processes of other tests";
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
  /// Runs a test in a child process. Returns the log of the profiler, one line for each begin or
  /// end.
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
      GTEST_SKIP() << "this backend has no profiling ranges";
    }
  }

 private:
  TemporaryFolder folder_{};
};

TEST_F(ProfilingRangeTest, ProfilersSeeNestedRanges) {
  std::vector<std::string> lines = lines_of("ProfilingRangeChild.DISABLED_Compiles");
  if (std::string(backend_name()) == "CUDA") {
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.front(), "domain duet");
    lines.erase(lines.begin());
  }
  EXPECT_THAT(lines, testing::ElementsAre("begin outer", "begin inner", "begin compile one", "end",
                                          "end", "end"));
}

TEST_F(ProfilingRangeTest, SlowCallsAreRanges) {
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
