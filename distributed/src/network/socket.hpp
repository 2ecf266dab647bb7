#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace duet::detail {

using Deadline = std::chrono::steady_clock::time_point;

/// Where a program listens. IPv4 addresses are mapped into IPv6. Trivially copyable: it is sent.
struct NetworkAddress {
  in6_addr host{};
  in_port_t port = 0;  ///< in the network's order of bytes

  bool is_loopback() const noexcept;
  std::string text() const;
  /// @param native  of IPv4 or IPv6
  static NetworkAddress of(const sockaddr& native);
  /// Sets the native address. @returns its size
  socklen_t fill(sockaddr_storage& storage) const;
};

/// The addresses of a host name. @throws Error  io if it has none
std::vector<NetworkAddress> resolve(const std::string& host, int port);

/// A TCP socket. Owns it; move-only. All errors are Error (io). Thread-safety: none.
class Socket {
 public:
  Socket() noexcept = default;
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  /// Listens at a port of all interfaces; 0: any free port.
  static Socket listen(int port);
  /// Connects, trying again while no program listens at any of the addresses.
  static Socket connect(const std::vector<NetworkAddress>& addresses, Deadline deadline);

  explicit operator bool() const noexcept { return handle_ >= 0; }
  /// The next connection, or none before the deadline.
  std::optional<Socket> accept(Deadline deadline) const;
  in_port_t port() const;
  /// The address of the other end, with a port of its own.
  NetworkAddress peer() const;

  void send(std::span<const std::byte> bytes, Deadline deadline) const;
  void receive(std::span<std::byte> bytes, Deadline deadline) const;
  /// Sends and receives at the same time.
  static void exchange(const Socket& to, std::span<const std::byte> sent, const Socket& from,
                       std::span<std::byte> received, Deadline deadline);

 private:
  explicit Socket(int handle) noexcept : handle_(handle) {}
  std::size_t send_some(std::span<const std::byte> bytes) const;
  std::size_t receive_some(std::span<std::byte> bytes) const;

  int handle_ = -1;
};

}  // namespace duet::detail
