#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <string>

#include <duet/compile.hpp>

#include "compile/compiler.hpp"

// What a process and its compile helpers say to each other. Both are of the same build of duet,
// which the greeting makes sure of.

namespace duet::helper {

/// The first message of a helper. Two builds that may understand each other wrongly differ in it.
std::string greeting();

struct Request {
  Program program{};
  vendor::Target target{};
};
std::string serialised(const Request& request);
/// @throws LoadError if the bytes are no request
Request parse_request(std::span<const std::byte> bytes);

/// The reply to a request that succeeded, and to one that failed.
std::string serialised(const Code& code);
std::string serialised(const std::exception& failure);
/// @returns the code. @throws what the helper's compiler threw; LoadError if the bytes are no reply
Code parse_reply(std::span<const std::byte> bytes);

}  // namespace duet::helper
