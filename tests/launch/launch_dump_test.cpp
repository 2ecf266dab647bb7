// $DUET_KEEP_LAUNCHES: the files of dumped launches, and launches that cannot be dumped. A process
// reads the variable at its start, so child processes launch the kernels.

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "support/cache_folder.hpp"
#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/environment.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* variable = "DUET_KEEP_LAUNCHES";
constexpr const char* label = "DUET_KEEP_LABEL";
constexpr int success = 0, no_error = 2, another_error = 3;

struct Pair {
  int* first;
  int* second;
};
struct Numbers {
  long long values[3];
};

const char* const source = R"(
  struct Pair { int* first; int* second; };
  struct Numbers { long long values[3]; };
  template <typename T> __global__ void add(T* x, T a, int n) {
    if (int(threadIdx.x) < n) x[threadIdx.x] += a;
  }
  __global__ void sum(Numbers numbers, long long* out) {
    *out = numbers.values[0] + numbers.values[1] + numbers.values[2];
  }
  __global__ void swap(Pair pair) { int x = *pair.first; *pair.first = *pair.second; *pair.second = x; }
  __global__ void follow(int** pointers) { **pointers = 7; }
  __global__ void ignore(const char*, int* out) { *out = 1; }
)";

Module module_of(const Device& device) {
  return {device,
          compile({.name = "kept.cu",
                   .source = source,
                   .kernels = {"add<int>", "add<float>", "sum", "swap", "follow", "ignore"}},
                  device)};
}

TEST(LaunchDumpChild, DISABLED_Dumps) {
  if (std::getenv(variable) == nullptr) GTEST_SKIP() << "runs in child processes of other tests";
  const Device device(0);
  const Stream stream(device);
  const Module module = module_of(device);
  unsetenv(label);
  {
    const ScopedVariable named(label, "twice/the same");
    const Buffer<int> x(device, 40);
    for (const int start : {1, 1, 2}) {
      write(stream, x, std::vector<int>(40, start));
      launch(stream, module.kernel("add<int>"), {{1}, {32}}, x.subspan(8, 32), 5, 30);
    }
    if (last_launch_dump().filename() != "twice-the-same.1") _exit(1);
  }
  const ScopedVariable tolerance("DUET_KEEP_TOLERANCE", "0.5,1e-3");
  const Buffer<float> y(device, 4);
  launch(stream, module.kernel("add<float>"), {{2, 1, 1}, {1, 1, 1}, 64}, y, 1.5f, 0);
  const Buffer<long long> total(device, 1);
  launch(stream, module.kernel("sum"), {{1}, {1}}, Numbers{{1, 2, 39}}, total);
  _exit(read(stream, total)[0] == 42 ? success : 1);
}

TEST(LaunchDumpChild, DISABLED_Skips) {
  if (std::getenv(variable) == nullptr) GTEST_SKIP() << "runs in child processes of other tests";
  const Device device(0);
  const Stream stream(device);
  const Module module = module_of(device);
  unsetenv(label);
  const Buffer<int> a(device, 1), b(device, 1);
  write(stream, a, {1});
  write(stream, b, {2});
  launch(stream, module.kernel("swap"), {{1}, {1}}, Pair{a.data(), b.data()});
  const Buffer<int*> pointer(device, 1);
  write(stream, pointer, {a.data()});
  launch(stream, module.kernel("follow"), {{1}, {1}}, static_cast<void*>(pointer.data()));
  if (read(stream, a)[0] != 7 || read(stream, b)[0] != 1) _exit(1);
  const std::string elsewhere = "text";
  launch(stream, module.kernel("ignore"), {{1}, {1}}, elsewhere.data(), a);
  {
    const Buffer<char> large(device, std::size_t{65} << 20);
    launch(stream, module.kernel("ignore"), {{1}, {1}}, large, a);
  }
  {
    const ScopedVariable skip("DUET_KEEP_SKIP", "not today");
    launch(stream, module.kernel("ignore"), {{1}, {1}}, static_cast<void*>(a.data()), a);
  }
  const std::string set = "__constant__ int one = 1;\n__global__ void k(int* x) { *x = one; }";
  launch(stream, make_kernel(device, set, "k"), {{1}, {1}}, a);
  if (device.info().cooperative_launch)
    launch(stream, module.kernel("add<int>"), {.grid = {1}, .block = {1}, .cooperative = true}, a,
           1, 1);
  try {
    StreamCapture capture(stream);
    launch(stream, module.kernel("add<int>"), {{1}, {1}}, a, 1, 1);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_supported) throw;
  }
  _exit(last_launch_dump().empty() ? success : 1);
}

TEST(LaunchDumpChild, DISABLED_CannotWrite) {
  if (std::getenv(variable) == nullptr) GTEST_SKIP() << "runs in child processes of other tests";
  const Device device(0);
  const Stream stream(device);
  const Buffer<int> x(device, 1);
  try {
    launch(stream, module_of(device).kernel("add<int>"), {{1}, {1}}, x, 1, 1);
  } catch (const Error& error) {
    const std::string text = error.what();
    const bool is_clear = error.code() == ErrorCode::io && text.find(variable) != text.npos &&
                          text.find("add<int>") != text.npos;
    _exit(is_clear ? success : another_error);
  }
  _exit(no_error);
}

class LaunchDumpTest : public DeviceTest {
 protected:
  int run(const std::string& child) const {
    return ChildProcess("LaunchDumpChild." + child,
                        {std::string(variable) + "=" + folder().string(), std::string(label) + "=",
                         "DUET_KEEP_TOLERANCE=", "DUET_KEEP_SKIP="})
        .wait();
  }
  std::filesystem::path folder() const { return folder_ / "kept"; }
  std::string text(const std::string& file) const { return read_file(folder() / file); }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
      names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }

  TemporaryFolder folder_{};
};

std::string bytes_of(const std::vector<int>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(int)};
}

TEST_F(LaunchDumpTest, WritesProgramArgumentsAndMemoryOnce) {
  ASSERT_EQ(run("DISABLED_Dumps"), success);
  EXPECT_THAT(names(), testing::ElementsAre("add-float-.0", "sum.0", "twice-the-same.0",
                                            "twice-the-same.1"));
  EXPECT_EQ(text("twice-the-same.0/program.cu"), source);
  EXPECT_THAT(text("twice-the-same.0/arguments"), HasSubstr("--kernel=add<int>"));
  std::vector<int> numbers(40, 1);
  EXPECT_EQ(text("twice-the-same.0/memory.0.before"), bytes_of(numbers));
  std::fill(numbers.begin() + 8, numbers.begin() + 38, 6);
  EXPECT_EQ(text("twice-the-same.0/memory.0.after"), bytes_of(numbers));
  EXPECT_EQ(text("twice-the-same.1/memory.0.before"), bytes_of(std::vector<int>(40, 2)));
  const std::string launch = text("twice-the-same.0/launch.json");
  for (const char* part :
       {R"("label": "twice/the same")", R"("program": "kept.cu")", R"("kernel": "add<int>")",
        R"("grid": [1, 1, 1])", R"("block": [32, 1, 1])", R"("shared_bytes": 0)",
        R"({"memory": 0, "offset": 32, "type": "i32"})", R"({"bytes": "05000000", "type": "i32"})",
        R"({"bytes": 160, "before": "memory.0.before", "after": "memory.0.after"})"})
    EXPECT_THAT(launch, HasSubstr(part));
  EXPECT_THAT(launch, Not(HasSubstr("tolerance")));
}

TEST_F(LaunchDumpTest, WritesStructuresTolerancesAndReadOnlyMemory) {
  ASSERT_EQ(run("DISABLED_Dumps"), success);
  const std::string reading = text("add-float-.0/launch.json");
  for (const char* part : {R"("shared_bytes": 64)", R"("type": "f32")",
                           R"("tolerance": {"absolute": 0.5, "relative": 0.001})",
                           R"({"bytes": 16, "before": "memory.0.before"})"})
    EXPECT_THAT(reading, HasSubstr(part));
  EXPECT_EQ(text("add-float-.0/memory.0.before"), std::string(16, '\xcd'));
  EXPECT_FALSE(std::filesystem::exists(folder() / "add-float-.0/memory.0.after"));
  EXPECT_THAT(text("sum.0/launch.json"),
              HasSubstr(R"({"bytes": "010000000000000002000000000000002700000000000000"})"));
}

TEST_F(LaunchDumpTest, ListsSkippedLaunchesWithTheReason) {
  ASSERT_EQ(run("DISABLED_Skips"), success);
  EXPECT_THAT(names(), testing::ElementsAre("left_out.txt"));
  const std::string lines = text("left_out.txt");
  std::vector<std::string> expected{"swap\t-\targument 0 is a structure with a pointer\n",
                                    "follow\t-\tthe memory of argument 0 holds pointers\n",
                                    "ignore\t-\targument 0 points to memory that the driver",
                                    "ignore\t-\tits memory exceeds 64 MiB\n",
                                    "ignore\t-\tnot today\n",
                                    "k\t-\tthe module has variables"};
  if (device().info().cooperative_launch)
    expected.push_back("add<int>\t-\tthe grid is cooperative\n");
  for (const std::string& line : expected) EXPECT_THAT(lines, HasSubstr(line));
}

TEST_F(LaunchDumpTest, AnUnusableFolderIsAnError) {
  folder_.write("kept", "this is a file");
  EXPECT_EQ(run("DISABLED_CannotWrite"), success);
}

TEST_F(LaunchDumpTest, WritesNothingWithoutTheVariable) {
  if (std::getenv(variable) != nullptr) GTEST_SKIP() << "launches are dumped";
  const Stream stream(device());
  const Buffer<int> x(device(), 1);
  launch(stream, module_of(device()).kernel("add<int>"), {{1}, {1}}, x, 1, 1);
  EXPECT_TRUE(last_launch_dump().empty());
}

}  // namespace
}  // namespace duet::test
