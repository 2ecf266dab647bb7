#include "cases/case_writer.hpp"

#include <cctype>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "cases/extent_json.hpp"
#include "cases/hexadecimal.hpp"
#include "cases/program_json.hpp"
#include "support/file.hpp"
#include "support/output_file.hpp"

namespace duet::tool {
namespace {

using Json = nlohmann::ordered_json;

/// Replaces characters that some file systems refuse, such as the colons before features.
std::string file_part(std::string text) {
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '+') c = '_';
  return text;
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Json CaseWriter::write(const StoredCase& stored) {
  const Case& what = stored.what;
  Json json;
  json["name"] = what.name;
  json["about"] = what.about;
  json["program"] = program(what);
  json["kernel"] = what.kernel;
  json["launch"] = {{"grid", to_json(what.shape.grid)},
                    {"block", to_json(what.shape.block)},
                    {"shared_bytes", what.shape.shared_bytes}};
  if (what.wave_size) json["wave_size"] = *what.wave_size;
  json["arguments"] = Json::array();
  for (std::size_t i = 0; i < what.arguments.size(); ++i)
    json["arguments"].push_back(argument(what, i));
  json["tolerance"] = {{"absolute", what.tolerance.absolute},
                       {"relative", what.tolerance.relative}};
  json["code"] = Json::array();
  for (const CaseCode& one : stored.code) json["code"].push_back(code(what.name, one));
  return json;
}

Json CaseWriter::program(const Case& what) {
  const Program& program = what.program;
  const auto text = [&](const std::string& file, const std::string& content_of) {
    return content(file, std::as_bytes(std::span(content_of)));
  };
  Json headers = Json::array();
  for (std::size_t i = 0; i < program.headers.size(); ++i) {
    const Header& header = program.headers[i];
    headers.push_back({{"name", header.name},
                       {"file", text(fmt::format("source/{}.{}.hpp", what.name, i), header.text)}});
  }
  return {{"name", program.name},
          {"source", text("source/" + what.name + ".cu", program.source)},
          {"headers", std::move(headers)},
          {"kernels", program.kernels},
          {"options", to_json(program.options)}};
}

Json CaseWriter::argument(const Case& what, std::size_t index) {
  const CaseArgument& given = what.arguments[index];
  if (const auto* scalar = std::get_if<CaseScalar>(&given)) {
    Json json;
    if (!scalar->text.empty()) json["scalar"] = scalar->text;
    json["bytes"] = hexadecimal(scalar->bytes);
    return json;
  }
  if (const auto* same = std::get_if<CaseSameArray>(&given))
    return {{"same_as", same->argument}, {"offset", same->offset}};
  const auto& memory = std::get<CaseArray>(given);
  const std::string stem = fmt::format("data/{}.{}", what.name, index);
  Json json{{"array", array(stem + ".npy", memory.array)},
            {"type", name_of(memory.type)},
            {"offset", memory.offset}};
  if (memory.expected) json["expected"] = array(stem + ".expected.npy", *memory.expected);
  if (memory.allowed) json["allowed"] = array(stem + ".allowed.npy", *memory.allowed);
  return json;
}

Json CaseWriter::code(const std::string& name, const CaseCode& code) {
  std::string file = code.bytes.file();
  if (file.empty()) {
    file =
        fmt::format("code/{}.{}.{}", name, file_part(code.architecture), extension_of(code.format));
    file = content(file, code.bytes.get());
  }
  Json json;
  json["architecture"] = code.architecture;
  json["format"] = name_of(code.format);
  if (code.wave_size) json["wave_size"] = *code.wave_size;
  json["lowered_name"] = code.lowered_name;
  json["file"] = file;
  return json;
}

std::string CaseWriter::array(const std::string& file, const Stored<NpyArray>& stored) {
  return stored.file().empty() ? content(file, format_npy(stored.get())) : stored.file();
}

std::string CaseWriter::content(const std::string& file, std::span<const std::byte> bytes) {
  const std::string ending = std::filesystem::path(file).extension().string();
  const std::size_t hash = std::hash<std::string_view>()(text_of(bytes));
  const auto [begin, end] = written_.equal_range(hash);
  for (auto at = begin; at != end; ++at)
    if (at->second.ends_with(ending) && read_text(folder_ / at->second) == text_of(bytes))
      return at->second;
  write_bytes(folder_ / file, bytes);
  written_.emplace(hash, file);
  return file;
}

}  // namespace duet::tool
