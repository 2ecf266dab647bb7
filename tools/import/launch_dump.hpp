#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cases/case.hpp"
#include "cases/folder.hpp"

namespace duet::tool {

/// A launch that $DUET_KEEP_LAUNCHES has kept, as a case without code.
struct DumpedCase {
  Case what{};
  ResultsOrigin origin{};
  std::optional<int> wave_size{};  ///< That it ran with, whether or not that matters.
};

/// The names of the launches in a folder, sorted by label and number.
/// @throws UsageError if it cannot be read or has none
std::vector<std::string> list_launch_dumps(const std::filesystem::path& folder);

/// Reads one; its arrays are read when they are needed, so the folder has to stay. Its wave size is
/// that of the case if the program uses waves.
/// @throws UsageError naming the file and what is wrong with it
DumpedCase read_launch_dump(const std::filesystem::path& folder, const std::string& name);

/// How many launches were left out, by reason.
std::vector<std::pair<std::string, std::size_t>> read_left_out(const std::filesystem::path& folder);

}  // namespace duet::tool
