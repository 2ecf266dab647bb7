// Cache folders that cannot be used, or that another user has prepared. Kernels must work without
// them.

#include <grp.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "support/cache_folder.hpp"
#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/stored_number.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

constexpr uid_t other_user = 65534;

bool is_root() { return geteuid() == 0; }

/// Gets a kernel as a user without privileges. The exit status is 0 if the kernel was right and the
/// failure of the folder was counted.
TEST(JitFolderChild, DISABLED_CannotWrite) {
  const char* const folder = std::getenv(folder_variable);
  if (folder == nullptr) GTEST_SKIP() << "runs in child processes of other tests";
  if (is_root() &&
      (setgroups(0, nullptr) != 0 || setgid(other_user) != 0 || setuid(other_user) != 0)) {
    _exit(1);
  }
  set_cache_options({.directory = folder, .warn = [](std::string_view) {}});
  if (stored_by(jit(Device(0), storing(1))) != 1) _exit(2);
  if (cache_statistics().failures == 0) _exit(3);
  _exit(0);
}

class JitFolder : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    forget_modules();
    before_ = cache_statistics();
  }
  void TearDown() override { forget_modules(); }

  static int run(int number) {
    forget_modules();
    return stored_by(jit(device(), storing(number)));
  }

  std::uint64_t failures() const { return cache_statistics().failures - before_.failures; }
  std::uint64_t disk_hits() const { return cache_statistics().disk_hits - before_.disk_hits; }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& file : fs::directory_iterator(folder_.path())) {
      names.push_back(file.path().filename().string());
    }
    return names;
  }

  CacheFolder folder_{};
  CacheStatistics before_{};
};

/// While it exists, no file can grow beyond `bytes`.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) {
    EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before_), 0);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;
  ~FileLimit() {
    (void)setrlimit(RLIMIT_FSIZE, &before_);
    (void)signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = signal(SIGXFSZ, SIG_IGN);
};

TEST_F(JitFolder, APartlyWrittenFileIsRemoved) {
  EXPECT_EQ(run(1), 1);
  // The limit is for the direct entry: compilers write larger files than the program's entry.
  const std::uintmax_t size = fs::file_size(folder_.direct_entries()[0]);
  folder_.remove_direct_entries();
  {
    const FileLimit limit(size - 1);
    EXPECT_EQ(run(1), 1);
    EXPECT_EQ(run(1), 1);
  }
  EXPECT_EQ(failures(), 2u);
  EXPECT_THAT(folder_.warnings(), testing::ElementsAre(HasSubstr("cannot be written")));
  EXPECT_THAT(folder_.direct_entries(), IsEmpty());
  EXPECT_THAT(names(), testing::Not(testing::Contains(testing::StartsWith("tmp-"))));
  EXPECT_EQ(run(1), 1);
  EXPECT_EQ(folder_.direct_entries().size(), 1u);
}

/// The clock was set back since the cache was used.
TEST_F(JitFolder, FilesWithTimesInTheFutureAreUsedAndGetThePresentTime) {
  EXPECT_EQ(run(1), 1);
  const auto now = fs::file_time_type::clock::now();
  for (const auto& file : fs::directory_iterator(folder_.path())) {
    fs::last_write_time(file.path(), now + std::chrono::hours(48));
  }
  const std::uint64_t hits = disk_hits();
  EXPECT_EQ(run(1), 1);
  EXPECT_EQ(disk_hits(), hits + 1);
  EXPECT_LT(fs::last_write_time(folder_.direct_entries().at(0)), now + std::chrono::hours(1));
  EXPECT_THAT(folder_.warnings(), IsEmpty());
}

TEST_F(JitFolder, TemporaryFilesOfAnHourInTheFutureAreRemoved) {
  EXPECT_EQ(run(1), 1);
  const auto now = fs::file_time_type::clock::now();
  const auto make = [&](const char* name, std::chrono::minutes from_now) {
    std::ofstream(folder_.path() / name) << "a part";
    fs::last_write_time(folder_.path() / name, now + from_now);
  };
  make("tmp-later", std::chrono::minutes(90));
  make("tmp-soon", std::chrono::minutes(30));
  folder_.use(CacheMode::on, 100'000);  // the folder is read when a part of this has been written
  EXPECT_EQ(run(2), 2);
  EXPECT_EQ(run(3), 3);
  EXPECT_THAT(names(), testing::Not(testing::Contains("tmp-later")));
  EXPECT_THAT(names(), testing::Contains("tmp-soon"));
}

TEST_F(JitFolder, KernelsWorkWithAFullDisk) {
  fs::create_directory(folder_.path());
  if (mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, "size=4k,mode=700") != 0) {
    GTEST_SKIP() << "needs the privilege to mount: " << std::strerror(errno);
  }
  EXPECT_EQ(run(1), 1);
  EXPECT_EQ(run(1), 1);
  EXPECT_GE(failures(), 1u);
  EXPECT_THAT(folder_.programs(), IsEmpty());
  folder_.use(CacheMode::off);  // closes the folder
  EXPECT_EQ(umount2(folder_.path().c_str(), MNT_DETACH), 0);
}

TEST_F(JitFolder, KernelsWorkWithAReadOnlyFolder) {
  const TemporaryFolder parent;
  const fs::path folder = parent.path() / "cache";
  fs::create_directory(folder);
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  if (is_root()) {
    fs::permissions(parent.path(), fs::perms::owner_all | fs::perms::others_exec);
    ASSERT_EQ(chown(folder.c_str(), other_user, other_user), 0);
  }
  ChildProcess child("JitFolderChild.DISABLED_CannotWrite",
                     {std::string(folder_variable) + "=" + folder.string(),
                      "DUET_KEEP_PROGRAMS="});  // the child could not write there either
  EXPECT_EQ(child.wait(), 0);
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(JitFolder, AFolderOfAnotherUserIsRefused) {
  if (!is_root()) GTEST_SKIP() << "needs root to change owners";
  fs::create_directory(folder_.path());
  fs::permissions(folder_.path(), fs::perms::owner_all);
  ASSERT_EQ(chown(folder_.path().c_str(), other_user, other_user), 0);
  EXPECT_EQ(run(1), 1);
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_THAT(folder_.warnings(), testing::Contains(HasSubstr("belongs to user 65534")));
}

TEST_F(JitFolder, ALinkOfAnotherUserIsRefused) {
  if (!is_root()) GTEST_SKIP() << "needs root to change owners";
  const TemporaryFolder elsewhere;
  fs::create_directory_symlink(elsewhere.path(), folder_.path());
  ASSERT_EQ(lchown(folder_.path().c_str(), other_user, other_user), 0);
  EXPECT_EQ(run(1), 1);
  EXPECT_TRUE(fs::is_empty(elsewhere.path()));
  EXPECT_THAT(folder_.warnings(), testing::Contains(HasSubstr("symbolic link of user 65534")));
}

TEST_F(JitFolder, ALinkOfTheSameUserIsFollowed) {
  const TemporaryFolder elsewhere;
  fs::create_directory_symlink(elsewhere.path(), folder_.path());
  EXPECT_EQ(run(1), 1);
  EXPECT_EQ(run(1), 1);
  EXPECT_EQ(disk_hits(), 1u);
  EXPECT_THAT(folder_.warnings(), IsEmpty());
}

TEST_F(JitFolder, FilesOfAnotherUserAreNotRead) {
  if (!is_root()) GTEST_SKIP() << "needs root to change owners";
  EXPECT_EQ(run(1), 1);
  ASSERT_EQ(chown(folder_.programs()[0].c_str(), other_user, other_user), 0);
  ASSERT_EQ(chown(folder_.direct_entries()[0].c_str(), other_user, other_user), 0);
  EXPECT_EQ(run(1), 1);
  EXPECT_EQ(disk_hits(), 0u);
  EXPECT_THAT(folder_.warnings(), testing::Contains(HasSubstr("belongs to user 65534")));
}

TEST_F(JitFolder, WarningsSayWhatToDo) {
  fs::create_directory(folder_.path());
  fs::permissions(folder_.path(), fs::perms::all);
  EXPECT_EQ(run(1), 1);
  EXPECT_THAT(folder_.warnings(),
              testing::Contains(HasSubstr("chmod 700 '" + folder_.path().string() + "'")));
  EXPECT_THAT(cache_problem(), HasSubstr("chmod 700"));
  EXPECT_THAT(cache_problem(), testing::Not(HasSubstr("Operation not permitted")));

  fs::remove(folder_.path());
  std::ofstream(folder_.path()) << "no folder";
  folder_.use(CacheMode::on);
  EXPECT_THAT(cache_problem(), IsEmpty());
  EXPECT_EQ(run(2), 2);
  EXPECT_THAT(cache_problem(), testing::AllOf(HasSubstr(folder_.path().string()),
                                              HasSubstr("Not a directory"), HasSubstr("remove")));
  fs::remove(folder_.path());

  folder_.use(CacheOptions{.directory = {}});
  EXPECT_EQ(run(3), 3);
  EXPECT_THAT(cache_problem(), HasSubstr("set DUET_CACHE_DIR"));
  folder_.use(CacheOptions{.directory = "/proc/duet/cache"});
  EXPECT_EQ(run(4), 4);
  EXPECT_THAT(cache_problem(), testing::AllOf(HasSubstr("/proc/duet/cache cannot be created"),
                                              HasSubstr("set DUET_CACHE_DIR")));
}

TEST_F(JitFolder, IsMadeForTheUserAloneHoweverItsPathEnds) {
  const TemporaryFolder parent;
  const mode_t before = umask(S_IWOTH);  // new folders are usually writable by the group
  for (const std::string end : {"", "/", "//", "/.", "/./"}) {
    folder_.use({.mode = CacheMode::on, .directory = (parent / "some/cache").string() + end});
    forget_modules();
    EXPECT_EQ(stored_by(jit(device(), storing(1))), 1);
    EXPECT_EQ(cache_problem(), "") << end;
    EXPECT_EQ(std::filesystem::status(parent / "some/cache").permissions(),
              std::filesystem::perms::owner_all)
        << end;
    std::filesystem::remove_all(parent / "some");
  }
  umask(before);
}

TEST_F(JitFolder, IsMadeAgainAfterItWasRemoved) {
  EXPECT_EQ(run(1), 1);
  fs::remove_all(folder_.path());
  EXPECT_EQ(run(1), 1);
  EXPECT_EQ(folder_.programs().size(), 1u);
  EXPECT_EQ(failures(), 0u);
  EXPECT_THAT(folder_.warnings(), IsEmpty());
}

}  // namespace
}  // namespace duet::test
