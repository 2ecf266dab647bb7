#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cases/case.hpp"
#include "cases/folder.hpp"

namespace duet::tool {

/// A launch that was dumped under $DUET_KEEP_LAUNCHES, as a case without code.
struct DumpedCase {
  Case what{};
  ResultsOrigin origin{};
  std::optional<int> wave_size{};  ///< Wave size of the launch, also if the program uses no waves.
};

/// The names of the dumped launches in a folder, sorted by label and number.
/// @throws UsageError if the folder cannot be read or has none
std::vector<std::string> list_launch_dumps(const std::filesystem::path& folder);

/// Reads a dumped launch. Its arrays are read on demand, so the folder must remain. The case has
/// the wave size of the launch if the program uses waves.
/// @throws UsageError naming the file and the error
DumpedCase read_launch_dump(const std::filesystem::path& folder, const std::string& name);

/// Reads the numbers of launches that were not dumped, by reason.
std::vector<std::pair<std::string, std::size_t>> read_left_out(const std::filesystem::path& folder);

}  // namespace duet::tool
