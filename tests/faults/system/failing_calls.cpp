// A library to be preloaded: one system call of this process fails. Calls are counted while the
// test program asks for it (duet_fail_system_call), or, in a program that DUET_TEST_SYSTEM_FAULT
// names, from its start.

#include "failing_calls.hpp"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

constexpr int short_count = -1;  ///< instead of an error: only a part is read or written

std::atomic<long> left{0};  ///< calls until the one that fails; 0: none does
std::atomic<unsigned> wanted_choice{0};
duet_test::FailedCall failed{};
char report[256]{};  ///< the file that gets the report; empty if there is none

/// Writes the report. Programs may end without exit handlers.
void write_report() noexcept {
  if (report[0] == '\0') return;
  const long file = syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return;
  (void)syscall(SYS_write, file, &failed, sizeof(failed));
  (void)syscall(SYS_close, file);
}

/// Counts a call. @returns its error if it is the one that fails, else 0
int outcome(const char* name, std::initializer_list<int> errors) noexcept {
  if (left.load(std::memory_order_relaxed) <= 0 || left.fetch_sub(1) != 1) return 0;
  const unsigned choice = wanted_choice;
  failed.choices = static_cast<unsigned>(errors.size());
  std::strncpy(failed.name, name, sizeof(failed.name) - 1);
  failed.error = errors.begin()[choice % failed.choices];
  write_report();
  if (failed.error > 0) errno = failed.error;
  return failed.error;
}

/// Calls that rarely fail do so only if DUET_TEST_RARE_CALLS is set.
int rare_outcome(const char* name, std::initializer_list<int> errors) noexcept {
  static const bool is_wanted = getenv("DUET_TEST_RARE_CALLS") != nullptr;
  return is_wanted ? outcome(name, errors) : 0;
}

/// The next library's function of that name.
template <typename F>
F* real(const char* name) noexcept {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

mode_t mode_of(int flags, va_list& rest) {
  return (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
}

int open_file(int folder, const char* path, int flags, mode_t mode) {
  const bool fails = outcome("open", {EMFILE, EIO, ENOSPC, EINTR}) != 0;
  return fails ? -1 : static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

std::size_t part_of(std::size_t bytes) { return bytes > 1 ? bytes / 2 : bytes; }

/// DUET_TEST_SYSTEM_FAULT=program:number:choice:file. The file gets the report when the call fails.
struct FromEnvironment {
  FromEnvironment() {
    const char* const text = getenv("DUET_TEST_SYSTEM_FAULT");
    unsigned choice = 0;
    long number = 0;
    char program[64]{};
    if (text == nullptr ||
        std::sscanf(text, "%63[^:]:%ld:%u:%255s", program, &number, &choice, report) != 4 ||
        std::strcmp(program, program_invocation_short_name) != 0) {
      report[0] = '\0';
      return;
    }
    duet_fail_system_call(number, choice);
  }
};
const FromEnvironment from_environment;

}  // namespace

void duet_fail_system_call(long number, unsigned choice) {
  failed = {};
  wanted_choice = choice;
  left = number;
}

duet_test::FailedCall duet_stop_failing() {
  left = 0;
  return failed;
}

// NOLINTBEGIN: the functions of the C library

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_file(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_file(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_file(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_file(folder, path, flags, mode);
}

ssize_t read(int file, void* data, size_t bytes) {
  const int error = outcome("read", {EIO, EINTR, short_count});
  if (error > 0) return -1;
  return syscall(SYS_read, file, data, error == short_count ? part_of(bytes) : bytes);
}
ssize_t pread(int file, void* data, size_t bytes, off_t at) {
  const int error = outcome("pread", {EIO, EINTR, short_count});
  if (error > 0) return -1;
  return syscall(SYS_pread64, file, data, error == short_count ? part_of(bytes) : bytes, at);
}
ssize_t write(int file, const void* data, size_t bytes) {
  const int error = outcome("write", {ENOSPC, EIO, EINTR, short_count});
  if (error > 0) return -1;
  return syscall(SYS_write, file, data, error == short_count ? part_of(bytes) : bytes);
}
ssize_t writev(int file, const iovec* parts, int count) {
  const int error = outcome("writev", {ENOSPC, EIO, EINTR, short_count});
  if (error > 0) return -1;
  return syscall(SYS_writev, file, parts, error == short_count ? 1 : count);
}

#define DUET_FAILING_BY(outcome_of, result, name, parameters, arguments, failure, ...) \
  result name parameters {                                                             \
    static auto* const next = real<result parameters>(#name);                          \
    if (outcome_of(#name, {__VA_ARGS__}) != 0) return failure;                         \
    return next arguments;                                                             \
  }
#define DUET_FAILING(...) DUET_FAILING_BY(outcome, __VA_ARGS__)
#define DUET_RARELY_FAILING(...) DUET_FAILING_BY(rare_outcome, __VA_ARGS__)

DUET_FAILING(FILE*, fopen, (const char* path, const char* mode), (path, mode), nullptr, EMFILE, EIO,
             ENOSPC)
DUET_FAILING(FILE*, fopen64, (const char* path, const char* mode), (path, mode), nullptr, EMFILE,
             EIO, ENOSPC)
DUET_FAILING(int, fsync, (int file), (file), -1, EIO, ENOSPC)
DUET_FAILING(int, ftruncate, (int file, off_t bytes), (file, bytes), -1, EIO, ENOSPC, EINTR)
DUET_FAILING(off_t, lseek, (int file, off_t to, int from), (file, to, from), -1, EIO)
DUET_FAILING(int, rename, (const char* from, const char* to), (from, to), -1, ENOSPC, EIO)
DUET_FAILING(int, renameat, (int a, const char* from, int b, const char* to), (a, from, b, to), -1,
             ENOSPC, EIO)
DUET_FAILING(int, mkdir, (const char* path, mode_t mode), (path, mode), -1, ENOSPC, EIO)
DUET_FAILING(int, mkdirat, (int at, const char* path, mode_t mode), (at, path, mode), -1, ENOSPC,
             EIO)
DUET_FAILING(char*, mkdtemp, (char* path), (path), nullptr, ENOSPC, EIO)
DUET_FAILING(int, memfd_create, (const char* name, unsigned flags), (name, flags), -1, EMFILE,
             ENOMEM)
DUET_FAILING(int, flock, (int file, int operation), (file, operation), -1, EINTR, EIO, ENOLCK,
             ENOSYS)
DUET_FAILING(int, pipe2, (int* ends, int flags), (ends, flags), -1, EMFILE)
DUET_FAILING(int, socketpair, (int domain, int type, int protocol, int* ends),
             (domain, type, protocol, ends), -1, EMFILE)
DUET_FAILING(int, poll, (pollfd * files, nfds_t count, int timeout), (files, count, timeout), -1,
             EINTR, ENOMEM)
DUET_FAILING(int, mprotect, (void* at, size_t bytes, int access), (at, bytes, access), -1, ENOMEM)
DUET_FAILING(void*, mmap, (void* at, size_t bytes, int access, int flags, int file, off_t from),
             (at, bytes, access, flags, file, from), MAP_FAILED, ENOMEM, EIO)
DUET_FAILING(int, pthread_create,
             (pthread_t * thread, const pthread_attr_t* attributes, void* (*start)(void*),
              void* data),
             (thread, attributes, start, data), EAGAIN, EAGAIN)
DUET_FAILING(pid_t, fork, (), (), -1, EAGAIN, ENOMEM)
DUET_FAILING(int, fstat, (int file, struct stat* state), (file, state), -1, EIO)
DUET_FAILING(int, stat, (const char* path, struct stat* state), (path, state), -1, EIO)
DUET_FAILING(ssize_t, send, (int socket, const void* data, size_t bytes, int flags),
             (socket, data, bytes, flags), -1, EINTR, EPIPE)
DUET_FAILING(ssize_t, sendmsg, (int socket, const msghdr* message, int flags),
             (socket, message, flags), -1, EINTR, EPIPE)
ssize_t recv(int socket, void* data, size_t bytes, int flags) {
  const int error = outcome("recv", {EINTR, ECONNRESET, short_count});
  if (error > 0) return -1;
  const size_t wanted = error == short_count ? part_of(bytes) : bytes;
  return syscall(SYS_recvfrom, socket, data, wanted, flags, nullptr, nullptr);
}
DUET_RARELY_FAILING(int, unlink, (const char* path), (path), -1, EIO)
DUET_RARELY_FAILING(int, unlinkat, (int folder, const char* path, int flags), (folder, path, flags),
                    -1, EIO)
DUET_RARELY_FAILING(int, rmdir, (const char* path), (path), -1, EIO)
DUET_RARELY_FAILING(int, symlink, (const char* to, const char* path), (to, path), -1, ENOSPC, EIO)
DUET_RARELY_FAILING(DIR*, opendir, (const char* path), (path), nullptr, EMFILE, EIO)
DUET_RARELY_FAILING(DIR*, fdopendir, (int folder), (folder), nullptr, ENOMEM)
DUET_RARELY_FAILING(int, waitid, (idtype_t kind, id_t child, siginfo_t* end, int options),
                    (kind, child, end, options), -1, EINTR, ECHILD)
DUET_FAILING(ssize_t, recvmsg, (int socket, msghdr* message, int flags), (socket, message, flags),
             -1, EINTR, ECONNRESET)

int fcntl(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  const long value = va_arg(rest, long);
  va_end(rest);
  const bool fails = outcome("fcntl", {EMFILE}) != 0;
  return fails ? -1 : static_cast<int>(syscall(SYS_fcntl, file, command, value));
}

/// A wait that fails with ECHILD: other code of the process has waited for the child.
pid_t waitpid(pid_t child, int* status, int options) {
  const int error = outcome("waitpid", {EINTR, ECHILD});
  if (error == ECHILD) {
    (void)syscall(SYS_wait4, child, status, options, nullptr);
    errno = ECHILD;
  }
  return error != 0 ? -1 : static_cast<pid_t>(syscall(SYS_wait4, child, status, options, nullptr));
}

int posix_spawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* arguments,
                char* const* environment) {
  static auto* const next = real<decltype(posix_spawn)>("posix_spawn");
  const int error = outcome("posix_spawn", {EAGAIN, ENOMEM, EMFILE});
  return error != 0 ? error : next(child, path, actions, attributes, arguments, environment);
}

}  // extern "C"

// NOLINTEND
