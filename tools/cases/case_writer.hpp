#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "cases/case.hpp"

namespace duet::tool {

/// Writes the files of cases to a folder. Equal contents are written once, under the name of the
/// first case. Files that are already in the folder stay.
class CaseWriter {
 public:
  explicit CaseWriter(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// @returns the case's entry for the index
  /// @throws std::runtime_error naming a file that cannot be written
  nlohmann::ordered_json write(const StoredCase& stored);

 private:
  using Json = nlohmann::ordered_json;
  Json program(const Case& what);
  Json argument(const Case& what, std::size_t index);
  Json code(const std::string& name, const CaseCode& code);
  std::string array(const std::string& file, const Stored<NpyArray>& stored);
  std::string content(const std::string& file, std::span<const std::byte> bytes);

  std::filesystem::path folder_;
  std::multimap<std::size_t, std::string> written_{};  ///< File names by hash of the content.
};

}  // namespace duet::tool
