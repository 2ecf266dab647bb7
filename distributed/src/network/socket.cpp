#include "network/socket.hpp"

#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <duet/error.hpp>

namespace duet::detail {

namespace {

constexpr std::chrono::milliseconds longest_attempt{2000};

[[noreturn]] void fail(const char* action, int error) {
  throw Error(ErrorCode::io,
              fmt::format("cannot {}: {}", action, std::generic_category().message(error)));
}

int milliseconds_until(Deadline deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 60'000));
}

/// Waits for events. @returns whether one came before the deadline
bool wait(std::span<pollfd> polls, Deadline deadline) {
  for (;;) {
    const int ready = poll(polls.data(), polls.size(), milliseconds_until(deadline));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) fail("wait for the network", errno);
    if (std::chrono::steady_clock::now() >= deadline) return false;
  }
}

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

int open_socket(const sockaddr_storage& address) {
  return socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

void send_at_once(int handle) {
  const int on = 1;
  (void)setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

/// @returns 0, or why there is no connection
int finish_connecting(int handle, Deadline deadline) {
  pollfd poll{handle, POLLOUT, 0};
  if (!wait({&poll, 1}, deadline)) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof(error);
  (void)getsockopt(handle, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

}  // namespace

Socket::Socket(Socket&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}
Socket::~Socket() {
  if (handle_ >= 0) close(handle_);
}

Socket Socket::listen(int port) {
  int error = 0;
  for (const char* const any : {"::", "0.0.0.0"}) {  // the former is of both families
    sockaddr_storage storage{};
    const socklen_t size = resolve(any, port).front().fill(storage);
    Socket made(open_socket(storage));
    const int on = 1, off = 0;
    (void)setsockopt(made.handle_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    (void)setsockopt(made.handle_, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
    if (made && bind(made.handle_, reinterpret_cast<const sockaddr*>(&storage), size) == 0 &&
        ::listen(made.handle_, SOMAXCONN) == 0) {
      return made;
    }
    error = errno;
    if (error == EADDRINUSE || error == EACCES) break;
  }
  throw Error(ErrorCode::io, fmt::format("cannot listen at port {}: {}", port,
                                         std::generic_category().message(error)));
}

Socket Socket::connect(const std::vector<NetworkAddress>& addresses, Deadline deadline) {
  constexpr std::chrono::milliseconds longest_pause{200};
  std::chrono::milliseconds pause{5};
  for (;;) {
    int error = EADDRNOTAVAIL;
    for (const NetworkAddress& address : addresses) {
      sockaddr_storage storage{};
      const socklen_t size = address.fill(storage);
      Socket made(open_socket(storage));
      if (!made) fail("open a socket", errno);
      error = 0;
      if (::connect(made.handle_, reinterpret_cast<const sockaddr*>(&storage), size) != 0) {
        error = errno;
      }
      if (error == EINPROGRESS || error == EINTR) {
        error = finish_connecting(
            made.handle_, std::min(deadline, std::chrono::steady_clock::now() + longest_attempt));
      }
      if (error != 0) continue;
      send_at_once(made.handle_);
      return made;
    }
    if (std::chrono::steady_clock::now() + pause >= deadline) {
      fail(fmt::format("connect to {}", addresses.front().text()).c_str(), error);
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest_pause);
  }
}

std::optional<Socket> Socket::accept(Deadline deadline) const {
  for (;;) {
    Socket made(accept4(handle_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (made) {
      send_at_once(made.handle_);
      return made;
    }
    if (!would_block(errno) && errno != ECONNABORTED) fail("accept a connection", errno);
    pollfd poll{handle_, POLLIN, 0};
    if (!wait({&poll, 1}, deadline)) return std::nullopt;
  }
}

in_port_t Socket::port() const {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  (void)getsockname(handle_, reinterpret_cast<sockaddr*>(&storage), &size);
  return NetworkAddress::of(reinterpret_cast<const sockaddr&>(storage)).port;
}

NetworkAddress Socket::peer() const {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  (void)getpeername(handle_, reinterpret_cast<sockaddr*>(&storage), &size);
  return NetworkAddress::of(reinterpret_cast<const sockaddr&>(storage));
}

std::size_t Socket::send_some(std::span<const std::byte> bytes) const {
  const ssize_t sent = ::send(handle_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (sent < 0 && !would_block(errno)) fail("send", errno);
  return sent > 0 ? static_cast<std::size_t>(sent) : 0;
}

std::size_t Socket::receive_some(std::span<std::byte> bytes) const {
  const ssize_t received = recv(handle_, bytes.data(), bytes.size(), 0);
  if (received == 0) {
    throw Error(ErrorCode::io, "cannot receive: the other end has closed the connection");
  }
  if (received < 0 && !would_block(errno)) fail("receive", errno);
  return received > 0 ? static_cast<std::size_t>(received) : 0;
}

void Socket::send(std::span<const std::byte> bytes, Deadline deadline) const {
  exchange(*this, bytes, *this, {}, deadline);
}

void Socket::receive(std::span<std::byte> bytes, Deadline deadline) const {
  exchange(*this, {}, *this, bytes, deadline);
}

void Socket::exchange(const Socket& to, std::span<const std::byte> sent, const Socket& from,
                      std::span<std::byte> received, Deadline deadline) {
  while (!sent.empty() || !received.empty()) {
    if (!sent.empty()) sent = sent.subspan(to.send_some(sent));
    if (!received.empty()) received = received.subspan(from.receive_some(received));
    // A negative handle is not waited for.
    std::array<pollfd, 2> polls{{{sent.empty() ? -1 : to.handle_, POLLOUT, 0},
                                 {received.empty() ? -1 : from.handle_, POLLIN, 0}}};
    if (sent.empty() && received.empty()) return;
    if (!wait(polls, deadline)) fail(received.empty() ? "send" : "receive", ETIMEDOUT);
  }
}

}  // namespace duet::detail
