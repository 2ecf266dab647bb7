// A $TMPDIR that cannot be used: compiling is an error that says so.

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/device_test.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"
#include "watched_compiler.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

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

/// @returns the path of the file that the compiler reads
std::string compiled_file(const std::string& temporary) {
  const WatchedCompiler compiler;
  const ScopedVariable variable("TMPDIR", temporary);
  (void)compile({.source = "__global__ void k() {}"}, supported_architectures().front());
  return compiler.file();
}

TEST(TemporaryFolderTest, TheFilesOfACompilationAreInMemoryUnlessAFolderIsGiven) {
  const std::string file = compiled_file("");
  EXPECT_THAT(file,
              testing::AnyOf(StartsWith("/dev/shm/duet-work-"), StartsWith("/tmp/duet-work-")));
  EXPECT_FALSE(fs::exists(fs::path(file).parent_path()));
  const TemporaryFolder given;
  EXPECT_THAT(compiled_file(given.path().string()), StartsWith(given.path().string()));
}

/// Another program fills /dev/shm between two compilations.
[[noreturn]] void compile_with_full_memory() {
  unsetenv("TMPDIR");
  if (unshare(CLONE_NEWNS) != 0 ||
      mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("tmpfs", "/dev/shm", "tmpfs", 0, "size=40m") != 0) {
    _exit(0);  // without the privilege to mount
  }
  const auto compile_once = [] {
    (void)compile({.name = "k.cu", .source = "extern \"C\" __global__ void k() {}"},
                  supported_architectures().front());
  };
  compile_once();
  std::ofstream("/dev/shm/file") << std::string(std::size_t{48} << 20, 'x');
  try {
    compile_once();
  } catch (const Error& error) {
    std::fputs(error.what(), stderr);
    _exit(1);
  }
  _exit(0);
}

TEST(TemporaryFolderTest, AMemoryFolderThatIsFullIsPassedOver) {
  EXPECT_EXIT(compile_with_full_memory(), testing::ExitedWithCode(0), "");
}

[[noreturn]] void compile_with_small_files(const fs::path& temporary) {
  setenv("TMPDIR", temporary.c_str(), 1);
  const rlimit limit{1000, 1000};
  (void)setrlimit(RLIMIT_FSIZE, &limit);
  const Program program{.name = "k.cu", .source = "extern \"C\" __global__ void k(int* x) {}"};
  const Error error = error_of([&] { (void)compile(program, Device(0)); });
  std::fprintf(stderr, "[%s] %s", name_of(error.code()), error.what());
  _exit(0);
}

/// The signal of the limit would end the process.
TEST(TemporaryFolderTest, ALimitOfFileSizesIsAnError) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "tmp");
  EXPECT_EXIT(compile_with_small_files(folder / "tmp"), testing::ExitedWithCode(0),
              AllOf(HasSubstr("[io]"), HasSubstr("File too large; raise the limit"),
                    HasSubstr("ulimit -f")));
  EXPECT_TRUE(fs::is_empty(folder / "tmp"));
}

}  // namespace
}  // namespace duet::test
