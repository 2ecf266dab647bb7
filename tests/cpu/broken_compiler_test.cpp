// Programs that are no compilers, as DUET_CPU_COMPILER.

#include <filesystem>

#include "support/device_test.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class BrokenCompilerTest : public DeviceTest {
 protected:
  static Error error_with(const std::string& compiler) {
    const ScopedVariable chosen("DUET_CPU_COMPILER", compiler);
    return error_of([] { (void)compile({.source = "__global__ void k() {}"}, device()); });
  }
  /// Writes a shell script. @returns its path
  std::string script(const std::string& text) const {
    folder_.write("script", "#!/bin/sh\n" + text);
    const std::filesystem::path path = folder_.path() / "script";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  }

  TemporaryFolder folder_{};
};

TEST_F(BrokenCompilerTest, ItsEndAndItsOriginAreTold) {
  const Error failed = error_with("/bin/false");
  EXPECT_EQ(failed.code(), ErrorCode::no_compiler);
  EXPECT_THAT(failed.what(), AllOf(HasSubstr("/bin/false, ended with status 1 and printed nothing"),
                                   HasSubstr("chosen by the variable DUET_CPU_COMPILER")));
  const Error silent = error_with("/bin/true");
  EXPECT_EQ(silent.code(), ErrorCode::no_compiler);
  EXPECT_THAT(silent.what(), HasSubstr("ended with status 0, but wrote no code"));
  EXPECT_THAT(error_with(script("kill -9 $$\n")).what(),
              HasSubstr("script was ended by signal 9 (Killed)"));
}

TEST_F(BrokenCompilerTest, AFileThatIsNoProgramIsRefused) {
  for (const char* path : {"/", "/etc/passwd", "/absent"}) {
    const Error error = error_with(path);
    EXPECT_EQ(error.code(), ErrorCode::no_compiler);
    EXPECT_THAT(error.what(), HasSubstr(std::string("$DUET_CPU_COMPILER is '") + path +
                                        "', which is not a program"));
  }
}

}  // namespace
}  // namespace duet::test
