// The programs as a user calls them: exit status, output and written files.

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "command_fixture.hpp"
#include "support/npy.hpp"

namespace {

namespace fs = std::filesystem;
using duet::tool::ElementType;
using duet::tool::NpyArray;

constexpr const char* kernels = R"(
#include <duet/device/kernel.hpp>
#ifndef FACTOR
#define FACTOR 1
#endif
template <typename T>
__global__ void axpy(T a, const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += FACTOR * a * x[i];
}
extern "C" __global__ void iota(int* out, short first) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = first + int(blockIdx.x * blockDim.x + threadIdx.x);
}
)";

class Command : public CommandTest {
 protected:
  Command() {
    write("kernels.cu", kernels);
    write("bad.cu",
          "#include <duet/device/kernel.hpp>\nextern \"C\" __global__ void k() { oops; }\n");
    write_floats("x.npy", {1, 2, 3, 4});
    write_floats("y.npy", {10, 20, 30, 40});
  }

  void write_floats(const std::string& name, const std::vector<float>& values) const {
    const auto bytes = std::as_bytes(std::span(values));
    duet::tool::write_npy(folder_ / name,
                          {ElementType::f32, {values.size()}, false, {bytes.begin(), bytes.end()}});
  }
  template <typename T>
  std::vector<T> read(const std::string& name) const {
    const NpyArray array = duet::tool::read_npy(folder_ / name);
    std::vector<T> values(array.bytes.size() / sizeof(T));
    std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
    return values;
  }

  Result expression(const std::vector<std::string>& arguments) const {
    return run(DUET_EXPRESSION, arguments);
  }
};

std::vector<std::string> axpy_run(const std::vector<std::string>& more) {
  std::vector<std::string> all{
      "run", "kernels.cu", "-k",       "axpy<float>",       "--grid", "cover:4", "--block",
      "64",  "f32:2.5",    "in:x.npy", "inout:y.npy:z.npy", "i32:4"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST_F(Command, HelpAndVersion) {
  expect_result(duet({"--help"}), 0, {"info", "compile", "run"});
  expect_result(duet({"run", "--help"}), 0, {"--grid", "out:FILE:TYPE:SHAPE"});
  expect_result(duet({"compile", "--help"}), 0, {"--arch"});
  expect_result(duet({"--version"}), 0, {"duet ", duet::backend_name()});
  expect_result(expression({"--help"}), 0, {"--data", "atan2"});
}

TEST_F(Command, CacheAndPrepare) {
  const std::string cache = (folder_ / "kernel cache").string();
  ASSERT_EQ(setenv("DUET_CACHE_DIR", cache.c_str(), 1), 0);
  ASSERT_EQ(setenv("DUET_CACHE", "on", 1), 0);
  expect_result(duet({"cache", "path"}), 0, {cache});
  expect_result(duet({"cache", "path", "--json"}), 0, {cache, "\"mode\": \"on\""});
  expect_result(duet({"cache", "list"}), 0, {"0 programs"});
  expect_result(duet({"cache"}), 2, {"needs one of path, list, verify, clear"});
  if (duet::Device::count() > 0) {
    write("two.cu", "extern \"C\" __global__ void two(int* x) { x[0] = 2; }\n");
    expect_result(duet({"prepare", "two.cu", "bad.cu"}), 1, {"oops", "1 compiled", "1 failed"});
    expect_result(duet({"prepare", "two.cu"}), 0, {"0 compiled", "1 already in the cache"});
    expect_result(duet({"prepare", "two.cu", "bad.cu", "-k", "two"}), 2, {"--kernel"});
    expect_result(duet({"cache", "list"}), 0, {"two.cu: two", "1 programs"});
    expect_result(duet({"cache", "list", "--json"}), 0, {"\"kernels\"", "\"two.cu\""});
    expect_result(duet({"cache", "verify"}), 0, {"0 of 1"});
    for (const auto& entry : fs::directory_iterator(cache)) {
      if (entry.path().extension() == ".kernels") fs::resize_file(entry.path(), 100);
    }
    expect_result(duet({"cache", "verify"}), 1, {"1 of 1", "checksum"});
    expect_result(duet({"cache", "clear"}), 0, {"1 programs removed"});
  }
  expect_result(duet({"cache", "clear", "--json"}), 0, {"\"removed\": 0"});
  unsetenv("DUET_CACHE_DIR");
  unsetenv("DUET_CACHE");
}

TEST_F(Command, UsageErrorsExitWithStatusTwo) {
  expect_result(duet({}), 2, {"Usage: duet", "export-cases"});
  expect_result(duet({"fly"}), 2, {"fly"});
  expect_result(duet({"info", "--what"}), 2, {"--what"});
  expect_result(duet({"compile"}), 2, {"FILE"});
  expect_result(duet({"compile", "none.cu"}), 2, {"'none.cu' does not exist"});
  expect_result(duet({"compile", "kernels.cu", "--std", "c++12"}), 2, {"--std"});
  expect_result(duet({"compile", "kernels.cu", "--wave-size", "wide"}), 2, {"--wave-size"});
  expect_result(duet({"compile", "kernels.cu", "--header", "a.hpp"}), 2, {"NAME=FILE"});
  expect_result(duet({"compile", "kernels.cu", "-o", "x.npy"}), 2, {"'x.npy' is not a folder"});
  expect_result(duet({"run", "kernels.cu"}), 2, {"--grid"});
  expect_result(duet(axpy_run({"i8:300"})), 2, {"'i8:300': out of range"});
  expect_result(duet(axpy_run({"--repeat", "0"})), 2, {"--repeat"});
  expect_result(duet(axpy_run({"in:none.npy"})), 2, {"'none.npy' does not exist"});
  expect_result(duet(axpy_run({"in:bad.cu"})), 2, {"cannot use 'bad.cu': not a .npy file"});
  expect_result(duet(axpy_run({"out:z.npy:f32:4"})), 2, {"two arguments would write 'z.npy'"});
  expect_result(duet({"run", "kernels.cu", "-k", "iota", "--grid", "0", "--block", "1"}), 2,
                {"--grid '0'"});
}

TEST_F(Command, InfoShowsBackendAndCompiler) {
  expect_result(duet({"info"}), 0,
                {"backend        " + std::string(duet::backend_name()), "compiler", "device"});
  expect_result(duet({"info", "--json"}), 0, {"\"backend\": \"", "\"devices\": ["});
}

TEST_F(Command, InfoShowsEveryField) {
  NEEDS_DEVICE();
  expect_result(duet({"info"}), 0,
                {"wave_size", "multiprocessors", "max_shared_per_block", "cooperative_launch",
                 "cluster_launch", duet::Device(0).info().architecture});
}

TEST_F(Command, CompileWritesAFileAndDescribesItsKernels) {
  const Result result =
      duet({"compile", "kernels.cu", "-k", "axpy<float>", "-k", "axpy<double>", "-o", "made/here"});
  expect_result(
      result, 0,
      {"kernel axpy<float>", "kernel axpy<double>", "lowered name", "registers", "wave size",
       "constant bytes", "parameter bytes 4 8 8 4", "parameter bytes 8 8 8 4", "compiled in"});
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "made" / "here")) {
    ++files;
    EXPECT_EQ(entry.path().filename().string().rfind("kernels.", 0), 0u);
    EXPECT_EQ(entry.path().filename().string().find(':'), std::string::npos);
  }
  EXPECT_EQ(files, 1u);
}

TEST_F(Command, ADumpedProgramCompilesAgain) {
  write("kept.cu",
        "#include <part.hpp>\ntemplate <typename T> __global__ void k(T* x) { *x = PART + N; }\n");
  write("part.txt", "#define PART 3\n");
  const std::string command = DUET_COMMAND;
  const std::vector<std::string> compile{"DUET_KEEP_PROGRAMS=all",
                                         command,
                                         "compile",
                                         "kept.cu",
                                         "--header",
                                         "part.hpp=part.txt",
                                         "-D",
                                         "N=4",
                                         "--contract",
                                         "off",
                                         "-k",
                                         "k<float>",
                                         "-k",
                                         "k<int>"};
  expect_result(run("env", compile), 0, {"kernel k<int>"});
  fs::remove(folder_ / "part.txt");
  const std::string again = "cd all/compiled/kept.cu-* && xargs -0 " + quoted(command) +
                            " compile program.cu -o ../../made <arguments";
  expect_result(run("sh", {"-c", again}), 0, {"kernel k<int>", "kernel k<float>"});
  EXPECT_TRUE(exists("all/made"));
  expect_result(run("env", {"DUET_KEEP_PROGRAMS=all", command, "compile", "bad.cu"}), 1, {"oops"});
  EXPECT_TRUE(exists("all/refused"));
}

TEST_F(Command, ReportsAnUnusableFolderForDumpedPrograms) {
  expect_result(
      run("env", {"DUET_KEEP_PROGRAMS=/dev/null/x", DUET_COMMAND, "compile", "kernels.cu"}), 1,
      {"$DUET_KEEP_PROGRAMS", "/dev/null/x"});
}

TEST_F(Command, CompileNamesKernelsThatAreLeftOut) {
  write("parts.cu",
        "#ifdef MORE\nnamespace more { __global__ void k(int* x) { *x = 2; } }\n#endif\n");
  expect_result(duet({"compile", "parts.cu"}), 0,
                {"kernels that #if or #ifdef leaves out (more::k)"});
  const Result whole = duet({"compile", "parts.cu", "-D", "MORE"});
  expect_result(whole, 0, {"lowered name"});
  EXPECT_EQ(whole.output.find("leaves out"), std::string::npos);
}

TEST_F(Command, CompileErrorsShowTheLogOfTheCompiler) {
  expect_result(duet({"compile", "bad.cu"}), 1, {"bad.cu", "oops"});
  expect_result(duet({"compile", "kernels.cu", "--arch", "pdp11"}), 1, {"pdp11"});
  expect_result(duet({"compile", "kernels.cu", "-k", "axpy<nonsense>"}), 2, {"nonsense"});
}

TEST_F(Command, CompileTakesAWaveSize) {
  write("wave.cu",
        "#include <duet/device/kernel.hpp>\nstatic_assert(duet::wave_size == WANTED);\n"
        "extern \"C\" __global__ void k() {}\n");
  int taken = 0;
  for (const char* size : {"32", "64", "48"}) {
    const std::string macro = std::string("WANTED=") + size;
    const Result result = duet({"compile", "wave.cu", "--wave-size", size, "-D", macro});
    if (result.status == 0) {
      ++taken;
    } else {
      expect_result(result, 2, {std::string("wave_size is ") + size});
    }
  }
  EXPECT_TRUE(taken == 1 || taken == 2) << taken;
}

TEST_F(Command, CompilePrintsJson) {
  expect_result(
      duet({"compile", "kernels.cu", "-k", "axpy<float>", "--json"}), 0,
      {"\"expressions\": [", "\"axpy<float>\"", "\"milliseconds\": ", "\"readable_name\": "});
}

TEST_F(Command, RunChangesArrays) {
  NEEDS_DEVICE();
  expect_result(duet(axpy_run({})), 0, {"run ", "wrote    z.npy f32 (4,)"});
  EXPECT_EQ(read<float>("z.npy"), (std::vector<float>{12.5f, 25, 37.5f, 50}));
  EXPECT_EQ(read<float>("y.npy"), (std::vector<float>{10, 20, 30, 40}));
}

TEST_F(Command, RepeatedRunsStartFromTheSameInput) {
  NEEDS_DEVICE();
  expect_result(duet(axpy_run({"--repeat", "5", "-D", "FACTOR=2"})), 0, {"median", "min", "max"});
  EXPECT_EQ(read<float>("z.npy"), (std::vector<float>{15, 30, 45, 60}));
}

TEST_F(Command, RunCreatesArrays) {
  NEEDS_DEVICE();
  expect_result(duet({"run", "kernels.cu", "-k", "iota", "--grid", "2", "--block", "3",
                      "out:o.npy:i32:2x3", "i16:-2"}),
                0, {"wrote    o.npy i32 (2, 3)"});
  EXPECT_EQ(read<int>("o.npy"), (std::vector<int>{-2, -1, 0, 1, 2, 3}));
}

TEST_F(Command, RunLoadsCompiledFiles) {
  NEEDS_DEVICE();
  ASSERT_EQ(duet({"compile", "kernels.cu", "-o", "made"}).status, 0);
  const fs::path file = fs::directory_iterator(folder_ / "made")->path();
  expect_result(duet({"run", file.string(), "-k", "iota", "--grid", "1", "--block", "2",
                      "out:o.npy:i32:2", "i16:5"}),
                0, {"load"});
  EXPECT_EQ(read<int>("o.npy"), (std::vector<int>{5, 6}));
}

TEST_F(Command, RunRefusesArgumentsThatDoNotFit) {
  NEEDS_DEVICE();
  const std::vector<std::string> start{"run",    "kernels.cu", "-k",      "iota",
                                       "--grid", "1",          "--block", "4"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), start.begin(), start.end());
    return duet(more);
  };
  expect_result(with({"out:o.npy:i32:4"}), 2, {"iota"});
  expect_result(with({"out:o.npy:i32:4", "i64:2"}), 2, {"iota"});
  expect_result(with({"out:o.npy:i32:4", "i16:2", "i16:2"}), 2, {"iota"});
  EXPECT_FALSE(exists("o.npy"));
  expect_result(duet({"run", "kernels.cu", "-k", "iota", "--grid", "1", "--block", "100000",
                      "out:o.npy:i32:4", "i16:2"}),
                2, {"100000"});
  EXPECT_FALSE(exists("o.npy"));
  expect_result(duet({"run", "bad.cu", "-k", "k", "--grid", "1", "--block", "1"}), 1, {"oops"});
  expect_result(duet({"run", "kernels.cu", "-k", "iota", "--device", "99", "--grid", "1", "--block",
                      "1", "out:o.npy:i32:4", "i16:2"}),
                2, {"99"});
}

TEST_F(Command, ExpressionChecksItsResults) {
  NEEDS_DEVICE();
  const std::string data = DUET_EXAMPLE_DATA;
  expect_result(expression({"sqrt(x*x + y*y)", "--data", data + "/points.csv", "--count", "5000",
                            "--output", "r.npy", "--show-source"}),
                0, {"PASSED", "sqrtf(", "compile", "GB/s"});
  EXPECT_EQ(read<float>("r.npy").size(), 1000u);
  expect_result(
      expression({"sin(x)/2 + (y > 1 ? exp(-x) : pow(abs(x), 1/3))", "--array",
                  "x=" + data + "/x.npy", "--array", "y=" + data + "/y.npy", "--type", "f64"}),
      0, {"PASSED", "f64"});
  expect_result(expression({"-x", "--array", "x=" + data + "/x.npy"}), 0, {"PASSED"});
}

TEST_F(Command, ExpressionCompilesWithoutADevice) {
  if (duet::Device::count() > 0) GTEST_SKIP() << "there is a device";
  const std::string data = DUET_EXAMPLE_DATA;
  expect_result(expression({"sqrt(x*x + y*y)", "--data", data + "/points.csv"}), 0,
                {"device    none: ", "kernel    evaluate", "NOT RUN"});
}

TEST_F(Command, ExpressionReportsErrors) {
  write("t.csv", "a,b\n1,2\n3,4\n");
  write_floats("long.npy", {1, 2, 3});
  const auto with = [&](const std::string& formula, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {formula, "--data", "t.csv"});
    return expression(more);
  };
  expect_result(with("a + "), 2, {"ends too early"});
  expect_result(with("a ^ 2"), 2, {"pow"});
  expect_result(with("a + c"), 2, {"'c'", "only a b"});
  expect_result(with("1 + 2"), 2, {"no variable"});
  expect_result(with("a + c", {"--array", "c=long.npy"}), 2, {"'a' has 2 elements", "'c' has 3"});
  expect_result(with("a", {"--array", "c"}), 2, {"NAME=FILE"});
  expect_result(with("a", {"--type", "f16"}), 2, {"--type"});
  expect_result(expression({"a", "--data", "none.csv"}), 2, {"'none.csv' does not exist"});
  expect_result(expression({"a"}), 2, {"pass --data or --array"});
}

TEST_F(Command, ArrayFrameworkChecksItsResults) {
  NEEDS_DEVICE();
  expect_result(run(DUET_ARRAY_FRAMEWORK, {}), 0,
                {"softmax(tanh(x w + b))", "handlers", "operations in"});
}

TEST_F(Command, AttentionChecksItsResults) {
  NEEDS_DEVICE();
  expect_result(run(DUET_ATTENTION, {"--size", "32"}), 0, {"size 32, half", "largest deviation"});
  expect_result(run(DUET_ATTENTION, {"--causal", "--bfloat16", "--size", "32", "--keys", "90"}), 0,
                {"causal, bfloat16", "largest deviation"});
}

TEST_F(Command, QuantisedLayersCheckTheirResults) {
  NEEDS_DEVICE();
  for (const char* rows : {"1", "33"}) {
    expect_result(run(DUET_QUANTISED, {"--rows", rows, "--columns", "70", "--depth", "100"}), 0,
                  {"tiles of", "deviations as parts of their bounds"});
  }
}

TEST_F(Command, SaxpyRuns) {
  NEEDS_DEVICE();
  expect_result(run(DUET_SAXPY, {}), 0, {"= 7"});
}

}  // namespace
