// The command with raised rights (a setgid copy, run by another user) ignores the environment.

#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

#include "command_fixture.hpp"

namespace {

namespace fs = std::filesystem;

constexpr unsigned other_user = 65534;

class RightsTest : public CommandTest {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root";
    if (std::string_view(duet::backend_name()) != "CPU") GTEST_SKIP() << "needs DUET_CPU_COMPILER";
    struct statvfs place {};
    ASSERT_EQ(statvfs(path().c_str(), &place), 0);
    if ((place.f_flag & ST_NOSUID) != 0) GTEST_SKIP() << "programs here get no other rights";
    fs::permissions(path(), fs::perms::all);
    fs::create_directory(path() / "cache");
    fs::permissions(path() / "cache", fs::perms::all);
    fs::copy_file(DUET_COMMAND, path() / "duet");
    write("k.cu", "extern \"C\" __global__ void k() {}\n");
    // It stands for a program that an attacker chooses.
    write("evil.sh", "#!/bin/sh\necho ran > \"" + path().string() + "/ran\"\nexit 1\n");
    fs::permissions(path() / "evil.sh", fs::perms::all);
    fs::permissions(path() / "k.cu", fs::perms::all);
  }

  const fs::path& path() const { return folder_.path(); }

  /// Compiles the kernel as another user, with an environment that chooses a compiler and folders.
  void compile_as_other_user() const {
    const pid_t child = fork();
    if (child == 0) {
      const std::string folder = path().string();
      std::vector<std::string> variables{
          "PATH=/usr/local/bin:/usr/bin:/bin", "DUET_CPU_COMPILER=" + folder + "/evil.sh",
          "DUET_CACHE_DIR=" + folder + "/cache", "HOME=" + folder, "DUET_CACHE=on"};
      std::vector<char*> environment;
      for (std::string& variable : variables) environment.push_back(variable.data());
      environment.push_back(nullptr);
      const std::string program = folder + "/duet";
      const bool changed = setgroups(0, nullptr) == 0 && setgid(other_user) == 0 &&
                           setuid(other_user) == 0 && chdir(folder.c_str()) == 0;
      if (changed) {
        execle(program.c_str(), "duet", "compile", "k.cu", "-o", "out", static_cast<char*>(nullptr),
               environment.data());
      }
      _exit(127);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    status_ = WEXITSTATUS(status);
  }

  mutable int status_ = -1;
};

TEST_F(RightsTest, TheEnvironmentIsTrustedWithoutRaisedRightsOnly) {
  fs::permissions(path() / "duet", fs::perms::owner_all | fs::perms::others_exec |
                                       fs::perms::others_read | fs::perms::group_exec);
  compile_as_other_user();
  EXPECT_TRUE(exists("ran")) << "the variable chooses the compiler";
  EXPECT_EQ(status_, 1);
  fs::remove(path() / "ran");

  ASSERT_EQ(chown((path() / "duet").c_str(), 0, 1), 0);
  ASSERT_EQ(chmod((path() / "duet").c_str(), 02755), 0);
  compile_as_other_user();
  EXPECT_FALSE(exists("ran"));
  EXPECT_EQ(status_, 0);
  EXPECT_TRUE(exists("out"));
  EXPECT_TRUE(fs::is_empty(path() / "cache"));
}

}  // namespace
