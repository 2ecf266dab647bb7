#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/ranks.hpp"

namespace {
bool has_file_locks = true;
}  // namespace

/// The C library's function, which fails as on a file system without locks if the test wants it.
extern "C" int flock(int file, int operation) noexcept {
  if (has_file_locks) return static_cast<int>(syscall(SYS_flock, file, operation));
  errno = ENOLCK;
  return -1;
}

namespace duet::test {
namespace {

using ::testing::HasSubstr;

/// A folder that is removed with its files.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "duet-ranks-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::vector<std::byte> bytes_of(int rank) {
  return std::vector<std::byte>(static_cast<std::size_t>(rank), static_cast<std::byte>(rank));
}

GatheredBytes expected_bytes(int size, int offset) {
  GatheredBytes all;
  for (int rank = 0; rank < size; ++rank) all.push_back(bytes_of(rank + offset));
  return all;
}

std::string gather_error(const Bootstrap& bootstrap) {
  try {
    (void)bootstrap.all_gather({});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(FolderBootstrapTest, TheLongestTimeWaitsForALateRank) {
  const Folder folder;
  constexpr auto longest = std::chrono::hours::max();
  std::thread late([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    (void)Bootstrap::shared_folder(folder.path(), 1, 2, 1, longest).all_gather(bytes_of(1));
  });
  const Bootstrap bootstrap = Bootstrap::shared_folder(folder.path(), 0, 2, 0, longest);
  EXPECT_EQ(gather_error(bootstrap), "no error");
  late.join();
}

TEST(FolderBootstrapTest, GathersFromProcesses) {
  constexpr int size = 8;
  const Folder folder;
  std::vector<pid_t> processes;
  for (int rank = 0; rank < size; ++rank) {
    const pid_t process = fork();
    if (process == 0) {
      const Bootstrap bootstrap = Bootstrap::shared_folder(folder.path(), rank, size);
      bool is_right = true;
      for (int round = 0; round < 3; ++round) {
        is_right &= bootstrap.all_gather(bytes_of(rank + round)) == expected_bytes(size, round);
      }
      _exit(is_right ? 0 : 1);
    }
    processes.push_back(process);
  }
  for (const pid_t process : processes) {
    int status = -1;
    EXPECT_EQ(waitpid(process, &status, 0), process);
    EXPECT_EQ(status, 0);
  }
  const std::filesystem::directory_iterator files(folder.path());
  EXPECT_EQ(std::distance(files, std::filesystem::directory_iterator()), 1);
}

TEST(FolderBootstrapTest, JoinsRanksOfACommunicator) {
  DUET_NEED_RANKS(3);
  const Folder folder;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 3; ++rank) {
    threads.emplace_back([&, rank] {
      const Communicator communicator(Bootstrap::shared_folder(folder.path(), rank, 3, rank));
      EXPECT_EQ(communicator.rank(), rank);
      EXPECT_EQ(communicator.size(), 3);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(FolderBootstrapTest, NamesMissingRanks) {
  const Folder folder;
  const auto bootstrap =
      Bootstrap::shared_folder(folder.path(), 1, 4, 0, std::chrono::milliseconds(50));
  EXPECT_THAT(gather_error(bootstrap), HasSubstr("ranks 0, 2, 3 did not come to "));
}

TEST(FolderBootstrapTest, RefusesAUsedFolder) {
  const Folder folder;
  EXPECT_EQ(gather_error(Bootstrap::shared_folder(folder.path(), 0, 1)), "no error");
  EXPECT_THAT(gather_error(Bootstrap::shared_folder(folder.path(), 0, 1)),
              HasSubstr("has bytes of rank 0 already"));
}

/// Without locks, ranks could overwrite each other's bytes.
TEST(FolderBootstrapTest, RefusesAFileSystemWithoutLocks) {
  const Folder folder;
  has_file_locks = false;
  const std::string error = gather_error(Bootstrap::shared_folder(folder.path(), 0, 1));
  has_file_locks = true;
  EXPECT_THAT(error, HasSubstr("cannot lock " + folder.path().string()));
  EXPECT_EQ(gather_error(Bootstrap::shared_folder(folder.path(), 0, 1)), "no error");
}

TEST(FolderBootstrapTest, RefusesWrongArguments) {
  EXPECT_THROW(Bootstrap::shared_folder("/no/such/folder", 0, 1), Error);
  const Folder folder;
  EXPECT_THROW(Bootstrap::shared_folder(folder.path(), 2, 2), Error);
}

}  // namespace
}  // namespace duet::test
