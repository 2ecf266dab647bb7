#include "launch_dump.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "allowed_array.hpp"
#include "cases/extent_json.hpp"
#include "cases/hexadecimal.hpp"
#include "program_dump.hpp"
#include "support/file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

Stored<NpyArray> raw_array(const fs::path& path, ElementType type) {
  return {{}, [path, type] {
            std::vector<std::byte> bytes = read_bytes(path);
            const std::size_t count = bytes.size() / size_of(type);
            if (count * size_of(type) != bytes.size())
              throw UsageError(
                  fmt::format("'{}' does not hold elements of {}", path.string(), name_of(type)));
            return NpyArray{type, {count}, false, std::move(bytes)};
          }};
}

/// Reads the dump of one launch.
class Reader {
 public:
  explicit Reader(const fs::path& folder)
      : folder_(folder), json_(Json::parse(read_text(folder / "launch.json"))) {}

  DumpedCase read() {
    if (json_.at("format") != "duet launch" || json_.at("version") != 1)
      throw std::runtime_error("it does not have the format 'duet launch', version 1");
    DumpedCase dumped;
    Case& what = dumped.what;
    what.name = folder_.filename().string();
    json_.at("kernel").get_to(what.kernel);
    what.about = fmt::format("the kernel {}, launched by {}", what.kernel,
                             json_.at("label").get<std::string>());
    what.program = read_dumped_program(folder_, json_.at("program").get<std::string>());
    what.shape = {.grid = extent_from(json_.at("grid")),
                  .block = extent_from(json_.at("block")),
                  .shared_bytes = json_.at("shared_bytes").get<std::size_t>()};
    if (json_.contains("wave_size")) dumped.wave_size = json_["wave_size"].get<int>();
    if (uses_waves(what.program)) what.wave_size = dumped.wave_size;
    if (json_.contains("tolerance")) {
      json_["tolerance"].at("absolute").get_to(what.tolerance.absolute);
      json_["tolerance"].at("relative").get_to(what.tolerance.relative);
    }
    for (const Json& one : json_.at("arguments"))
      what.arguments.push_back(argument(one, what.arguments.size()));
    dumped.origin = {json_.at("backend").get<std::string>(), json_.at("device").get<std::string>(),
                     json_.at("architecture").get<std::string>()};
    return dumped;
  }

 private:
  CaseArgument argument(const Json& json, std::size_t index) {
    if (json.contains("bytes"))
      return CaseScalar{.bytes = parse_hexadecimal(json["bytes"].get<std::string>()), .text = {}};
    const auto memory = json.at("memory").get<std::size_t>();
    const auto offset = json.at("offset").get<std::size_t>();
    const auto [place, is_new] = first_use_.emplace(memory, index);
    if (!is_new) return CaseSameArray{place->second, offset};
    return array(json_.at("memory").at(memory), offset, type_of(memory, index), index);
  }

  /// The element type of a memory: that of all arguments that point into it; u8 if they disagree.
  ElementType type_of(std::size_t memory, std::size_t index) const {
    const fs::path given = annotation(index, "type");
    if (fs::exists(given)) return parse_element_type(read_text(given));
    std::optional<std::string> name;
    for (const Json& json : json_.at("arguments")) {
      if (!json.contains("memory") || json["memory"] != memory) continue;
      const std::string own = json.value("type", "");
      if (name.value_or(own) != own) return ElementType::u8;
      name = own;
    }
    const auto type = name->empty() ? ElementType::u8 : parse_element_type(*name);
    const auto bytes = json_["memory"].at(memory).at("bytes").get<std::size_t>();
    return bytes % size_of(type) == 0 ? type : ElementType::u8;
  }

  CaseArray array(const Json& memory, std::size_t offset, ElementType type,
                  std::size_t index) const {
    CaseArray result{.array = raw_array(folder_ / memory.at("before").get<std::string>(), type),
                     .type = type,
                     .offset = offset,
                     .expected = {},
                     .allowed = {}};
    const fs::path expected = annotation(index, "expected");
    if (fs::exists(expected))
      result.expected = raw_array(expected, type);
    else if (memory.contains("after"))
      result.expected = raw_array(folder_ / memory["after"].get<std::string>(), type);
    const fs::path allowed = annotation(index, "allowed");
    if (fs::exists(allowed))
      result.allowed = Stored<NpyArray>({}, [allowed, type] {
        return allowed_array(raw_array(allowed, ElementType::f64).get(), type);
      });
    return result;
  }

  /// A file that a test adds about an argument: its type, expected content or allowed errors.
  fs::path annotation(std::size_t index, const char* what) const {
    return folder_ / fmt::format("argument.{}.{}", index, what);
  }

  fs::path folder_;
  Json json_;
  std::map<std::size_t, std::size_t> first_use_{};  ///< Memory → argument.
};

/// Splits "name.12" into "name" and 12.
std::pair<std::string, unsigned long> label_and_number(const std::string& name) {
  const std::size_t point = name.rfind('.');
  unsigned long number = 0;
  if (point != std::string::npos)
    (void)std::from_chars(name.data() + point + 1, name.data() + name.size(), number);
  return {name.substr(0, point), number};
}

}  // namespace

std::vector<std::string> list_launch_dumps(const fs::path& folder) {
  if (!fs::is_directory(folder)) throw UsageError("'" + folder.string() + "' is not a folder");
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (fs::exists(entry.path() / "launch.json")) names.push_back(entry.path().filename().string());
  std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
  if (names.empty()) throw UsageError("'" + folder.string() + "' has no dumped launches");
  std::ranges::sort(names, {}, label_and_number);
  return names;
}

DumpedCase read_launch_dump(const fs::path& folder, const std::string& name) {
  try {
    return Reader(folder / name).read();
  } catch (const std::exception& error) {
    throw UsageError(
        fmt::format("'{}' cannot be used: {}", (folder / name).string(), error.what()));
  }
}

std::vector<std::pair<std::string, std::size_t>> read_left_out(const fs::path& folder) {
  const fs::path path = folder / "left_out.txt";
  std::map<std::string, std::size_t> reasons;
  std::istringstream lines(fs::exists(path) ? read_text(path) : "");
  for (std::string line; std::getline(lines, line);) ++reasons[line.substr(line.rfind('\t') + 1)];
  return {reasons.begin(), reasons.end()};
}

}  // namespace duet::tool
