#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <duet/kernel.hpp>

#include "base/record.hpp"

namespace duet {

/// The contents of code, as far as they are known without a driver.
struct CodeContents {
  std::string architecture{};                          ///< its target; may be empty
  std::map<std::string, std::string> lowered_names{};  ///< name expression → name in the code
  std::vector<KernelInfo> kernels{};                   ///< empty if the format does not list them
  std::vector<std::string> variables{};                ///< names in the code; empty if not listed
  std::string compile_log{};                           ///< the compiler's warnings
};

/// Adds the contents that the code itself lists.
/// @param image  a result of `vendor::loadable`
/// @throws LoadError if it is damaged
void add_contents(CodeContents& contents, std::span<const std::byte> image);

void write(Serializer& record, const CodeContents& contents);
/// @throws LoadError if the record is damaged
CodeContents read_contents(Deserializer& record);

}  // namespace duet
