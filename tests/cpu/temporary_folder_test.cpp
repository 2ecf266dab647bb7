// A $TMPDIR that cannot be used: compiling is an error that says so.

#include <cstdlib>

#include "support/device_test.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string message_with(const std::string& folder) {
  const ScopedVariable variable("TMPDIR", folder);
  const Error error = error_of([] {
    (void)compile({.name = "k.cu", .source = "extern \"C\" __global__ void k() {}"},
                  supported_architectures().front());
  });
  return error.what();
}

TEST(TemporaryFolderTest, AnUnusableFolderIsNamedWithTheCauseAndAdvice) {
  EXPECT_THAT(message_with("/nowhere/tmp"),
              AllOf(HasSubstr("temporary files cannot be written to /nowhere/tmp: No such file"),
                    HasSubstr("set TMPDIR")));
  EXPECT_THAT(message_with("/dev/null"),
              AllOf(HasSubstr("to /dev/null: Not a directory"), HasSubstr("set TMPDIR")));
  EXPECT_THAT(message_with("/proc"), HasSubstr("set TMPDIR"));
  EXPECT_THAT(message_with("/nowhere"), testing::Not(HasSubstr("duet-work")));
}

TEST(TemporaryFolderTest, ARelativePathIsReportedAndNotUsed) {
  EXPECT_EXIT(
      {
        setenv("TMPDIR", "some/folder", 1);
        (void)compile({.name = "k.cu", .source = "extern \"C\" __global__ void k() {}"},
                      supported_architectures().front());
        _exit(0);
      },
      testing::ExitedWithCode(0), "warning: .*TMPDIR is 'some/folder', but must be an absolute");
}

}  // namespace
}  // namespace duet::test
