#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <duet/kernel.hpp>

#include "base/record.hpp"

namespace duet {

/// What is known of code without asking a driver.
struct CodeContents {
  std::string architecture{};                          ///< what it was built for; may be empty
  std::map<std::string, std::string> lowered_names{};  ///< name expression → name in the code
  std::vector<KernelInfo> kernels{};                   ///< empty if the code does not tell
  std::vector<std::string> variables{};  ///< names in the code; empty if it does not tell
};

/// Adds what the code itself says.
/// @param image  as `vendor::loadable` gives it
/// @throws LoadError if it is damaged
void add_contents(CodeContents& contents, std::span<const std::byte> image);

void write(Serializer& record, const CodeContents& contents);
/// @throws LoadError if the record is damaged
CodeContents read_contents(Deserializer& record);

}  // namespace duet
