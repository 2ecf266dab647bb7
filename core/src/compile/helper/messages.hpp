#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <string>

#include <duet/compile.hpp>

#include "driver/driver.hpp"

// The messages between a process and its compile helpers. Both must be of the same build of duet,
// which the greeting verifies.

namespace duet::helper {

/// The first message of a helper. It differs between builds with different message formats.
std::string greeting();

struct Request {
  Program program{};
  vendor::Target target{};
};
std::string serialised(const Request& request);
/// @throws LoadError if the bytes are not a request
Request parse_request(std::span<const std::byte> bytes);

/// The replies to a successful and to a failed request.
std::string serialised(const Code& code);
std::string serialised(const std::exception& failure);
/// @returns the code. @throws the helper's exception; LoadError if the bytes are not a reply
Code parse_reply(std::span<const std::byte> bytes);

}  // namespace duet::helper
