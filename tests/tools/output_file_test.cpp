#include "support/output_file.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "../support/temporary_folder.hpp"
#include "support/file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(OutputFileTest, ReplacesAFileAndKeepsItsPermissionsAndLinks) {
  const test::TemporaryFolder folder;
  write_bytes(folder / "file", bytes_of("old"));
  fs::permissions(folder / "file", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("file", folder / "link");
  write_bytes(folder / "link", bytes_of("new"));
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_text(folder / "file"), "new");
  EXPECT_EQ(fs::status(folder / "file").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files_in(folder.path()), 2u);
}

TEST(OutputFileTest, KeepsTheOldFileIfTheNewOneCannotBeWritten) {
  const test::TemporaryFolder folder;
  write_bytes(folder / "file", bytes_of("old"));
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{100, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(write_bytes(folder / "file", bytes_of(std::string(1000, 'x'))), std::runtime_error);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_text(folder / "file"), "old");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(OutputFileTest, ChecksWithoutChangingAnything) {
  const test::TemporaryFolder folder;
  EXPECT_NO_THROW(require_writable(folder / "new"));
  EXPECT_NO_THROW(require_writable("/dev/null"));
  EXPECT_THROW(require_writable(folder.path()), UsageError);
  EXPECT_THROW(require_writable(folder / "none" / "file"), UsageError);
  EXPECT_THROW(require_writable(folder / std::string(300, 'x')), UsageError);
  EXPECT_THROW(require_writable(folder / "new", SIZE_MAX / 2), UsageError);
  EXPECT_EQ(files_in(folder.path()), 0u);
}

}  // namespace
}  // namespace duet::tool
