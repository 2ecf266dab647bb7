#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <duet/shape.hpp>

#include "dumped_memory.hpp"

namespace duet {

/// A kernel's argument as it is kept.
struct DumpedPointer {
  std::size_t memory = 0;  ///< index among the launch's
  std::size_t offset = 0;  ///< bytes from where that begins
};
struct DumpedArgument {
  std::string type{};  ///< "f32", "bf16", "i16", …; empty if unknown
  std::variant<std::string, DumpedPointer> value{};  ///< the bytes of anything but a pointer
};

/// A launch as it is kept.
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

/// The files of the memory with that index.
std::string before_file(std::size_t index);
std::string after_file(std::size_t index);

/// The content of launch.json. @throws Error (invalid_argument) for a tolerance that is none
std::string text_of(const LaunchDump& launch, const std::string& fingerprint);

/// The fingerprint in such a text; empty if it has none.
std::string fingerprint_in(const std::string& text);

}  // namespace duet
