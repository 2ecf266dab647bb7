// Wrong names of kernels get one text on every backend.

#include <cstdlib>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

constexpr const char* source =
    "namespace ns {\n"
    "template <typename T, int N = 4> __global__ void tile(T* x) { x[0] = N; }\n"
    "__global__ void scale(float* x) { x[0] = 1; }\n"
    "}\n"
    "__global__ void twice(float* x) { x[0] = 1; }\n"
    "__global__ void twice(int* x) { x[0] = 1; }\n"
    "__device__ void help(float* x) { x[0] = 1; }\n"
    "extern \"C\" __global__ void fill(float* x, int n) { x[0] = n; }\n"
    "template <typename T> __global__ void member(T* x) { x->foo = 1; }\n"
    "template <typename T> __global__ void one(T* x) { x[0] = 1; }\n";

Error error_for(const std::vector<std::string>& kernels, std::string text = source) {
  const std::string architecture = supported_architectures().back();
  return error_of([&] {
    (void)compile({.name = "file.cu", .source = std::move(text), .kernels = kernels}, architecture);
  });
}

struct WrongName {
  const char* name;
  const char* fault;
};

constexpr WrongName wrong_names[] = {
    {"nothing", "'file.cu' has no kernel 'nothing'"},
    {"ns::sclae", "'file.cu' has no kernel 'ns::sclae'; did you mean 'ns::scale'?"},
    {"Fill", "'file.cu' has no kernel 'Fill'; did you mean 'fill'?"},
    {"scale", "'file.cu' has no kernel 'scale'; did you mean 'ns::scale'?"},
    {"tile<float, 2>",
     "'file.cu' has no kernel 'tile<float, 2>'; did you mean 'ns::tile<float, 2>'?"},
    {"ns::tile",
     "'ns::tile' is a kernel template: name it with its arguments, as 'ns::tile<T, N>'"},
    {"ns::tile<>", "'ns::tile<T, N>' takes at least 1 template argument, not 0"},
    {"ns::tile<int, 1, 2>", "'ns::tile<T, N>' takes at most 2 template arguments, not 3"},
    {"ns::tile<3>",
     "template argument 1 of 'ns::tile<T, N>' is '3'; it must be a type: typename T"},
    {"ns::tile<int, float>",
     "template argument 2 of 'ns::tile<T, N>' is 'float'; it must be a value: int N = 4"},
    {"fill<float>", "'fill' is no template: write 'fill' without arguments"},
    {"twice",
     "'twice' is ambiguous, since 2 kernels have this name: name one with its parameters, as "
     "'twice(float* x)'"},
    {"\"fill\"", "'\"fill\"' is no name of a kernel; did you mean 'fill'?"},
    {"fill()", "'fill()' is no name of a kernel; did you mean 'fill'?"},
    {"one<int", "'one<int' is no name of a kernel; did you mean 'one<int>'?"},
    {"__global__ void one<int>(int*);",
     "'__global__ void one<int>(int*);' is no name of a kernel; did you mean 'one<int>'?"},
    {"fill,fill", "'fill,fill' is no name of a kernel; did you mean 'fill'?"}};

TEST(KernelNamesTest, EachWrongNameIsExplainedAndTheKernelsAreListed) {
  std::vector<std::string> names{"fill", "ns::scale"};
  std::string expected;
  for (const WrongName& wrong : wrong_names) {
    names.emplace_back(wrong.name);
    expected.append(wrong.fault).append("\n");
  }
  const Error error = error_for(names);
  EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
  const std::string message = error.what();
  expected += "'file.cu' declares:\n  template <typename T, int N = 4> ns::tile(T* x)  (line 2)\n";
  EXPECT_EQ(message.substr(0, expected.size()), expected);
}

TEST(KernelNamesTest, ADeviceFunctionIsNoKernel) {
  const Error error = error_for({"help"});
  EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
  EXPECT_EQ(
      std::string(error.what())
          .find("'help' of 'file.cu' (line 7) is a __device__ function, not a kernel: a kernel "
                "is declared '__global__ void'\n'file.cu' declares:"),
      0)
      << error.what();
}

TEST(KernelNamesTest, ASourceWithoutKernelsSaysSo) {
  const Error error = error_for({"k"}, "__device__ int f() { return 1; }\n");
  EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
  EXPECT_EQ(std::string(error.what()),
            "'file.cu' has no kernel 'k': it declares none. A kernel is a function that is "
            "declared '__global__ void name(…)'");
}

void expect_no_internal_names(const std::string& text) {
  for (const char* name : {"duet_cpu", "__nv_name", "__hiprtc", "duet::cpu", "duet/entries",
                           "/tmp/", "comgr", "DUET_CPU", "kernel name"}) {
    EXPECT_EQ(text.find(name), std::string::npos) << name << " is in\n" << text;
  }
}

TEST(KernelNamesTest, ArgumentsThatDoNotCompileAreReportedByTheCompiler) {
  if (std::getenv("DUET_COMPILER_LIBRARY") != nullptr) {
    GTEST_SKIP() << "another compiler reports name expressions at other places";
  }
  const Error unknown = error_for({"fill", "one<flot>"});
  EXPECT_EQ(unknown.code(), ErrorCode::unknown_kernel);
  EXPECT_NE(std::string(unknown.what()).find("'file.cu' has no kernel 'one<flot>': "),
            std::string::npos)
      << unknown.what();
  expect_no_internal_names(unknown.what());
  const Error body = error_for({"fill", "member<float>"});
  EXPECT_EQ(body.code(), ErrorCode::compile_failed);
  const std::string message = body.what();
  EXPECT_EQ(message.find("kernel 'member<float>' of 'file.cu' does not compile for "), 0)
      << message;
  EXPECT_NE(message.find("file.cu"), std::string::npos) << message;
  EXPECT_NE(message.find('9'), std::string::npos) << message;  // the line
  expect_no_internal_names(message);
}

TEST(KernelNamesTest, AWrongSourceIsReportedFirstAndWithoutGeneratedText) {
  for (const char* end :
       {"__global__ void last() {\n  if (true) {\n", "/* a comment\n", "struct Open {\n",
        "__global__ void last() { absent(); }", "#error stop here",
        "static_assert(sizeof(int) == 3, \"three\");", "#if 1\n",
        "__global__ void last() { int duet_cpu_kernel_0 = \"\"; }", "#define __global__\n("}) {
    const Error error = error_for({"fill", "fil"}, source + std::string(end));
    EXPECT_EQ(error.code(), ErrorCode::compile_failed) << end << error.what();
    const std::string& log = error.log();
    EXPECT_NE(log.find("file.cu"), std::string::npos) << log;
    if (std::string(end).find("duet_cpu") == std::string::npos) expect_no_internal_names(log);
  }
}

TEST(KernelNamesTest, KernelsOfMacrosNeedNotBeInTheText) {
  const std::string macros =
      "#define KERNEL(name, T) __global__ void name(T* x) { x[0] = 1; }\n"
      "KERNEL(of_float, float)\n";
  const std::string architecture = supported_architectures().back();
  EXPECT_NO_THROW((void)compile({.source = macros, .kernels = {"of_float"}}, architecture));
  const Error error = error_for({"of_flot"}, macros);
  EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
}

}  // namespace
}  // namespace duet::test
