#include "cases/folder.hpp"

#include <span>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cases/case_reader.hpp"
#include "cases/case_writer.hpp"
#include "support/file.hpp"
#include "support/output_file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* index_name = "index.json";
constexpr const char* format_name = "duet cases";
constexpr int format_version = 2;

}  // namespace

bool has_cases(const fs::path& folder) { return fs::exists(folder / index_name); }

CaseFolder read_cases(const fs::path& folder) {
  const fs::path path = folder / index_name;
  const std::string text = read_text(path);
  try {
    const Json index = Json::parse(text);
    if (index.at("format") != format_name || index.at("version") != format_version)
      throw std::runtime_error(
          fmt::format("it does not have the format '{}', version {}", format_name, format_version));
    CaseFolder folder_of_cases;
    const Json& origin = index.at("results_from");
    origin.at("backend").get_to(folder_of_cases.origin.backend);
    origin.at("device").get_to(folder_of_cases.origin.device);
    origin.at("architecture").get_to(folder_of_cases.origin.architecture);
    folder_of_cases.is_gallery = index.at("cases_from") == "gallery";
    const CaseReader reader(folder);
    for (const Json& json : index.at("cases")) folder_of_cases.cases.push_back(reader.read(json));
    return folder_of_cases;
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("'{}' cannot be used: {}", path.string(), error.what()));
  }
}

nlohmann::ordered_json to_json(const ResultsOrigin& origin) {
  return {{"backend", origin.backend},
          {"device", origin.device},
          {"architecture", origin.architecture}};
}

void write_cases(const fs::path& folder, const CaseFolder& cases) {
  for (const char* part : {"source", "data", "code"}) {
    std::error_code error;
    fs::create_directories(folder / part, error);
    if (!fs::is_directory(folder / part))
      throw std::runtime_error("'" + (folder / part).string() + "' cannot be created as a folder");
  }
  Json index;
  index["format"] = format_name;
  index["version"] = format_version;
  index["results_from"] = to_json(cases.origin);
  index["cases_from"] = cases.is_gallery ? "gallery" : "launches";
  CaseWriter writer(folder);
  index["cases"] = Json::array();
  for (const StoredCase& stored : cases.cases) index["cases"].push_back(writer.write(stored));
  const std::string text = index.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  write_bytes(folder / index_name, std::as_bytes(std::span(text)));
}

}  // namespace duet::tool
