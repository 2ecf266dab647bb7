#include "source_pipe.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

namespace duet::cpu {

namespace {

/// The writing end of the existing pipe; -1 if there is none.
std::atomic<int> open_writer = -1;

/// Closes a forked process's copy, which would keep the pipe open.
void close_in_forked_process() {
  const int writer = open_writer.exchange(-1);
  if (writer >= 0) (void)::close(writer);
}

}  // namespace

bool SourcePipe::exists() noexcept { return open_writer.load() >= 0; }

SourcePipe::SourcePipe() {
  [[maybe_unused]] static const int registered =
      pthread_atfork(nullptr, nullptr, close_in_forked_process);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot create a pipe for the source");
  }
  reader_ = FileDescriptor(ends[0]);
  writer_ = FileDescriptor(ends[1]);
  open_writer = ends[1];
  (void)fcntl(ends[1], F_SETFL, O_NONBLOCK);
}

SourcePipe::~SourcePipe() { close(); }

bool SourcePipe::write(std::string_view source) noexcept {
  const int room = fcntl(writer_.get(), F_SETPIPE_SZ, static_cast<int>(source.size()));
  const bool whole = room >= 0 && ::write(writer_.get(), source.data(), source.size()) ==
                                      static_cast<ssize_t>(source.size());
  close();
  return whole;
}

void SourcePipe::close() noexcept {
  int own = writer_.release();
  if (own >= 0 && open_writer.compare_exchange_strong(own, -1)) (void)::close(own);
}

}  // namespace duet::cpu
