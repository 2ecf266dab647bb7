// The messages of the host compilers refer to the program's own files and lines.

#include <string>

#include "support/device_test.hpp"
#include "support/environment.hpp"

namespace duet::test {
namespace {

class MessageTest : public DeviceTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    const std::string found = std::string("command -v ") + GetParam() + " > /dev/null";
    if (std::system(found.c_str()) != 0) GTEST_SKIP() << "needs " << GetParam();
  }

  ScopedVariable compiler_{"DUET_CPU_COMPILER", GetParam()};
};

TEST_P(MessageTest, ShowsHowAHeaderWasIncluded) {
  const Program program{.name = "source.cu",
                        .source =
                            "#include <duet/device/half.hpp>\n"
                            "#include \"outer.hpp\"\n"
                            "__global__ void kernel(int* x) { *x = absent; }\n",
                        .kernels = {"kernel"},
                        .headers = {{"outer.hpp", "\n#include \"inner.hpp\"\n"},
                                    {"inner.hpp", "\n\nint number = nothing;\n"}}};
  const std::string log = error_of([&] { (void)compile(program, device()); }).log();
  for (const char* part :
       {"source.cu:2", "outer.hpp:2", "inner.hpp:3:14: error: ", "source.cu:3:39: error: "}) {
    EXPECT_NE(log.find(part), std::string::npos) << part << " is not in\n" << log;
  }
  EXPECT_EQ(log.find("duet/"), std::string::npos) << log;
}

TEST_P(MessageTest, ShowsTheLinesOfLeadingIncludes) {
  Program program{.name = "source.cu",
                  .source =
                      "#include <duet/device/complex.hpp>\n"
                      "\n"
                      "#include <duet/device/half.hpp>\n"
                      "__global__ void kernel() {}\n",
                  .kernels = {"kernel"}};
  program.options.defines = {"half=3"};
  const std::string log = error_of([&] { (void)compile(program, device()); }).log();
  EXPECT_NE(log.find("from source.cu:"), std::string::npos) << log;
  EXPECT_EQ(log.find("duet/prefix"), std::string::npos) << log;
}

INSTANTIATE_TEST_SUITE_P(Compilers, MessageTest, testing::Values("g++", "clang++"),
                         [](const auto& param_info) {
                           return std::string(param_info.param) == "g++" ? "gcc" : "clang";
                         });

/// The compilers of GPUs refuse the program.
using KernelMessageTest = DeviceTest;
TEST_F(KernelMessageTest, AFunctionThatCannotBeAKernelIsNotSuggested) {
  const Module module = jit(device(), {.source = "__global__ int k(int* x) { *x = 1; return 1; }"});
  EXPECT_THAT(error_of([&] { (void)module.kernel("k"); }).what(),
              testing::AllOf(testing::HasSubstr("not return void"),
                             testing::Not(testing::HasSubstr("did you mean"))));
}

TEST_F(KernelMessageTest, HeadersOutsideOfTheFolderAreNamed) {
  for (const std::string name : {"../shape.hpp", "/tmp/shape.hpp", "./shape.hpp", "parts/"}) {
    const Error error = error_of([&] {
      (void)compile({.name = "k.cu", .source = "__global__ void k() {}", .headers = {{name, ""}}},
                    device());
    });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("'k.cu'"),
                                             testing::HasSubstr("no header named '" + name + "'"),
                                             testing::HasSubstr("relative paths")));
  }
}

}  // namespace
}  // namespace duet::test
