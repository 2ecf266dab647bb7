#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace duet::helper {

/// Sends a message over a socket. @returns whether the other side is there
bool send(int socket, std::string_view message) noexcept;

/// Waits for a message. @returns nothing if the other side has ended
std::optional<std::vector<std::byte>> receive(int socket);

}  // namespace duet::helper
