// duet's headers are found in whatever way a program includes them.

#include <string>

#include "support/device_test.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

/// A program that uses duet/device/half.hpp and duet/device/complex.hpp.
Program using_both(const std::string& includes) {
  return {.name = "both.cu",
          .source = includes +
                    "\nextern \"C\" __global__ void both(duet::half* h, duet::complex<float>* c) "
                    "{ *h = duet::half(2.0f); *c = duet::complex<float>(1.0f, 3.0f); }\n",
          .kernels = {"both"}};
}

class ReachedHeader : public DeviceTest {
 protected:
  static void expect_compiles(const Program& program) {
    EXPECT_NO_THROW((void)compile(program, device())) << program.source;
  }
};

TEST_F(ReachedHeader, ByName) {
  expect_compiles(
      using_both("#include <duet/device/half.hpp>\n#include \"duet/device/complex.hpp\""));
}

TEST_F(ReachedHeader, ByAnotherSpellingOfThePath) {
  expect_compiles(
      using_both("#include <duet//device/half.hpp>\n"
                 "#include <duet/device/../device/complex.hpp>"));
}

TEST_F(ReachedHeader, ByAMacro) {
  expect_compiles(
      using_both("#define PART <duet/device/half.hpp>\n#include PART\n"
                 "#include <duet/device/complex.hpp>"));
  Program program = using_both("#include HALF\n#include <duet/device/complex.hpp>");
  program.options.defines = {"HALF=<duet/device/half.hpp>"};
  expect_compiles(program);
}

TEST_F(ReachedHeader, AfterHasInclude) {
  expect_compiles(
      using_both("#if __has_include(<duet/device/half.hpp>)\n#include <duet/device/half.hpp>\n"
                 "#endif\n#include <duet/device/complex.hpp>"));
}

TEST_F(ReachedHeader, FromAHeaderOfTheProgram) {
  Program program = using_both("#include <outer.hpp>");
  program.headers = {{"outer.hpp", "#include <inner.hpp>\n#include <duet/device/half.hpp>\n"},
                     {"inner.hpp", "#include <duet/device/complex.hpp>\n"}};
  expect_compiles(program);
}

TEST_F(ReachedHeader, FromAFile) {
  const TemporaryFolder files;
  files.write("file.hpp", "#include <duet/device/half.hpp>\n#include <duet/device/complex.hpp>\n");
  Program program = using_both("#include <file.hpp>");
  {
    const ScopedVariable folder("CPLUS_INCLUDE_PATH", files.path().string());
    expect_compiles(program);
  }
  program.options.include_dirs = {files.path().string()};
  expect_compiles(program);
}

}  // namespace
}  // namespace duet::test
