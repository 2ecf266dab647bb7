#include <algorithm>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Compilation needs no device, so these tests run on every machine with the compiler.

const char* const saxpy = R"(
template <typename T> __global__ void saxpy(T a, const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
)";

/// An architecture from the middle of the list; needs no device.
std::string some_architecture() {
  const std::vector<std::string> all = supported_architectures();
  return all.at(all.size() / 2);
}

Error compile_error(const Program& program) {
  return error_of([&] { (void)compile(program, some_architecture()); });
}

TEST(Compile, ReturnsCodeAndLoweredNames) {
  const Code code =
      compile({.name = "saxpy", .source = saxpy, .kernels = {"saxpy<float>", "saxpy<double>"}},
              some_architecture());
  EXPECT_GT(code.bytes.size(), 100u);
  EXPECT_EQ(code.architecture, some_architecture());
  EXPECT_GT(code.milliseconds, 0);
  ASSERT_EQ(code.lowered_names.size(), 2u);
  EXPECT_NE(code.lowered_names.at("saxpy<float>"), code.lowered_names.at("saxpy<double>"));
  std::vector<std::string> names;
  for (const KernelInfo& info : read_kernels(code.bytes)) names.push_back(info.name);
  for (const auto& [expression, lowered] : code.lowered_names) {
    EXPECT_THAT(names, testing::Contains(lowered)) << expression;
  }
}

TEST(Compile, AcceptsAnySpellingOfANameExpression) {
  const Program program{.source =
                            "namespace ns { template <typename T, int N> __global__ void k(T* x) {"
                            " *x = T(N); } }\nusing real = float;",
                        .kernels = {"ns::k<unsigned, 4>", "ns::k<real, 2>", "ns::k<float, 1 + 2>",
                                    "::ns::k<long long int,4>", "ns::k<double, 1>"}};
  const Code code = compile(program, some_architecture());
  std::vector<std::string> names;
  for (const KernelInfo& info : read_kernels(code.bytes)) names.push_back(info.name);
  std::vector<std::string> lowered;
  for (const std::string& kernel : program.kernels)
    lowered.push_back(code.lowered_names.at(kernel));
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(lowered));
  if (lowered[4].starts_with("_Z")) {
    EXPECT_THAT(lowered[0], HasSubstr("Ij"));
    EXPECT_THAT(lowered[1], HasSubstr("IfLi2"));
    EXPECT_THAT(lowered[2], HasSubstr("IfLi3"));
    EXPECT_THAT(lowered[3], HasSubstr("Ix"));
  }
}

TEST(Compile, WorksForEverySupportedArchitecture) {
  for (const std::string& architecture : supported_architectures()) {
    const Code code = compile({.source = saxpy, .kernels = {"saxpy<float>"}}, architecture);
    EXPECT_EQ(read_kernels(code.bytes).size(), 1u) << architecture;
  }
}

TEST(Compile, ExternCKernelsNeedNoNameExpression) {
  const Code code =
      compile({.source = "extern \"C\" __global__ void plain(int* x) { x[threadIdx.x] = 1; }"},
              some_architecture());
  const std::vector<KernelInfo> kernels = read_kernels(code.bytes);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "plain");
}

TEST(Compile, ASyntaxErrorShowsTheProgramsNameAndLine) {
  const Error error = compile_error({.name = "broken.cu",
                                     .source = "\n\n__global__ void k() { this is wrong }\n",
                                     .kernels = {"k"}});
  EXPECT_EQ(error.code(), ErrorCode::compile_failed);
  EXPECT_FALSE(error.log().empty());
  EXPECT_THAT(error.what(), HasSubstr(error.log()));
  EXPECT_THAT(error.log(), testing::AnyOf(HasSubstr("broken.cu(3)"), HasSubstr("broken.cu:3:")));
  EXPECT_THAT(error.log(), Not(HasSubstr("/tmp/")));
}

TEST(Compile, AnErrorIsACompileError) {
  EXPECT_THROW((void)compile({.source = "nonsense"}, some_architecture()), CompileError);
}

TEST(Compile, AnErrorInAHeaderNamesTheHeader) {
  const Error error = compile_error(
      {.source = "#include \"my/shape.hpp\"\n", .headers = {{"my/shape.hpp", "\nint oops(;\n"}}});
  EXPECT_THAT(error.log(), testing::AnyOf(HasSubstr("shape.hpp(2)"), HasSubstr("shape.hpp:2:")));
}

TEST(Compile, AnUnknownNameExpressionIsNamed) {
  const Error error = compile_error({.source = saxpy, .kernels = {"saxpi<float>"}});
  EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
  EXPECT_THAT(error.what(), HasSubstr("saxpi"));
}

TEST(Compile, FindsHeadersInMemory) {
  const Program program{.source =
                            "#include <a/b.hpp>\n#include \"c\"\n"
                            "__global__ void k(int* x) { *x = b() + c; }",
                        .kernels = {"k"},
                        .headers = {{"a/b.hpp", "#pragma once\n#include \"a/d.hpp\"\n"},
                                    {"a/d.hpp", "__device__ int b() { return 1; }"},
                                    {"c", "constexpr int c = 2;"},
                                    {"empty", ""}}};
  EXPECT_EQ(compile(program, some_architecture()).lowered_names.size(), 1u);
}

TEST(Compile, AMissingHeaderIsNamed) {
  EXPECT_THAT(compile_error({.source = "#include <no/such.hpp>\n"}).what(),
              HasSubstr("no/such.hpp"));
}

TEST(Compile, ProgramsMayReplaceDuetsHeaders) {
  const Program program{.source =
                            "#include <duet/device/array.hpp>\n"
                            "__global__ void k(int* x) { *x = replaced; }",
                        .kernels = {"k"},
                        .headers = {{"duet/device/array.hpp", "constexpr int replaced = 1;"}}};
  EXPECT_EQ(compile(program, some_architecture()).lowered_names.size(), 1u);
}

TEST(Compile, OptionsReachTheCompiler) {
  const Program program{
      .source =
          "#if !defined(FLAG) || SIZE != 4 || __cplusplus < 202002L\n#error options\n#endif\n"
          "__global__ void k(int* x) { *x = SIZE; }",
      .kernels = {"k"},
      .options = {.standard = 20,
                  .fast_math = true,
                  .contract = false,
                  .line_info = true,
                  .defines = {"FLAG", "SIZE=4"}}};
  EXPECT_EQ(compile(program, some_architecture()).lowered_names.size(), 1u);
}

TEST(Compile, MacrosApplyToTheSourceOnly) {
  const Program program{
      .source = "template <int> __global__ void k(T* A) { A[threadIdx.x] = F(N); }",
      .kernels = {"k<256>"},
      .options = {.defines = {"T=float", "N=256", "A=x", "F(a)=a"}}};
  EXPECT_EQ(compile(program, some_architecture()).lowered_names.size(), 1u);
}

TEST(Compile, MacrosDoNotChangeLinesAndNameOfTheSource) {
  const Error error = compile_error({.name = "a \"b\".cu",
                                     .source = "\n__global__ void k() { wrong }\n",
                                     .options = {.defines = {"A", "B=1"}}});
  EXPECT_THAT(error.log(), testing::AnyOf(HasSubstr("a \"b\".cu(2)"), HasSubstr("a \"b\".cu:2:")));
}

TEST(Compile, AnInvalidMacroIsRefused) {
  for (const char* macro : {"", "A=1\nint oops;", "A B", "=1", "-DA", "3D", "A(x", "A(x)y"}) {
    const Error error = compile_error({.source = saxpy, .options = {.defines = {macro}}});
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << macro;
    EXPECT_THAT(error.what(), HasSubstr("is not a macro; use NAME or NAME=VALUE")) << macro;
  }
}

TEST(Compile, HeadersOfOneNameAndDifferentTextAreRefused) {
  const Header one{"a.h", "int a;"};
  const Header other{"a.h", "int b;"};
  const Error error = compile_error({.name = "k.cu", .source = saxpy, .headers = {one, other}});
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("'k.cu' has two headers 'a.h' of different text"));
  (void)compile({.source = saxpy, .headers = {one, one}}, some_architecture());
}

TEST(Compile, TheDefaultIsCpp17) {
  (void)compile({.source = "static_assert(__cplusplus == 201703L);"}, some_architecture());
}

TEST(Compile, DebugCodeCompiles) {
  const Program program{.source = saxpy, .kernels = {"saxpy<int>"}, .options = {.debug = true}};
  EXPECT_EQ(compile(program, some_architecture()).lowered_names.size(), 1u);
}

TEST(Compile, AnUnknownOptionIsAnErrorThatNamesIt) {
  const Program program{.source = saxpy, .options = {.extra = {"--no-such-option-at-all"}}};
  EXPECT_THAT(compile_error(program).what(), HasSubstr("no-such-option-at-all"));
}

TEST(Compile, AWarningIsInTheLog) {
  const Code code =
      compile({.name = "warned", .source = "#warning look here\n"}, some_architecture());
  EXPECT_THAT(code.log, HasSubstr("look here"));
}

TEST(Compile, AnErrorComesWithoutTheWarningsBeforeIt) {
  for (const std::vector<std::string>& kernels : {std::vector<std::string>(), {"k<int>"}}) {
    const Error error = compile_error({.source = R"(
#warning look here
template <typename T> __global__ void k(T* x) { *x = T::missing; }
template __global__ void k<float>(float*);)",
                                       .kernels = kernels});
    EXPECT_THAT(error.what(), AllOf(HasSubstr("missing"), Not(HasSubstr("look here"))));
    EXPECT_THAT(error.log(), HasSubstr("look here"));
  }
}

TEST(Compile, AllCompilerOutputIsInTheLog) {
  testing::internal::CaptureStderr();
  const Error error = compile_error(
      {.source = "__global__ void k() { asm volatile(\"bogus_instruction\"); }", .kernels = {"k"}});
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::IsEmpty());
  EXPECT_EQ(error.code(), ErrorCode::compile_failed);
  EXPECT_THAT(error.log(), HasSubstr("bogus_instruction"));
}

TEST(Compile, AnUnknownArchitectureListsTheKnownOnes) {
  for (const char* name : {"", "sm_1", "sm_9000", "gfx1", "gfx9999", "z80", "sm_90; rm -rf /",
                           "gfx90a:nonsense", "gfx90a:sramecc+:sramecc-"}) {
    const Error error = error_of([&] { (void)compile({.source = saxpy}, name); });
    EXPECT_EQ(error.code(), ErrorCode::unsupported_architecture) << name;
    EXPECT_THAT(error.what(), HasSubstr(supported_architectures().front()));
  }
}

TEST(Compile, InvalidProgramsAreRefused) {
  EXPECT_EQ(compile_error({.name = "", .source = saxpy}).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(compile_error({.source = std::string("a\0b", 3)}).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(compile_error({.source = saxpy, .kernels = {" "}}).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(compile_error({.source = saxpy, .headers = {{"", "int x;"}}}).code(),
            ErrorCode::invalid_argument);
}

TEST(Compile, AnEmptyProgramHasNoKernels) {
  EXPECT_TRUE(read_kernels(compile({.source = ""}, some_architecture()).bytes).empty());
}

TEST(Compile, ThreadsCompileConcurrently) {
  std::vector<std::thread> threads;
  std::vector<std::size_t> sizes(4);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    threads.emplace_back([&, i] {
      const std::string source = "__global__ void k(int* x) { *x = " + std::to_string(i) + "; }";
      for (int round = 0; round < 3; ++round) {
        sizes[i] = compile({.source = source, .kernels = {"k"}}, some_architecture()).bytes.size();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(std::ranges::all_of(sizes, [](std::size_t size) { return size > 0; }));
}

TEST(Compile, DescribesItsCompiler) {
  EXPECT_THAT(compiler_description(), Not(testing::IsEmpty()));
}

}  // namespace
}  // namespace duet::test
