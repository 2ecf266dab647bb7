#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cases/folder.hpp"

namespace duet::tool {

/// Launches that were left out for one reason.
struct LeftOutLaunches {
  std::size_t count = 0;
  std::string first{};  ///< Its name; empty if it was not kept at all.
};

/// Cases made of launches that were kept, and what was not made one.
struct ImportedLaunches {
  CaseFolder folder{};
  std::size_t launches = 0;                           ///< That were kept.
  std::map<std::string, LeftOutLaunches> left_out{};  ///< By reason.
};

/// Makes cases of kept launches. The same launches of several folders become one case; if the
/// folders differ in the size of waves, so does what uses these.
/// @param folders  as $DUET_KEEP_LAUNCHES has written them
/// @param again    the same launches once more, a folder for each or none: what has other results
///                 there is left out
/// @throws UsageError naming a folder or file and what is wrong with it
ImportedLaunches import_launches(const std::vector<std::filesystem::path>& folders,
                                 const std::vector<std::filesystem::path>& again);

}  // namespace duet::tool
