// What stands in the place of a file of the cache: it is replaced, or passed over with one warning.

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "support/cache_folder.hpp"
#include "support/device_test.hpp"
#include "support/stored_number.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;

class JitObstacle : public DeviceTest {
 protected:
  void TearDown() override { forget_modules(); }

  static int run() {
    forget_modules();
    return stored_by(jit(device(), storing(5)));
  }

  /// Makes all files of the cache and puts something else in the place of each.
  template <typename Put>
  void replace_all(Put put) {
    EXPECT_EQ(run(), 5);
    for (const auto& file : fs::directory_iterator(folder_.path())) files_.push_back(file.path());
    ASSERT_FALSE(files_.empty());
    for (const fs::path& file : files_) {
      fs::remove(file);
      put(file);
    }
  }

  /// Gets the kernel several times. Each file leads to at most one warning.
  void expect_kernels_and_few_warnings() {
    for (int i = 0; i < 5; ++i) EXPECT_EQ(run(), 5);
    EXPECT_LE(folder_.warnings().size(), files_.size() + 1);
  }

  CacheFolder folder_{};
  std::vector<fs::path> files_{};
};

TEST_F(JitObstacle, HugeFilesAreReplaced) {
  constexpr off_t bytes = off_t{8} << 40;
  bool is_made = true;
  replace_all([&](const fs::path& file) {
    std::ofstream(file) << "x";
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    is_made = is_made && truncate(file.c_str(), bytes) == 0;
  });
  if (!is_made) GTEST_SKIP() << "the file system has no files of that size";
  expect_kernels_and_few_warnings();
  const auto programs = folder_.programs();
  ASSERT_EQ(programs.size(), 1u);
  EXPECT_LT(fs::file_size(programs.front()), 1'000'000u);
}

TEST_F(JitObstacle, EmptyFoldersAreReplaced) {
  replace_all([](const fs::path& file) { fs::create_directory(file); });
  expect_kernels_and_few_warnings();
  ASSERT_EQ(folder_.programs().size(), 1u);
  EXPECT_TRUE(fs::is_regular_file(folder_.programs().front()));
}

TEST_F(JitObstacle, FoldersWithContentArePassedOver) {
  replace_all([](const fs::path& file) { fs::create_directories(file / "content"); });
  expect_kernels_and_few_warnings();
  for (const fs::path& file : files_) EXPECT_TRUE(fs::exists(file / "content")) << file;
}

TEST_F(JitObstacle, SocketsAndPipesAreReplaced) {
  replace_all([](const fs::path& file) {
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    // A socket's path is short, so it is made under another name.
    std::strncpy(address.sun_path, ("/tmp/duet-socket-" + std::to_string(getpid())).c_str(),
                 sizeof(address.sun_path) - 1);
    (void)unlink(address.sun_path);
    ASSERT_EQ(bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    close(fd);
    std::error_code error;
    fs::rename(address.sun_path, file, error);
    if (error) {
      (void)unlink(address.sun_path);
      ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    }
  });
  expect_kernels_and_few_warnings();
  ASSERT_EQ(folder_.programs().size(), 1u);
  EXPECT_TRUE(fs::is_regular_file(folder_.programs().front()));
}

}  // namespace
}  // namespace duet::test
