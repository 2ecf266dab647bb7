#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cases/case.hpp"

namespace duet::tool {

/// The device that computed the expected results.
struct ResultsOrigin {
  std::string backend{};
  std::string device{};
  std::string architecture{};
};

nlohmann::ordered_json to_json(const ResultsOrigin& origin);

/// The cases of a folder that `duet export-cases` writes. Other programs read its index.json, which
/// names all other files, relative to the folder. docs/cases.md describes the format.
struct CaseFolder {
  ResultsOrigin origin{};
  bool is_gallery = true;  ///< False: the cases are dumped launches.
  std::vector<StoredCase> cases{};
};

bool has_cases(const std::filesystem::path& folder);

/// @throws UsageError naming the file and the error
CaseFolder read_cases(const std::filesystem::path& folder);

/// Creates the folder if needed. Replaces existing files, the index last.
/// @throws std::runtime_error naming a file that cannot be written
void write_cases(const std::filesystem::path& folder, const CaseFolder& cases);

}  // namespace duet::tool
