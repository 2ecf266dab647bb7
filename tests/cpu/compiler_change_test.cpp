// A cache hit starts no compiler, and yet a changed compiler is a cache miss.

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "support/cache_folder.hpp"
#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/stored_number.hpp"

namespace duet::test {
namespace {

constexpr const char* folder_variable = "DUET_TEST_JIT_FOLDER";

/// Gets a kernel in a child process. The exit status is the number of compiled programs.
TEST(CompilerChangeChild, DISABLED_GetsAKernel) {
  const char* const folder = std::getenv(folder_variable);
  if (folder == nullptr) GTEST_SKIP() << "runs in child processes of other tests";
  set_cache_options({.directory = folder});
  if (stored_by(jit(Device(0), storing(1))) != 1) _exit(255);
  _exit(static_cast<int>(cache_statistics().misses));
}

class CompilerChange : public DeviceTest {
 protected:
  /// Writes a compiler script that records each run.
  std::string write_compiler(const std::string& name, const std::string& comment) const {
    files_.write(
        name, "#!/bin/sh\n# " + comment + "\necho run >>'" + runs() + "'\nexec clang++ \"$@\"\n");
    const std::filesystem::path path = files_.path() / name;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  }
  std::string runs() const { return (files_.path() / "runs").string(); }

  int compiled_with(const std::string& compiler, const std::string& more = "DUET_TEST=") const {
    std::filesystem::remove(runs());
    ChildProcess child("CompilerChangeChild.DISABLED_GetsAKernel",
                       {std::string(folder_variable) + "=" + folder_.path().string(),
                        "DUET_CPU_COMPILER=" + compiler, more});
    return child.wait();
  }
  bool compiler_ran() const { return std::filesystem::exists(runs()); }

  CacheFolder folder_{};
  TemporaryFolder files_{};
};

TEST_F(CompilerChange, AHitStartsNoCompiler) {
  const std::string compiler = write_compiler("clang++", "one");
  EXPECT_EQ(compiled_with(compiler), 1);
  EXPECT_TRUE(compiler_ran());
  EXPECT_EQ(compiled_with(compiler), 0);
  EXPECT_FALSE(compiler_ran());
}

TEST_F(CompilerChange, AReplacedCompilerFileIsAMiss) {
  const std::string compiler = write_compiler("clang++", "one");
  EXPECT_EQ(compiled_with(compiler), 1);
  (void)write_compiler("clang++", "two");
  EXPECT_EQ(compiled_with(compiler), 1);
  EXPECT_EQ(compiled_with(compiler), 0);
  // The same content with another modification time.
  const auto time = std::filesystem::last_write_time(compiler);
  std::filesystem::last_write_time(compiler, time - std::chrono::seconds(5));
  EXPECT_EQ(compiled_with(compiler), 1);
}

TEST_F(CompilerChange, AnotherCompilerInTheEnvironmentIsAMiss) {
  const std::string one = write_compiler("one/clang++", "one");
  const std::string two = write_compiler("two/clang++", "one");
  EXPECT_EQ(compiled_with(one), 1);
  EXPECT_EQ(compiled_with(two), 1);
  EXPECT_EQ(compiled_with(one), 0);
  EXPECT_EQ(compiled_with(two), 0);
}

TEST_F(CompilerChange, AChangedVariableOfTheCompilerIsAMiss) {
  const std::string compiler = write_compiler("clang++", "one");
  EXPECT_EQ(compiled_with(compiler), 1);
  EXPECT_EQ(compiled_with(compiler, "CPATH=" + files_.path().string()), 1);
  EXPECT_EQ(compiled_with(compiler, "CPATH=" + files_.path().string()), 0);
}

TEST_F(CompilerChange, ACompilerThatAppearsEarlierOnThePathIsAMiss) {
  std::filesystem::create_directory(files_.path() / "early");
  const std::string path = "PATH=" + (files_.path() / "early").string() + ":" + std::getenv("PATH");
  EXPECT_EQ(compiled_with("", path), 1);
  EXPECT_EQ(compiled_with("", path), 0);
  files_.write("early/clang++", "#!/bin/sh\nexec /usr/bin/clang++ \"$@\"\n");
  std::filesystem::permissions(files_.path() / "early" / "clang++",
                               std::filesystem::perms::owner_all);
  EXPECT_EQ(compiled_with("", path), 1);
  EXPECT_EQ(compiled_with("", path), 0);
}

TEST_F(CompilerChange, ARunningProcessMayChangeTheCompiler) {
  const std::string one = write_compiler("one/clang++", "one");
  const std::string two = write_compiler("two/clang++", "two");
  const char* const before = std::getenv("DUET_CPU_COMPILER");
  const std::string old = before == nullptr ? "" : before;
  const auto misses_with = [&](const std::string& compiler) {
    setenv("DUET_CPU_COMPILER", compiler.c_str(), 1);
    forget_modules();
    const std::uint64_t misses = cache_statistics().misses;
    EXPECT_EQ(stored_by(jit(device(), storing(1))), 1);
    return cache_statistics().misses - misses;
  };
  EXPECT_EQ(misses_with(one), 1u);
  EXPECT_EQ(misses_with(two), 1u);
  EXPECT_EQ(misses_with(one), 0u);
  setenv("DUET_CPU_COMPILER", old.c_str(), 1);
}

}  // namespace
}  // namespace duet::test
