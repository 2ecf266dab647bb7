#include "cases/case_reader.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "cases/extent_json.hpp"
#include "cases/hexadecimal.hpp"
#include "cases/program_json.hpp"
#include "support/file.hpp"

namespace duet::tool {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

CodeFormat parse_format(const std::string& name) {
  for (const CodeFormat format :
       {CodeFormat::cubin, CodeFormat::ptx, CodeFormat::code_object, CodeFormat::shared_object})
    if (name == name_of(format)) return format;
  throw std::runtime_error("'" + name + "' is not a code format");
}

}  // namespace

StoredCase CaseReader::read(const Json& json) const {
  StoredCase stored;
  Case& what = stored.what;
  json.at("name").get_to(what.name);
  json.at("about").get_to(what.about);
  what.program = program(json.at("program"));
  json.at("kernel").get_to(what.kernel);
  const Json& launch = json.at("launch");
  what.shape = {.grid = extent_from(launch.at("grid")),
                .block = extent_from(launch.at("block")),
                .shared_bytes = launch.at("shared_bytes").get<std::size_t>()};
  if (json.contains("wave_size")) what.wave_size = json["wave_size"].get<int>();
  for (const Json& one : json.at("arguments"))
    what.arguments.push_back(argument(one, what.arguments.size()));
  for (const CaseArgument& one : what.arguments) {
    const auto* same = std::get_if<CaseSameArray>(&one);
    if (same != nullptr && !std::holds_alternative<CaseArray>(what.arguments.at(same->argument)))
      throw std::runtime_error("\"same_as\" refers to an argument that is not an array");
  }
  json.at("tolerance").at("absolute").get_to(what.tolerance.absolute);
  json.at("tolerance").at("relative").get_to(what.tolerance.relative);
  for (const Json& one : json.at("code")) stored.code.push_back(code(one));
  return stored;
}

/// A file that the index names. Paths that leave the folder are refused: the index is not trusted.
std::string CaseReader::file(const Json& json) const {
  const fs::path relative = json.get<std::string>();
  const bool climbs = std::find(relative.begin(), relative.end(), "..") != relative.end();
  if (relative.empty() || relative.is_absolute() || climbs)
    throw std::runtime_error("'" + relative.string() + "' is not a file inside the folder");
  (void)regular_file_size(folder_ / relative);
  return relative.string();
}

Program CaseReader::program(const Json& json) const {
  Program program;
  json.at("name").get_to(program.name);
  program.source = read_text(folder_ / file(json.at("source")));
  json.at("kernels").get_to(program.kernels);
  for (const Json& header : json.at("headers"))
    program.headers.push_back(
        {header.at("name").get<std::string>(), read_text(folder_ / file(header.at("file")))});
  program.options = options_from(json.at("options"));
  return program;
}

CaseArgument CaseReader::argument(const Json& json, std::size_t index) const {
  if (json.contains("bytes")) {
    CaseScalar scalar{.bytes = parse_hexadecimal(json["bytes"].get<std::string>()), .text = {}};
    if (!json.contains("scalar")) return scalar;
    CaseScalar named = case_scalar(json["scalar"].get<std::string>());
    if (named.bytes != scalar.bytes)
      throw std::runtime_error("'" + named.text + "' does not have the bytes in \"bytes\"");
    return named;
  }
  if (json.contains("same_as")) {
    const CaseSameArray same{json["same_as"].get<std::size_t>(),
                             json.at("offset").get<std::size_t>()};
    if (same.argument >= index)
      throw std::runtime_error("\"same_as\" does not refer to an earlier argument");
    return same;
  }
  const ElementType type = parse_element_type(json.at("type").get<std::string>());
  CaseArray memory{.array = array(json.at("array"), type),
                   .type = type,
                   .offset = json.at("offset").get<std::size_t>(),
                   .expected = {},
                   .allowed = {}};
  if (json.contains("expected")) memory.expected = array(json["expected"], type);
  if (json.contains("allowed")) {
    const std::string name = file(json["allowed"]);
    memory.allowed = Stored<NpyArray>(name, [path = folder_ / name] { return read_npy(path); });
  }
  return memory;
}

Stored<NpyArray> CaseReader::array(const Json& json, ElementType type) const {
  const std::string name = file(json);
  return {
      name, [path = folder_ / name, type] {
        NpyArray array = read_npy(path);
        if (type == ElementType::bf16 && array.type == ElementType::u16) array.type = type;
        if (array.type != type)
          throw std::runtime_error(fmt::format("'{}' is of type {} instead of {}", path.string(),
                                               name_of(array.type), name_of(type)));
        return array;
      }};
}

CaseCode CaseReader::code(const Json& json) const {
  const std::string name = file(json.at("file"));
  CaseCode code{.architecture = json.at("architecture").get<std::string>(),
                .format = parse_format(json.at("format").get<std::string>()),
                .wave_size = {},
                .lowered_name = json.at("lowered_name").get<std::string>(),
                .bytes = {name, [path = folder_ / name] { return read_bytes(path); }}};
  if (json.contains("wave_size")) code.wave_size = json["wave_size"].get<int>();
  return code;
}

}  // namespace duet::tool
