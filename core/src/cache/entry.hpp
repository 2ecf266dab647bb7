#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <duet/compile.hpp>

namespace duet::cache {

/// A program's name and code as a file keeps it, with all that its key was made of.
struct Entry {
  std::string key{};
  std::string name{};  ///< of the program
  Code code{};
};

std::string serialised(std::string_view key, std::string_view name, const Code& code);

/// @throws LoadError that says what is wrong with the bytes
Entry parse_entry(std::span<const std::byte> bytes);

/// The same frame for a file with other content.
std::string framed(std::string_view key, std::string_view body);
/// @returns the body. @throws LoadError if the bytes are damaged or kept under another key
std::span<const std::byte> unframed(std::span<const std::byte> bytes, std::string_view key);

}  // namespace duet::cache
