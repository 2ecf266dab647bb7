// `duet run`: arguments, kernels, cache, results.

#include <chrono>
#include <fstream>

#include "run_fixture.hpp"

namespace {

using duet::tool::ElementType;

TEST_F(RunTest, ChecksTheTypesOfArguments) {
  NEEDS_DEVICE();
  write_array<int>("i.npy", ElementType::i32, {1, 2, 3, 4});
  write_array<int>("negative.npy", ElementType::i32, {1, 2, -3, 4});
  const auto refuses = [&](const std::vector<std::string>& arguments,
                           const std::vector<std::string>& parts) {
    expect_result(scale(arguments), 2, parts);
  };
  refuses({"in:i.npy", "out:y.npy:f32:4", "i32:4", "f32:2"},
          {"argument 1 'in:i.npy' is an array of i32", "'scale'", "float", "astype('float32')"});
  refuses({"in:x.npy", "out:y.npy:f64:4", "i32:4", "f32:2"},
          {"argument 2 'out:y.npy:f64:4' is an array of f64", "write out:y.npy:f32:4"});
  refuses({"in:x.npy", "out:y.npy:f32:4", "f32:4", "f32:2"},
          {"argument 3 'f32:4' is of type f32", "int", "write i32:4"});
  refuses({"in:x.npy", "out:y.npy:f32:4", "i64:4", "f32:2"}, {"write i32:4"});
  refuses({"in:x.npy", "out:y.npy:f32:4", "u32:4294967295", "f32:2"}, {"write i32:VALUE"});
  refuses({"in:x.npy", "out:y.npy:f32:4", "i32:4", "f64:2.5"}, {"write f32:2.5"});
  refuses({"in:x.npy", "out:y.npy:f32:4", "i32:4", "i32:2"}, {"write f32:2"});
  refuses({"in:x.npy", "f32:4", "i32:4", "f32:2"}, {"argument 2 'f32:4' is a number", "float"});
  refuses({"in:x.npy", "out:y.npy:f32:4", "in:x.npy", "f32:2"},
          {"argument 3 'in:x.npy' is an array", "write i32:VALUE"});
  refuses({"out:y.npy:f32:4", "in:x.npy", "i32:4", "f32:2"},
          {"argument 1 'out:y.npy:f32:4' is an output", "only reads"});
  refuses({"in:x.npy", "out:y.npy:f32:4", "i32:4"},
          {"'scale' takes 4 arguments, 3 were given", "4  ", "(missing)"});
  refuses({"in:x.npy", "out:y.npy:f32:4", "i32:4", "f32:2", "f32:3"},
          {"'scale' takes 4 arguments, 5 were given", "(none)"});
  EXPECT_FALSE(exists("y.npy"));
  expect_result(scale({"in:x.npy", "out:y.npy:f32:4", "u32:4", "f32:2"}), 0, {"wrote"});
  EXPECT_EQ(read<float>("y.npy"), (std::vector<float>{2, 4, 6, 8}));
}

TEST_F(RunTest, ChecksTheTypesOfTemplatesAndOtherElements) {
  NEEDS_DEVICE();
  write("types.cu", R"(
    #include <duet/device/complex.hpp>
    #include <duet/device/half.hpp>
    struct Pair { int a; float b; };
    template <typename T> __global__ void copy(const T* x, T* y, T) { y[threadIdx.x] = x[threadIdx.x]; }
    extern "C" __global__ void others(const float4* v, const duet::half* h, void* any, Pair* pairs,
                                      unsigned* u, Pair pair, bool* b) { atomicAdd(u, 1u); })");
  const auto copy = [&](const std::string& type, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-k", "copy<" + type + ">"});
    return run_file("types.cu", arguments);
  };
  expect_result(copy("double", {"rand:f32:8", "out:y.npy:f64:8", "f64:1"}), 2,
                {"argument 1", "double", "write rand:f64:8"});
  expect_result(copy("double", {"rand:f64:8", "out:y.npy:f64:8", "f32:1"}), 2, {"write f64:1"});
  const auto others = [&](std::vector<std::string> first) {
    const std::vector<std::string> rest{
        "rand:f32:8", "rand:f16:8", "rand:u8:8", "rand:i32:8", "inout:full:i32:8:3:u.npy",
        "u64:1",      "full:u8:8:1"};
    first.insert(first.end(), rest.begin() + static_cast<std::ptrdiff_t>(first.size()), rest.end());
    first.insert(first.end(), {"-k", "others"});
    return run_file("types.cu", first);
  };
  expect_result(others({}), 0, {"warning: argument 6", "Pair", "wrote    u.npy u32"});
  EXPECT_EQ(read<unsigned>("u.npy").front(), 11u);
  expect_result(others({"rand:i32:8"}), 2, {"argument 1", "float4", "write rand:f32:8"});
  expect_result(others({"rand:f32:7"}), 2, {"argument 1", "7 numbers", "4 numbers"});
  expect_result(others({"rand:f32:8", "rand:u16:8"}), 2, {"argument 2", "half", "rand:f16:8"});
  const std::vector<std::string> four{"rand:f32:8", "rand:f16:8", "rand:u8:8", "rand:i32:8"};
  auto five = four;
  five.emplace_back("full:i32:8:-3");
  expect_result(others(five), 2, {"argument 5", "-3 at index 0", "unsigned"});
  five.back() = "out:u.npy:i32:8";
  expect_result(others(five), 2, {"argument 5", "write out:u.npy:u32:8"});
  five.back() = "full:u32:8:3";
  five.insert(five.end(), {"u64:1", "full:u8:8:2"});
  expect_result(others(five), 2, {"argument 7", "2 at index 0", "bool"});
}

TEST_F(RunTest, ChoosesTheOnlyKernel) {
  NEEDS_DEVICE();
  expect_result(scale({"in:x.npy", "out:y.npy:f32:4", "i32:4", "f32:3"}), 0, {"wrote"});
  write("two.cu",
        "__global__ void a(int* x) {}\ntemplate <typename T> __global__ void b(T* x) {}\n");
  expect_result(run_file("two.cu", {"rand:i32:4"}), 2,
                {"'two.cu' has 2 kernels", "-k a", "two.cu:1", "-k 'b<", "typename T"});
  write("template.cu", "template <typename T> __global__ void b(T* x) {}\n");
  expect_result(run_file("template.cu", {"rand:i32:4"}), 2, {"template", "-k 'b<float>'"});
  write("none.cu", "__device__ int f() { return 1; }\n");
  expect_result(run_file("none.cu", {}), 2, {"'none.cu' declares no kernel", "__global__"});
}

TEST_F(RunTest, ChecksCompiledFiles) {
  NEEDS_DEVICE();
  write("one.cu", "__global__ void fill(float* y, int n) { y[threadIdx.x] = n; }\n");
  ASSERT_EQ(duet({"compile", "one.cu", "-k", "fill", "-o", "made"}).status, 0);
  const std::string file = std::filesystem::directory_iterator(folder_ / "made")->path().string();
  if (file.ends_with(".ptx")) GTEST_SKIP() << "the compiler is older than the device";
  expect_result(run_file(file, {"out:y.npy:i32:8", "i32:5"}), 2, {"argument 1", "float*"});
  expect_result(run_file(file, {"out:y.npy:f32:8", "f32:5"}), 2, {"argument 2", "int"});
  expect_result(run_file(file, {"out:y.npy:f32:8", "i32:5"}), 0, {"load "});
  EXPECT_EQ(read<float>("y.npy"), std::vector<float>(8, 5));
  write("two.cu", "extern \"C\" { __global__ void a() {} __global__ void b() {} }\n");
  ASSERT_EQ(duet({"compile", "two.cu", "-o", "both"}).status, 0);
  const std::string two = std::filesystem::directory_iterator(folder_ / "both")->path().string();
  expect_result(run_file(two, {}), 2, {"has 2 kernels", "-k 'a'", "-k 'b'"});
}

TEST_F(RunTest, FindsTheKernelInTheCacheWithItsWarnings) {
  NEEDS_DEVICE();
  write("warn.cu", "#warning careful\nextern \"C\" __global__ void k(int* x) { *x = 1; }\n");
  expect_result(run_file("warn.cu", {"out:-:i32:1"}), 0,
                {"compile ", "stored in the cache", "careful"});
  expect_result(run_file("warn.cu", {"out:-:i32:1"}), 0, {"found in the cache", "careful"});
  const Result anew = run_file("warn.cu", {"out:-:i32:1", "--no-cache"});
  expect_result(anew, 0, {"compile ", "load ", "careful"});
  EXPECT_EQ(anew.output.find("cached"), std::string::npos) << anew.output;
}

TEST_F(RunTest, EndsAKernelThatDoesNotEnd) {
  NEEDS_DEVICE();
  write("spin.cu", "extern \"C\" __global__ void spin(volatile int* x) { while (*x == 0) {} }\n");
  const auto start = std::chrono::steady_clock::now();
  expect_result(run_file("spin.cu", {"inout:full:i32:1:0:y.npy", "--timeout", "0.2"}), 1,
                {"'spin' did not end within 0.2 s"});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_FALSE(exists("y.npy"));
  expect_result(run_file("spin.cu", {"full:i32:1:1", "--timeout", "100"}), 0, {"run "});
  expect_result(run_file("spin.cu", {"full:i32:1:1", "--timeout", "0"}), 2, {"--timeout"});
}

TEST_F(RunTest, ReadsTheSourceFromAPipe) {
  NEEDS_DEVICE();
  const std::string command = quoted(DUET_COMMAND) + " run - --grid 1 --block 8 ";
  expect_result(
      run("sh", {"-c", "cat scale.cu | " + command + "in:x.npy out:y.npy:f32:4 i32:4 f32:2"}), 0,
      {"wrote"});
  EXPECT_EQ(read<float>("y.npy"), (std::vector<float>{2, 4, 6, 8}));
  expect_result(run("sh", {"-c", "printf '__global__ void k() { oops; }' | " + command}), 1,
                {"<stdin>", "oops"});
}

TEST_F(RunTest, TakesColonsInFileNames) {
  NEEDS_DEVICE();
  write_array<float>("x:1.npy", ElementType::f32, {1, 2, 3, 4});
  std::filesystem::rename(folder_ / "scale.cu", folder_ / "a:b.cu");
  expect_result(run_file("a:b.cu", {"in:x:1.npy", "inout:x\\:1.npy:y\\:2.npy", "i32:4", "f32:2"}),
                0, {"wrote    y:2.npy"});
  expect_result(run_file("a:b.cu", {"in:x:1.npy", "inout:x:1.npy:y.npy", "i32:4", "f32:2"}), 2,
                {"a colon in a file name is written as \\:"});
}

TEST_F(RunTest, PrintsOneJsonObject) {
  NEEDS_DEVICE();
  write("print.cu", R"(
    extern "C" __global__ void print(float* y) {
      if (threadIdx.x == 0) printf("from the kernel\n");
      y[threadIdx.x] = threadIdx.x == 1 ? 1.0f / 0.0f : 0.1f;
    })");
  write_array<float>("right.npy", ElementType::f32, std::vector<float>(8, 1));
  const Result result = run(
      "sh", {"-c", quoted(DUET_COMMAND) +
                       " run print.cu --grid 1 --block 8 out:y.npy:f32:8 --json --print --repeat 2 "
                       "--expect right.npy 2>err >out; echo $?"});
  EXPECT_EQ(result.output, "1\n");
  const auto json = nlohmann::json::parse(duet::tool::read_text(folder_ / "out"));
  EXPECT_EQ(json.at("backend"), duet::backend_name());
  EXPECT_EQ(json.at("device").at("ordinal"), 0);
  EXPECT_EQ(json.at("code").at("from"), "compiler");
  EXPECT_EQ(json.at("kernel").at("name"), "print");
  EXPECT_EQ(json.at("run").at("ms").size(), 2u);
  EXPECT_EQ(json.at("outputs")[0].at("file"), "y.npy");
  EXPECT_EQ(json.at("outputs")[0].at("elements")[0], 0.1);
  EXPECT_EQ(json.at("outputs")[0].at("elements")[1], "Infinity");
  EXPECT_EQ(json.at("expected")[0].at("equal"), false);
  EXPECT_NE(duet::tool::read_text(folder_ / "err").find("from the kernel"), std::string::npos);
}

TEST_F(RunTest, ComparesOutputsWithExpectedOnes) {
  NEEDS_DEVICE();
  write_array<float>("right.npy", ElementType::f32, {2, 4, 6, 8});
  write_array<float>("near.npy", ElementType::f32, {2, 4.01f, 6, 9});
  write_array<double>("double.npy", ElementType::f64, {2, 4, 6, 8});
  const auto expect = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"in:x.npy", "out:y.npy:f32:4", "i32:4", "f32:2", "--expect"});
    return scale(more);
  };
  expect_result(expect({"right.npy"}), 0, {"y.npy agrees with right.npy"});
  expect_result(expect({"near.npy"}), 1,
                {"2 of 4 numbers differ", "the first at [1]: 4 instead of 4.01",
                 "the largest error at [3]: 8 instead of 9"});
  EXPECT_TRUE(exists("y.npy"));
  expect_result(expect({"near.npy", "--atol", "1"}), 0, {"agrees"});
  expect_result(expect({"near.npy", "--rtol", "0.2"}), 0, {"agrees"});
  expect_result(expect({"double.npy"}), 2, {"f64 (4,)", "f32 (4,)"});
  expect_result(expect({"none.npy"}), 2, {"'none.npy' does not exist"});
  expect_result(expect({"right.npy", "--expect", "right.npy"}), 2, {"1 output", "2 expected"});
  write("add.cu", "__global__ void add(int* x) { x[threadIdx.x] += threadIdx.x; }\n");
  write_array<int>("ints.npy", ElementType::i32, {0, 2, 4, 60, 8, 10, 12, 15});
  expect_result(
      run_file("add.cu", {"inout:arange:i32:8:-", "--expect", "ints.npy"}), 1,
      {"2 of 8", "the first at [3]: 6 instead of 60", "the largest error at [3]", "exact"});
}

TEST_F(RunTest, RefusesDynamicSharedMemoryWithoutASize) {
  NEEDS_DEVICE();
  write("shared.cu", R"(
    extern "C" __global__ void reverse(int* x) {
      extern __shared__ int parts[];
      parts[threadIdx.x] = x[threadIdx.x];
      __syncthreads();
      x[threadIdx.x] = parts[7 - threadIdx.x];
    }
    extern "C" __global__ void plain(int* x) { x[0] = 5; })");
  const std::string array = "inout:arange:i32:8:y.npy";
  expect_result(run_file("shared.cu", {"-k", "reverse", array}), 2,
                {"'reverse' uses dynamic shared memory", "--shared BYTES"});
  expect_result(run_file("shared.cu", {"-k", "reverse", array, "--shared", "0"}), 2, {"--shared"});
  expect_result(run_file("shared.cu", {"-k", "plain", array}), 0, {});
  expect_result(run_file("shared.cu", {"-k", "reverse", array, "--shared", "32"}), 0, {});
  EXPECT_EQ(read<int>("y.npy"), (std::vector<int>{7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST_F(RunTest, ReportsOptionsAndFilesThatCannotBeUsed) {
  const auto refuses = [&](const std::vector<std::string>& more,
                           const std::vector<std::string>& parts) {
    std::vector<std::string> arguments{"in:x.npy", "out:y.npy:f32:4", "i32:4", "f32:2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect_result(scale(arguments), 2, parts);
  };
  refuses({"--shared", "-1"}, {"--shared", "'-1' is not an integer of at least 0"});
  refuses({"--shared", "99999999999999999999999"}, {"--shared", "out of range"});
  refuses({"--seed", "-3"}, {"--seed", "'-3' is not an integer of at least 0"});
  refuses({"--device", "x"}, {"--device", "'x' is not an integer of at least 0"});
  refuses({"--repeat", "0"}, {"--repeat", "'0' is not an integer of at least 1"});
  refuses({"--timeout", "0"}, {"--timeout", "'0' is not a number above 0"});
  refuses({"--timeout", "inf"}, {"--timeout", "'inf' is not a number above 0"});
  refuses({"--atol", "-1"}, {"--atol", "'-1' is not a number of at least 0"});
  write("damaged.so", "no code");
  expect_result(run_file("damaged.so", {}), 2, {"'damaged.so' is no compiled code of the backend"});
  expect_result(run_file("damaged.so", {"-k", "k"}), 2, {"'damaged.so'"});
  expect_result(run_file("none.cu", {}), 2, {"'none.cu' does not exist"});
  expect_result(run_file(".", {}), 2, {"'.' is a folder"});
}

TEST_F(RunTest, ReportsAFullDisk) {
  NEEDS_DEVICE();
  expect_result(scale({"in:x.npy", "out:/dev/full:f32:4", "i32:4", "f32:2"}), 1,
                {"cannot write '/dev/full': No space left"});
}

TEST_F(RunTest, FindsOutputsThatCannotBeWrittenBeforeTheRun) {
  const auto refuses = [&](const std::string& output, const std::vector<std::string>& parts) {
    expect_result(scale({"in:x.npy", output, "i32:4", "f32:2"}), 2, parts);
  };
  std::filesystem::create_directory(folder_ / "folder");
  refuses("out:folder:f32:4", {"'folder'", "is a folder"});
  refuses("out:none/y.npy:f32:4", {"'none/y.npy'", "the folder 'none' does not exist"});
  refuses("out:x.npy/y.npy:f32:4", {"'x.npy/y.npy'"});
  refuses("out:scale.cu:f32:4", {"'scale.cu'", "is read"});
  refuses("out:./x.npy:f32:4", {"would replace the input of 'in:x.npy'"});
  EXPECT_EQ(std::filesystem::file_size(folder_ / "x.npy"), 144u);
}

}  // namespace
