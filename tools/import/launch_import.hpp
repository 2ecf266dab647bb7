#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cases/folder.hpp"

namespace duet::tool {

/// Launches that were skipped for one reason.
struct LeftOutLaunches {
  std::size_t count = 0;
  std::string first{};  ///< Name of the first; empty if it was not dumped.
};

/// Cases made from dumped launches, and the skipped launches.
struct ImportedLaunches {
  CaseFolder folder{};
  std::size_t launches = 0;                           ///< Number of dumped launches.
  std::map<std::string, LeftOutLaunches> left_out{};  ///< By reason.
};

/// Makes cases from dumped launches. Equal launches of several folders become one case. If their
/// results differ because of the wave size, they become one case for each wave size.
/// @param folders  written under $DUET_KEEP_LAUNCHES
/// @param again    dumps of a second run, one for each folder, or none; launches with other results
///                 there are skipped
/// @throws UsageError naming a folder or file and the error
ImportedLaunches import_launches(const std::vector<std::filesystem::path>& folders,
                                 const std::vector<std::filesystem::path>& again);

}  // namespace duet::tool
