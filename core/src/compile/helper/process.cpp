#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fmt/format.h>

#include "base/record.hpp"
#include "channel.hpp"
#include "system/child_processes.hpp"
#include "system/spawn_setup.hpp"

namespace duet::helper {

namespace {

[[noreturn]] void fail(int error, const std::string& message) {
  throw std::system_error(error, std::generic_category(), message);
}

/// How long a process may take to send its greeting, in milliseconds. Other programs send none.
constexpr int greeting_timeout = 30'000;

/// @param folder  the TMPDIR of the program, which removes it if this process is killed
pid_t start(const std::string& program, const std::string& folder, int socket, int printed) {
  // A new process would find out, too, but takes milliseconds.
  if (faccessat(AT_FDCWD, program.c_str(), X_OK, AT_EACCESS) != 0) fail(errno, program);
  SpawnSetup setup;
  setup.pass_descriptor(socket, STDIN_FILENO);
  setup.pass_descriptor(printed, STDOUT_FILENO);
  setup.pass_descriptor(printed, STDERR_FILENO);
  setup.set_own_process_group();  // Ctrl-C must not end the helper before this process
  std::vector<std::string> environment = own_environment();
  std::erase_if(environment, [](const std::string& text) { return text.starts_with("TMPDIR="); });
  environment.push_back("TMPDIR=" + folder);
  return setup.start({program, folder}, std::move(environment));
}

std::string exit_reason(int status) {
  if (WIFSIGNALED(status)) return fmt::format("by signal {}", strsignal(WTERMSIG(status)));
  return fmt::format("with status {}", WEXITSTATUS(status));
}

}  // namespace

Process::Process(const std::string& program)
    : printed_(memfd_create("duet_compile_output", MFD_CLOEXEC)) {
  int ends[2];
  if (!printed_) fail(errno, "no memory for the output of " + program);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail(errno, "no socket");
  socket_ = FileDescriptor(ends[0]);
  const FileDescriptor theirs(ends[1]);
  (void)fcntl(printed_.get(), F_SETFL, O_APPEND);  // both streams of the child write at the end
  id_ = start(program, folder_.path(), theirs.get(), printed_.get());
}

Process::~Process() {
  (void)shutdown(socket_.get(), SHUT_RDWR);
  if (id_ < 0) return;
  (void)kill(id_, SIGKILL);  // it has no state to save
  int status = 0;
  (void)wait_for_child(id_, status);
}

bool Process::receive_greeting() {
  pollfd greeted{.fd = socket_.get(), .events = POLLIN, .revents = 0};
  int ready = 0;
  do {
    ready = poll(&greeted, 1, greeting_timeout);
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return alive_ = false;
  const auto message = receive(socket_.get());
  alive_ = message && as_text(*message) == greeting();
  return alive_;
}

bool Process::is_ready() const noexcept {
  pollfd closed{.fd = socket_.get(), .events = POLLRDHUP, .revents = 0};
  return poll(&closed, 1, 0) <= 0 && access(folder_.path().c_str(), W_OK) == 0;
}

std::string Process::take_output() {
  const off_t bytes = lseek(printed_.get(), 0, SEEK_END);
  std::string text(bytes > 0 ? static_cast<std::size_t>(bytes) : 0, '\0');
  const ssize_t count = pread(printed_.get(), text.data(), text.size(), 0);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  (void)ftruncate(printed_.get(), 0);
  text.resize(text.find_last_not_of("\n ") + 1);
  return text;
}

void Process::throw_crash(const Request& request) {
  alive_ = false;
  int status = 0;
  const bool known = wait_for_child(id_, status);
  id_ = -1;
  std::string log = take_output();
  if (known && status == 0 && log.empty()) {
    throw Error(ErrorCode::io, fmt::format("'{}' cannot be compiled for {}: the connection to the "
                                           "compile helper broke; the next compilation starts "
                                           "another helper",
                                           request.program.name, request.target.architecture));
  }
  if (log.empty()) log = "the compiler printed nothing";
  throw CompileError(
      ErrorCode::compile_failed,
      fmt::format("'{}' cannot be compiled for {}: the compiler ended its process{}{}:\n{}",
                  request.program.name, request.target.architecture, known ? " " : "",
                  known ? exit_reason(status) : "", log),
      {.log = log});
}

Code Process::compile(const Request& request) {
  if (!send(socket_.get(), serialised(request))) throw_crash(request);
  const auto reply = receive(socket_.get());
  if (!reply) throw_crash(request);
  const std::string printed = take_output();
  try {
    Code code = parse_reply(*reply);
    if (!code.log.empty() && !printed.empty()) code.log += '\n';
    code.log += vendor::readable_log(printed, request.program.name);
    return code;
  } catch (const CompileError& error) {
    if (printed.empty()) throw;
    const std::string rest = "\n" + vendor::readable_log(printed, request.program.name);
    throw CompileError(
        error.code(), error.what() + rest,
        {.call = error.call(), .vendor_name = error.vendor_name(), .log = error.log() + rest});
  }
}

}  // namespace duet::helper
