// The program duet-compile. Its standard input is a socket to the process that started it. Its
// argument is a folder for temporary files, which it removes if that process ends during a
// compilation.

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

#include <duet/helper.hpp>

namespace {

/// Ends this process when the other side closes the socket.
void end_with(int socket, const std::string& folder) {
  constexpr int second = 1000;  // a poll may fail for lack of memory
  pollfd closed{.fd = socket, .events = POLLRDHUP, .revents = 0};
  while (poll(&closed, 1, -1) < 0) {
    if (errno != EINTR) (void)poll(nullptr, 0, second);
  }
  std::error_code ignored;
  if (!folder.empty()) std::filesystem::remove_all(folder, ignored);
  _exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  std::thread end(end_with, STDIN_FILENO, std::string(argc == 2 ? argv[1] : ""));
  duet::serve_compilations(STDIN_FILENO);
  // Also after an error: the other side waits for a reply.
  (void)shutdown(STDIN_FILENO, SHUT_RDWR);
  end.join();
}
