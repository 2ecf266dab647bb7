#include "channel.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace duet::helper {

namespace {

bool send_all(int socket, const char* data, std::size_t bytes) noexcept {
  while (bytes != 0) {
    const ssize_t count = ::send(socket, data, bytes, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    data += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return true;
}

bool receive_all(int socket, void* data, std::size_t bytes) noexcept {
  auto* next = static_cast<char*>(data);
  while (bytes != 0) {
    const ssize_t count = recv(socket, next, bytes, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    next += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

bool send(int socket, std::string_view message) noexcept {
  const std::uint64_t bytes = message.size();
  return send_all(socket, reinterpret_cast<const char*>(&bytes), sizeof(bytes)) &&
         send_all(socket, message.data(), message.size());
}

std::optional<std::vector<std::byte>> receive(int socket) {
  std::uint64_t bytes = 0;
  if (!receive_all(socket, &bytes, sizeof(bytes))) return std::nullopt;
  std::vector<std::byte> message(bytes);
  if (!receive_all(socket, message.data(), message.size())) return std::nullopt;
  return message;
}

}  // namespace duet::helper
