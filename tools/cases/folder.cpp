#include "cases/folder.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "argument_spec.hpp"
#include "support/file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* index_name = "index.json";
constexpr const char* format_name = "duet cases";
constexpr int format_version = 1;

// ---------------------------------------------------------------- writing

/// Features of architectures are written with colons, which not every file system takes.
std::string file_part(std::string text) {
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '+') c = '_';
  return text;
}

Json extent_json(const Dim3& extent) { return Json::array({extent.x, extent.y, extent.z}); }

class Writer {
 public:
  explicit Writer(fs::path folder) : folder_(std::move(folder)) {}

  Json write(const StoredCase& stored) const {
    const Case& what = stored.what;
    Json json;
    json["name"] = what.name;
    json["about"] = what.about;
    json["source"] = write_text("source/" + what.name + ".cu", what.source);
    json["kernel"] = what.kernel;
    json["launch"] = {{"grid", extent_json(what.shape.grid)},
                      {"block", extent_json(what.shape.block)},
                      {"shared_bytes", what.shape.shared_bytes}};
    json["arguments"] = Json::array();
    for (std::size_t i = 0; i < what.arguments.size(); ++i)
      json["arguments"].push_back(argument(stored, i));
    json["tolerance"] = {{"absolute", what.tolerance.absolute},
                         {"relative", what.tolerance.relative}};
    json["code"] = Json::array();
    for (const CaseCode& code : stored.code) json["code"].push_back(write(what.name, code));
    return json;
  }

 private:
  Json write(const std::string& name, const CaseCode& code) const {
    const std::string file =
        fmt::format("code/{}.{}.{}", name, file_part(code.architecture), extension_of(code.format));
    write_bytes(folder_ / file, code.bytes);
    Json json;
    json["architecture"] = code.architecture;
    json["format"] = name_of(code.format);
    if (code.wave_size) json["wave_size"] = *code.wave_size;
    json["lowered_name"] = code.lowered_name;
    json["file"] = file;
    return json;
  }

  Json argument(const StoredCase& stored, std::size_t index) const {
    const CaseArgument& given = stored.what.arguments[index];
    if (const auto* scalar = std::get_if<std::string>(&given)) return {{"scalar", *scalar}};
    const std::string stem = fmt::format("data/{}.{}", stored.what.name, index);
    const auto& array = std::get<NpyArray>(given);
    const NpyArray& expected = stored.expected.at(index).value();
    Json json{{"array", write_array(stem + ".npy", array)}};
    // Without one the array has to stay as it was.
    if (expected.bytes != array.bytes)
      json["expected"] = write_array(stem + ".expected.npy", expected);
    return json;
  }

  std::string write_text(const std::string& file, const std::string& text) const {
    write_bytes(folder_ / file, std::as_bytes(std::span(text)));
    return file;
  }
  std::string write_array(const std::string& file, const NpyArray& array) const {
    write_npy(folder_ / file, array);
    return file;
  }

  fs::path folder_;
};

// ---------------------------------------------------------------- reading

CodeFormat parse_format(const std::string& name) {
  for (const CodeFormat format :
       {CodeFormat::cubin, CodeFormat::ptx, CodeFormat::code_object, CodeFormat::shared_object})
    if (name == name_of(format)) return format;
  throw std::runtime_error("'" + name + "' is no format of code");
}

Dim3 read_extent(const Json& json) {
  const auto extents = json.get<std::array<unsigned, 3>>();
  return {extents[0], extents[1], extents[2]};
}

class Reader {
 public:
  explicit Reader(fs::path folder) : folder_(std::move(folder)) {}

  StoredCase read(const Json& json) const {
    StoredCase stored;
    Case& what = stored.what;
    json.at("name").get_to(what.name);
    json.at("about").get_to(what.about);
    json.at("kernel").get_to(what.kernel);
    what.source = read_text(file(json.at("source")));
    const Json& launch = json.at("launch");
    what.shape = {.grid = read_extent(launch.at("grid")),
                  .block = read_extent(launch.at("block")),
                  .shared_bytes = launch.at("shared_bytes").get<std::size_t>()};
    for (const Json& argument : json.at("arguments")) add_argument(stored, argument);
    json.at("tolerance").at("absolute").get_to(what.tolerance.absolute);
    json.at("tolerance").at("relative").get_to(what.tolerance.relative);
    for (const Json& code : json.at("code")) stored.code.push_back(read_code(code));
    return stored;
  }

 private:
  /// A file that the index names. None outside the folder, whoever wrote the index.
  fs::path file(const Json& json) const {
    const fs::path relative = json.get<std::string>();
    const bool climbs = std::find(relative.begin(), relative.end(), "..") != relative.end();
    if (relative.empty() || relative.is_absolute() || climbs)
      throw std::runtime_error("'" + relative.string() + "' is no file of the folder");
    return folder_ / relative;
  }

  void add_argument(StoredCase& stored, const Json& json) const {
    if (json.contains("scalar")) {
      auto scalar = json.at("scalar").get<std::string>();
      if (!std::holds_alternative<ScalarArgument>(parse_argument(scalar)))
        throw std::runtime_error("'" + scalar + "' is no scalar");
      stored.what.arguments.emplace_back(std::move(scalar));
      stored.expected.emplace_back();
      return;
    }
    NpyArray array = read_npy(file(json.at("array")));
    NpyArray expected = json.contains("expected") ? read_npy(file(json["expected"])) : array;
    if (expected.type != array.type || expected.shape != array.shape)
      throw std::runtime_error("'" + json["expected"].get<std::string>() +
                               "' is of another type or shape than what it is expected of");
    stored.what.arguments.emplace_back(std::move(array));
    stored.expected.emplace_back(std::move(expected));
  }

  CaseCode read_code(const Json& json) const {
    CaseCode code;
    json.at("architecture").get_to(code.architecture);
    code.format = parse_format(json.at("format").get<std::string>());
    if (json.contains("wave_size")) code.wave_size = json["wave_size"].get<int>();
    json.at("lowered_name").get_to(code.lowered_name);
    const std::string text = read_text(file(json.at("file")));
    const auto bytes = std::as_bytes(std::span(text));
    code.bytes.assign(bytes.begin(), bytes.end());
    return code;
  }

  fs::path folder_;
};

}  // namespace

bool has_cases(const fs::path& folder) { return fs::exists(folder / index_name); }

CaseFolder read_cases(const fs::path& folder) {
  const fs::path path = folder / index_name;
  const std::string text = read_text(path);
  try {
    const Json index = Json::parse(text);
    if (index.at("format") != format_name || index.at("version") != format_version)
      throw std::runtime_error(
          fmt::format("it is not of the format '{}', version {}", format_name, format_version));
    CaseFolder folder_of_cases;
    const Json& origin = index.at("results_from");
    origin.at("backend").get_to(folder_of_cases.origin.backend);
    origin.at("device").get_to(folder_of_cases.origin.device);
    origin.at("architecture").get_to(folder_of_cases.origin.architecture);
    const Reader reader(folder);
    for (const Json& json : index.at("cases")) folder_of_cases.cases.push_back(reader.read(json));
    return folder_of_cases;
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("'{}' cannot be used: {}", path.string(), error.what()));
  }
}

void write_cases(const fs::path& folder, const CaseFolder& cases) {
  for (const char* part : {"source", "data", "code"}) {
    std::error_code error;
    fs::create_directories(folder / part, error);
    if (!fs::is_directory(folder / part))
      throw std::runtime_error("'" + (folder / part).string() + "' cannot be made a folder");
  }
  Json index;
  index["format"] = format_name;
  index["version"] = format_version;
  index["results_from"] = {{"backend", cases.origin.backend},
                           {"device", cases.origin.device},
                           {"architecture", cases.origin.architecture}};
  const Writer writer(folder);
  index["cases"] = Json::array();
  for (const StoredCase& stored : cases.cases) index["cases"].push_back(writer.write(stored));
  const std::string text = index.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  write_bytes(folder / index_name, std::as_bytes(std::span(text)));
}

}  // namespace duet::tool
