#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "cases/case.hpp"

namespace duet::tool {

/// Reads the entries of an index. Arrays and code are read on demand; only their existence is
/// checked.
class CaseReader {
 public:
  explicit CaseReader(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// @throws std::exception describing the error in the entry or in a file that it names
  StoredCase read(const nlohmann::ordered_json& json) const;

 private:
  using Json = nlohmann::ordered_json;
  std::string file(const Json& json) const;
  Program program(const Json& json) const;
  CaseArgument argument(const Json& json, std::size_t index) const;
  CaseCode code(const Json& json) const;
  Stored<NpyArray> array(const Json& json, ElementType type) const;

  std::filesystem::path folder_;
};

}  // namespace duet::tool
