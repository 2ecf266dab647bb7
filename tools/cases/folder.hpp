#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cases/case.hpp"

namespace duet::tool {

/// Where expected results were computed.
struct ResultsOrigin {
  std::string backend{};
  std::string device{};
  std::string architecture{};
};

/// The cases of a folder that `duet export-cases` writes. Its index.json is all that others need to
/// read: everything else is in files that it names, relative to the folder.
struct CaseFolder {
  ResultsOrigin origin{};
  bool is_gallery = true;  ///< Or the cases are launches that were kept.
  std::vector<StoredCase> cases{};
};

bool has_cases(const std::filesystem::path& folder);

/// @throws UsageError naming the file and what is wrong with it
CaseFolder read_cases(const std::filesystem::path& folder);

/// Makes the folder if it is not there; files that are there are replaced, the index last.
/// @throws std::runtime_error naming a file that cannot be written
void write_cases(const std::filesystem::path& folder, const CaseFolder& cases);

}  // namespace duet::tool
