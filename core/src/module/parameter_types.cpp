#include "parameter_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace duet {

namespace {

using Kind = ArgumentType::Kind;

struct NamedType {
  std::string_view name;
  Kind kind;
  std::uint8_t bytes;
};

// Names as the demangler writes them. `long` has 8 bytes on the platforms of CUDA and HIP.
constexpr std::array<NamedType, 18> types{{{"bool", Kind::integer, 1},
                                           {"char", Kind::integer, 1},
                                           {"signed char", Kind::integer, 1},
                                           {"unsigned char", Kind::integer, 1},
                                           {"short", Kind::integer, 2},
                                           {"unsigned short", Kind::integer, 2},
                                           {"int", Kind::integer, 4},
                                           {"unsigned int", Kind::integer, 4},
                                           {"long", Kind::integer, 8},
                                           {"unsigned long", Kind::integer, 8},
                                           {"long long", Kind::integer, 8},
                                           {"unsigned long long", Kind::integer, 8},
                                           {"wchar_t", Kind::integer, 4},
                                           {"float", Kind::real, 4},
                                           {"double", Kind::real, 8},
                                           {"long double", Kind::real, 16},
                                           {"duet::half", Kind::real, 2},
                                           {"duet::bfloat16", Kind::bfloat16, 2}}};

void remove_suffix(std::string_view& text, std::string_view suffix) {
  if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
}

void remove_qualifiers(std::string_view& text) {
  for (std::size_t before = text.size() + 1; before != text.size();) {
    before = text.size();
    for (const std::string_view word : {" const", " volatile", " __restrict", " restrict"}) {
      remove_suffix(text, word);
    }
  }
}

ArgumentType parse(std::string_view text) {
  ArgumentType type;
  remove_qualifiers(text);
  if (text.ends_with('*')) {
    type.is_pointer = true;
    text.remove_suffix(1);
    remove_qualifiers(text);
  }
  // A pointer to pointers: addresses may be passed as integers.
  if (type.is_pointer && text.ends_with('*')) text = "unsigned long";
  const auto found = std::ranges::find(types, text, &NamedType::name);
  if (found != types.end()) {
    type.kind = found->kind;
    type.bytes = found->bytes;
  }
  return type;
}

/// Returns the text between the last closing parenthesis and the matching opening one.
std::optional<std::string_view> parameter_list(std::string_view readable) {
  if (!readable.ends_with(')')) return std::nullopt;
  int depth = 0;
  for (std::size_t at = readable.size(); at-- > 0;) {
    if (readable[at] == ')') ++depth;
    if (readable[at] == '(' && --depth == 0) {
      return readable.substr(at + 1, readable.size() - at - 2);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<std::string>> parameter_types(std::string_view readable) {
  const std::optional<std::string_view> list = parameter_list(readable);
  if (!list) return std::nullopt;
  std::vector<std::string> parameters;
  if (list->empty()) return parameters;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= list->size(); ++at) {
    const char c = at < list->size() ? (*list)[at] : ',';
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    if (c != ',' || depth != 0) continue;
    std::string_view text = list->substr(begin, at - begin);
    if (text.starts_with(' ')) text.remove_prefix(1);
    parameters.emplace_back(text);
    begin = at + 1;
  }
  return parameters;
}

void add_parameter_types(KernelInfo& info) {
  if (!info.parameter_types) info.parameter_types = parameter_types(readable_name(info.name));
}

std::vector<ArgumentType> argument_types(const KernelInfo& info) {
  std::vector<ArgumentType> types;
  if (!info.parameter_types) return types;
  for (const std::string& text : *info.parameter_types) types.push_back(parse(text));
  return types;
}

bool may_be_passed(const ArgumentType& argument, const ArgumentType& parameter) {
  if (argument.is_pointer && parameter.is_pointer) {
    if (argument.kind == Kind::unknown || parameter.kind == Kind::unknown) return true;
    return argument.kind == parameter.kind && argument.bytes == parameter.bytes;
  }
  // Addresses may be passed as integers, as in some vendors' interfaces.
  if (argument.is_pointer) return parameter.kind == Kind::unknown;
  if (parameter.is_pointer) return argument.kind == Kind::integer || argument.kind == Kind::unknown;
  if (argument.kind == Kind::unknown || parameter.kind == Kind::unknown) return true;
  return argument.kind == parameter.kind;
}

std::string describe(const ArgumentType& type) {
  if (type.kind == Kind::unknown) return type.is_pointer ? "a pointer" : "a structure";
  std::string value = "a bfloat16";
  if (type.kind != Kind::bfloat16) {
    value =
        fmt::format("{} of {} bytes",
                    type.kind == Kind::real ? "a floating-point number" : "an integer", type.bytes);
  }
  return type.is_pointer ? "a pointer to " + value : value;
}

const char* name_of(ArgumentType::Kind kind) noexcept {
  switch (kind) {
    case Kind::unknown: return "unknown";
    case Kind::integer: return "integer";
    case Kind::real: return "real";
    case Kind::bfloat16: return "bfloat16";
  }
  return "unknown";
}

}  // namespace duet
