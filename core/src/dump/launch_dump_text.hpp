#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <duet/shape.hpp>

#include "dumped_memory.hpp"

namespace duet {

/// A kernel's argument in a dump.
struct DumpedPointer {
  std::size_t memory = 0;  ///< index into LaunchDump::memory
  std::size_t offset = 0;  ///< in bytes from its beginning
};
struct DumpedArgument {
  std::string type{};  ///< "f32", "bf16", "i16", …; empty if unknown
  std::variant<std::string, DumpedPointer> value{};  ///< bytes, or a pointer to dumped memory
};

/// A launch in a dump.
struct LaunchDump {
  std::string label{};
  std::string program{};
  std::string kernel{};
  LaunchShape shape{};
  std::optional<int> wave_size{};
  std::string device{};
  std::string architecture{};
  std::optional<std::string> tolerance{};  ///< "ABSOLUTE,RELATIVE"
  std::vector<DumpedArgument> arguments{};
  std::vector<DumpedMemory> memory{};
};

/// The names of the files of memory `index`.
std::string before_file(std::size_t index);
std::string after_file(std::size_t index);

/// Formats launch.json. @throws Error (invalid_argument) for an invalid tolerance
std::string text_of(const LaunchDump& launch, const std::string& fingerprint);

/// Returns the fingerprint in a launch.json; empty if there is none.
std::string fingerprint_in(const std::string& text);

}  // namespace duet
