#include "symbol_name.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

#include <duet/kernel.hpp>

namespace duet {

namespace {

constexpr std::string_view separator = "::";

std::string without_blanks(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\n') result += c;
  }
  return result;
}

/// Returns "_ZN2ns5tableE" for "ns::table". Mangled names of variables contain no types.
std::string mangled(std::string_view name) {
  std::string result = "_ZN";
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find(separator));
    result += std::to_string(part.size()).append(part);
    name.remove_prefix(std::min(name.size(), part.size() + separator.size()));
  }
  return result + "E";
}

}  // namespace

std::vector<std::string> symbol_names(std::string_view variable,
                                      std::span<const std::string> known) {
  std::string name = without_blanks(variable);
  if (name.starts_with('&')) name.erase(0, 1);
  if (name.starts_with(separator)) name.erase(0, separator.size());
  if (name.empty()) return {};
  std::vector<std::string> names{name.find(separator) == std::string::npos ? name : mangled(name)};
  if (name.find('<') == std::string::npos) return names;
  for (const std::string& symbol : known) {
    if (without_blanks(readable_name(symbol)) == name) names.push_back(symbol);
  }
  return names;
}

// Only mangled names are demangled: "i" would become "int".
std::string readable_name(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text != nullptr ? text.get() : name;
}

}  // namespace duet
