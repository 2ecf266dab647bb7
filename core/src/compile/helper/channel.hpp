#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace duet::helper {

/// Sends a message over a socket. @returns false if the other side has closed it
bool send(int socket, std::string_view message) noexcept;

/// Blocks until a message arrives. @returns nothing if the other side has closed the socket
std::optional<std::vector<std::byte>> receive(int socket);

}  // namespace duet::helper
