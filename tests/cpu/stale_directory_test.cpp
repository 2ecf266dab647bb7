// Stale temporary folders of killed processes are removed.

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;

TEST(StaleDirectoryChild, DISABLED_Compiles) {
  const Code code = compile(
      {.name = "k", .source = "extern \"C\" __global__ void k() {}", .kernels = {"k"}}, Device(0));
  _exit(code.bytes.empty() ? 1 : 0);
}

class StaleDirectory : public testing::Test {
 protected:
  /// Makes a folder with a file, as a compiling process does.
  fs::path make(const std::string& name, std::chrono::hours age) const {
    files_.write(name + "/kernel.cpp", "");
    fs::last_write_time(files_ / name, fs::file_time_type::clock::now() - age);
    return files_ / name;
  }
  void compile_in_another_process() const {
    ChildProcess child("StaleDirectoryChild.DISABLED_Compiles",
                       {"TMPDIR=" + files_.path().string()});
    EXPECT_EQ(child.wait(), 0);
  }

  TemporaryFolder files_{};
};

TEST_F(StaleDirectory, IsRemovedAfterADay) {
  const fs::path old = make("duet-work-aaaaaa", std::chrono::hours(25));
  const fs::path recent = make("duet-work-bbbbbb", std::chrono::hours(23));
  const fs::path other = make("duet-other", std::chrono::hours(25));
  compile_in_another_process();
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(recent));
  EXPECT_TRUE(fs::exists(other));
}

/// The clock was set back.
TEST_F(StaleDirectory, IsRemovedIfItsTimeIsMoreThanADayInTheFuture) {
  const fs::path later = make("duet-work-aaaaaa", std::chrono::hours(-25));
  const fs::path soon = make("duet-work-bbbbbb", std::chrono::hours(-23));
  compile_in_another_process();
  EXPECT_FALSE(fs::exists(later));
  EXPECT_TRUE(fs::exists(soon));
}

TEST_F(StaleDirectory, StaysWhileAProcessHoldsItsLock) {
  const fs::path used = make("duet-work-aaaaaa", std::chrono::hours(25));
  const int folder = open(used.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(flock(folder, LOCK_EX | LOCK_NB), 0);
  compile_in_another_process();
  EXPECT_TRUE(fs::exists(used));
  close(folder);
  compile_in_another_process();
  EXPECT_FALSE(fs::exists(used));
}

TEST_F(StaleDirectory, LinksAreNotFollowed) {
  const fs::path other = make("other", std::chrono::hours(25));
  fs::create_directory_symlink(other, files_ / "duet-work-aaaaaa");
  compile_in_another_process();
  EXPECT_TRUE(fs::exists(other / "kernel.cpp"));
}

TEST_F(StaleDirectory, AProcessThatExitsLeavesNone) {
  compile_in_another_process();
  EXPECT_TRUE(fs::is_empty(files_.path()));
}

}  // namespace
}  // namespace duet::test
