#include "own_name.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <vector>

#include <fmt/format.h>

#include "program/embedded.hpp"
#include "program/lean/known_parts.hpp"
#include "source/similar_name.hpp"

namespace duet {

namespace {

constexpr std::string_view folder = "duet/device/";

/// The header that programs include for one of duet's: "duet/device/math.hpp" for what is in
/// duet/device/math/. Empty if it is for duet alone.
std::string public_header(std::string_view name, const EmbeddedFiles& files) {
  const std::string_view inner = name.substr(folder.size());
  if (inner.starts_with("detail/") || inner.starts_with("vendor/")) return {};
  const std::size_t slash = inner.find('/');
  if (slash != std::string_view::npos) {
    std::string whole = fmt::format("{}{}.hpp", folder, inner.substr(0, slash));
    if (files.contains(whole)) return whole;
  }
  return std::string(name);
}

/// For each name that kernels can use, the header that declares it most often.
std::map<std::string_view, std::string> public_names() {
  EmbeddedFiles files;
  for (const embedded::File& file : embedded::device_headers()) files.emplace(file.name, &file);
  std::map<std::string_view, std::map<std::string, int>> counts;
  for (const auto& [path, file] : files) {
    const std::string header = public_header(path, files);
    if (header.empty()) continue;
    for (const HeaderPart& part : parts_of(*file, files).parts) {
      if (part.owner != HeaderPart::none || !part.arguments.empty()) continue;
      for (const std::string_view name : part.names) ++counts[name][header];
    }
  }
  std::map<std::string_view, std::string> names;
  for (const auto& [name, headers] : counts) {
    names.emplace(name, std::ranges::max_element(headers, {}, [](const auto& each) {
                          return each.second;
                        })->first);
  }
  return names;
}

/// The word for which a compiler has no declaration in namespace duet, or "duet" if it does not
/// know that; empty if its log reports neither. Repetitions are bounded: long ones, of generated
/// lines, overflow the stack.
std::string unknown_word(std::string_view log) {
  // Messages of clang, NVRTC and gcc, for members, for classes that are only declared, and for the
  // namespace itself.
  static const std::regex message(
      R"re(named '(\w+)' in namespace 'duet(?:::\w+)*')re"
      R"re(|namespace "duet(?:::\w+)*" has no member (?:class )?"(\w+)")re"
      R"re(|'(\w+)' is not a member of 'duet(?:::\w+)*')re"
      R"re(|undefined template 'duet::(\w+))re"
      R"re(|incomplete type "duet::(\w+))re"
      R"re(|'duet::(\w+)[^'\n]{0,200}' has incomplete type)re"
      R"re(|undeclared identifier '(duet)')re"
      R"re(|'(duet)' has not been declared)re"
      R"re(|'duet::(\w+)' has not been declared)re"
      R"re(|name followed by "(::)" must be a class or namespace name)re");
  std::match_results<std::string_view::const_iterator> found;
  if (!std::regex_search(log.begin(), log.end(), found, message)) return {};
  std::string word;
  for (std::size_t i = 1; i < found.size(); ++i) word += found[i].str();
  if (word != "::") return word;
  // NVRTC's message does not name the namespace, but the next line does.
  const std::size_t line = log.find('\n', static_cast<std::size_t>(found.position()));
  if (line == std::string_view::npos) return {};
  const std::string_view quoted = log.substr(line + 1, log.find('\n', line + 1) - line - 1);
  return quoted.find("duet::") == std::string_view::npos ? "" : "duet";
}

/// Names that begin with duet:: where a compiler reports that it does not know one, the last
/// component first.
std::vector<std::string> unknown_names(std::string_view log, std::string_view source) {
  const std::string word = unknown_word(log);
  if (word.empty()) return {};
  const std::regex qualified(word == "duet" ? R"re(\bduet((?:\s*::\s*\w+)+))re"
                                            : R"re(\bduet((?:\s*::\s*\w+)*?\s*::\s*)re" + word +
                                                  R"re(\b(?:\s*::\s*\w+)*))re");
  std::vector<std::string> names;
  std::match_results<std::string_view::const_iterator> use;
  // The log has lines of headers, too; but g++ quotes none.
  if (std::regex_search(source.begin(), source.end(), use, qualified) ||
      std::regex_search(log.begin(), log.end(), use, qualified)) {
    static const std::regex component(R"(\w+)");
    const std::string path = use[1].str();
    for (std::sregex_iterator each(path.begin(), path.end(), component), end; each != end; ++each) {
      names.insert(names.begin(), each->str());
    }
  }
  if (word != "duet") names.push_back(word);
  return names;
}

}  // namespace

std::string own_name_advice(std::string_view log, std::string_view source) {
  const std::vector<std::string> unknown = unknown_names(log, source);
  if (unknown.empty()) return {};
  const std::map<std::string_view, std::string> names = public_names();
  for (const std::string& name : unknown) {
    const auto found = names.find(name);
    if (found != names.end()) {
      return fmt::format("'{}' is declared by #include <{}>", name, found->second);
    }
  }
  constexpr std::size_t shortest = 5;  // others are like too many
  if (unknown.front().size() < shortest) return {};
  std::vector<std::string> known;
  for (const auto& [name, header] : names) known.emplace_back(name);
  const std::string similar = similar_name(unknown.front(), known);
  if (similar.empty()) return {};
  return fmt::format("did you mean '{}', which #include <{}> declares?", similar,
                     names.at(similar));
}

}  // namespace duet
