#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <duet/compile.hpp>

namespace duet::cache {

/// A program's name and code with the key material they belong to.
struct Entry {
  std::string key{};
  std::string name{};  ///< of the program
  Code code{};
};

std::string serialised(std::string_view key, std::string_view name, const Code& code);

/// @throws LoadError that describes the damage
Entry parse_entry(std::span<const std::byte> bytes);

/// Serializes a body in the frame of an entry: magic number, checksum and key.
std::string framed(std::string_view key, std::string_view body);
/// @returns the body. @throws LoadError if the bytes are damaged or belong to another key
std::span<const std::byte> unframed(std::span<const std::byte> bytes, std::string_view key);

}  // namespace duet::cache
