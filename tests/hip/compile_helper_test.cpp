// Compilation in helper processes: hiprtc is not thread-safe and may crash.

#include <cstdlib>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

class CompileHelper : public testing::Test {
 protected:
  void SetUp() override {
    const char* helper = std::getenv("DUET_COMPILE_HELPER");
    if (helper == nullptr || std::string(helper) == "off") {
      GTEST_SKIP() << "needs DUET_COMPILE_HELPER, the path of duet-compile";
    }
  }

  static Program right(int number) {
    return {.name = "right",
            .source = "extern \"C\" __global__ void k(int* x) { x[0] = " + std::to_string(number) +
                      "; }"};
  }
  /// A program with an option on which the compiler prints an error and ends its process.
  static Program fatal() {
    Program program = right(0);
    program.name = "fatal";
    program.options.extra = {"-mllvm", "-no-such-option-of-llvm"};
    return program;
  }
  static std::string architecture() { return supported_architectures().back(); }
};

TEST_F(CompileHelper, ACompilerThatEndsItsProcessIsAnError) {
  const Error error = error_of([] { (void)compile(fatal(), architecture()); });
  EXPECT_EQ(error.code(), ErrorCode::compile_failed);
  EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("'fatal'"), HasSubstr("ended its process"),
                                           HasSubstr("no-such-option-of-llvm")));
  EXPECT_THAT(error.log(), HasSubstr("no-such-option-of-llvm"));
  EXPECT_EQ(read_kernels(compile(right(1), architecture()).bytes).size(), 1u);
}

TEST_F(CompileHelper, OtherProgramsCompileConcurrently) {
  std::atomic<int> compiled = 0;
  std::atomic<int> failed = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      try {
        (void)compile(i % 4 == 3 ? fatal() : right(i), architecture());
        ++compiled;
      } catch (const CompileError&) {
        ++failed;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(compiled, 6);
  EXPECT_EQ(failed, 2);
}

TEST_F(CompileHelper, AWrongProgramIsAnError) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // the helpers of this process may run
  for (const char* path : {"/nowhere/duet-compile", "/bin/true", "/etc/passwd"}) {
    EXPECT_EXIT(
        {
          setenv("DUET_COMPILE_HELPER", path, 1);
          const Error error = error_of([] { (void)compile(right(1), architecture()); });
          std::fprintf(stderr, "[%s] %s", name_of(error.code()), error.what());
          _exit(0);
        },
        testing::ExitedWithCode(0),
        testing::AllOf(HasSubstr("[no_compiler]"), HasSubstr("DUET_COMPILE_HELPER"),
                       HasSubstr(std::string("  ") + path + ": ")));
  }
}

}  // namespace
}  // namespace duet::test
