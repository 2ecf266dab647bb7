#include "bootstrap/shared_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include <duet/error.hpp>

#include "engine/call_text.hpp"

namespace duet::detail {

namespace {

/// What precedes the bytes of a rank.
struct RecordHead {
  std::int64_t rank = 0;
  std::uint64_t bytes = 0;
};

/// Waits for the lock of a file and holds it.
class FileLock {
 public:
  explicit FileLock(int file) : file_(file) {
    do {
      is_held_ = flock(file, LOCK_EX) == 0;
    } while (!is_held_ && errno == EINTR);
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock() { (void)flock(file_, LOCK_UN); }
  /// False if the file system has no locks; errno tells why.
  bool is_held() const noexcept { return is_held_; }

 private:
  int file_;
  bool is_held_ = false;
};

}  // namespace

SharedFile::SharedFile(const std::filesystem::path& path, int rank, int size)
    : path_(path),
      rank_(rank),
      size_(size),
      file_(open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {
  if (file_ < 0) fail("open");
}

SharedFile::~SharedFile() { close(file_); }

void SharedFile::append(std::span<const std::byte> bytes) const {
  const RecordHead head{rank_, bytes.size()};
  std::vector<std::byte> record(sizeof(head) + bytes.size());
  std::memcpy(record.data(), &head, sizeof(head));
  std::copy(bytes.begin(), bytes.end(), record.begin() + sizeof(head));
  const FileLock lock(file_);
  if (!lock.is_held()) fail("lock");
  std::vector<char> present;
  (void)read(present);
  if (present[static_cast<std::size_t>(rank_)] != 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} has bytes of rank {} already: two processes have this rank, or the "
                            "folder is of an earlier run; each run needs an empty folder",
                            path_.string(), rank_));
  }
  for (std::size_t done = 0; done < record.size();) {
    const ssize_t written = write(file_, record.data() + done, record.size() - done);
    if (written < 0 && errno != EINTR) fail("write to");
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

GatheredBytes SharedFile::wait(std::chrono::milliseconds timeout) const {
  const auto end = std::chrono::steady_clock::now() + timeout;
  constexpr std::chrono::milliseconds longest_pause{50};
  std::chrono::milliseconds pause{1};
  for (;;) {
    std::vector<char> present;
    GatheredBytes all = read(present);
    if (std::count(present.begin(), present.end(), 0) == 0) return all;
    if (std::chrono::steady_clock::now() >= end) {
      throw Error(ErrorCode::not_supported,
                  fmt::format("{} did not come to {} within {} ms", text_of_absent_ranks(present),
                              path_.string(), timeout.count()));
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest_pause);
  }
}

/// A record that is being written counts as absent.
GatheredBytes SharedFile::read(std::vector<char>& present) const {
  GatheredBytes all(static_cast<std::size_t>(size_));
  present.assign(all.size(), 0);
  const std::vector<std::byte> bytes = contents();
  RecordHead head;
  for (std::size_t at = 0; bytes.size() - at >= sizeof(head);) {
    std::memcpy(&head, bytes.data() + at, sizeof(head));
    at += sizeof(head);
    if (head.bytes > bytes.size() - at) break;
    if (head.rank < 0 || head.rank >= size_) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{} has bytes of rank {}, but there are {} ranks", path_.string(),
                              head.rank, size_));
    }
    const auto rank = static_cast<std::size_t>(head.rank);
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    all[rank].assign(begin, begin + static_cast<std::ptrdiff_t>(head.bytes));
    present[rank] = 1;
    at += head.bytes;
  }
  return all;
}

std::vector<std::byte> SharedFile::contents() const {
  struct stat status {};
  if (fstat(file_, &status) != 0) fail("read");
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        pread(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno != EINTR) fail("read");
    if (count == 0) break;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

void SharedFile::fail(const char* action) const {
  const std::string reason = std::generic_category().message(errno);
  throw Error(ErrorCode::io, fmt::format("cannot {} {}: {}", action, path_.string(), reason));
}

}  // namespace duet::detail
