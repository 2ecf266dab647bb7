#include "parameter_type.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>
#include <vector>

namespace duet::tool {
namespace {

using Words = std::vector<std::string>;

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Splits into names (with their "::" and template arguments, without spaces) and single other
/// characters. A default argument is left out.
Words split_words(std::string_view text) {
  Words words;
  bool extends = false;
  int depth = 0;
  for (const char c : text) {
    if (depth == 0 && c == '=') break;
    if (c == '<') ++depth;
    const bool is_part = depth > 0 || is_word_char(c) || c == ':';
    if (c == '>') --depth;
    if (c == ' ' && depth > 0) {
      // "unsigned int" in template arguments needs its space.
      if (is_word_char(words.back().back())) words.back() += ' ';
      continue;
    }
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      extends = false;
      continue;
    }
    if (is_part && extends) {
      words.back() += c;
    } else {
      words.emplace_back(1, c);
    }
    extends = is_part;
  }
  return words;
}

bool is_qualifier(const std::string& word) {
  static const std::set<std::string, std::less<>> qualifiers{
      "const",  "volatile", "__restrict", "__restrict__",      "restrict",
      "struct", "enum",     "typename",   "__grid_constant__", "class"};
  return qualifiers.contains(word);
}

bool is_integer_word(const std::string& word) {
  static const std::set<std::string, std::less<>> integers{"signed", "unsigned", "char",
                                                           "short",  "int",      "long"};
  return integers.contains(word);
}

struct Element {
  ElementType type;
  std::size_t lanes = 1;
  bool is_char = false;
};

ElementType integer_type(bool is_unsigned, std::size_t bytes) {
  switch (bytes) {
    case 1: return is_unsigned ? ElementType::u8 : ElementType::i8;
    case 2: return is_unsigned ? ElementType::u16 : ElementType::i16;
    case 4: return is_unsigned ? ElementType::u32 : ElementType::i32;
    default: return is_unsigned ? ElementType::u64 : ElementType::i64;
  }
}

/// Reads "unsigned", "long unsigned int", "char".
Element parse_integer_words(const Words& words) {
  const auto has = [&](const char* word) { return std::ranges::count(words, word) > 0; };
  if (has("char")) {
    return {integer_type(has("unsigned"), 1), 1, words.size() == 1};
  }
  const std::size_t bytes = has("short") ? 2 : has("long") ? 8 : 4;
  return {integer_type(has("unsigned"), bytes)};
}

struct Name {
  std::string_view name;
  ElementType type;
  std::size_t lanes = 1;
};

// Names without their namespaces.
constexpr std::array names{
    Name{"bool", ElementType::boolean},
    Name{"int8_t", ElementType::i8},
    Name{"int16_t", ElementType::i16},
    Name{"int32_t", ElementType::i32},
    Name{"int64_t", ElementType::i64},
    Name{"uint8_t", ElementType::u8},
    Name{"uint16_t", ElementType::u16},
    Name{"uint32_t", ElementType::u32},
    Name{"uint64_t", ElementType::u64},
    Name{"char8_t", ElementType::u8},
    Name{"char16_t", ElementType::u16},
    Name{"char32_t", ElementType::u32},
    Name{"wchar_t", ElementType::i32},
    Name{"size_t", ElementType::u64},
    Name{"uintptr_t", ElementType::u64},
    Name{"ptrdiff_t", ElementType::i64},
    Name{"intptr_t", ElementType::i64},
    Name{"half", ElementType::f16},
    Name{"__half", ElementType::f16},
    Name{"_Float16", ElementType::f16},
    Name{"__fp16", ElementType::f16},
    Name{"half2", ElementType::f16, 2},
    Name{"__half2", ElementType::f16, 2},
    Name{"half_pair", ElementType::f16, 2},
    Name{"bfloat16", ElementType::bf16},
    Name{"__bf16", ElementType::bf16},
    Name{"nv_bfloat16", ElementType::bf16},
    Name{"__nv_bfloat16", ElementType::bf16},
    Name{"hip_bfloat16", ElementType::bf16},
    Name{"__hip_bfloat16", ElementType::bf16},
    Name{"nv_bfloat162", ElementType::bf16, 2},
    Name{"__nv_bfloat162", ElementType::bf16, 2},
    Name{"__hip_bfloat162", ElementType::bf16, 2},
    Name{"bfloat16_pair", ElementType::bf16, 2},
    Name{"float", ElementType::f32},
    Name{"double", ElementType::f64},
};

// Names of vectors without their number.
constexpr std::array vectors{
    Name{"char", ElementType::i8},      Name{"uchar", ElementType::u8},
    Name{"short", ElementType::i16},    Name{"ushort", ElementType::u16},
    Name{"int", ElementType::i32},      Name{"uint", ElementType::u32},
    Name{"long", ElementType::i64},     Name{"ulong", ElementType::u64},
    Name{"longlong", ElementType::i64}, Name{"ulonglong", ElementType::u64},
    Name{"float", ElementType::f32},    Name{"double", ElementType::f64},
};

/// Reads "float4", also "uint" without a number.
std::optional<Element> parse_vector(std::string_view name) {
  std::size_t lanes = 1;
  if (!name.empty() && name.back() >= '1' && name.back() <= '4') {
    lanes = static_cast<std::size_t>(name.back() - '0');
    name.remove_suffix(1);
  }
  const auto* found = std::ranges::find(vectors, name, &Name::name);
  if (found == vectors.end()) return std::nullopt;
  return Element{found->type, lanes};
}

std::string_view without_namespaces(std::string_view name) {
  const std::size_t end = name.find('<');
  const std::size_t colon = name.substr(0, end).rfind("::");
  return colon == std::string_view::npos ? name : name.substr(colon + 2);
}

std::optional<Element> parse_element(const Words& words);

/// Reads "complex<float>", "vector<float,4u>", "float16_pair<duet::half>".
std::optional<Element> parse_template(std::string_view name, std::string_view list) {
  const std::size_t comma = list.rfind(',');
  const auto element = parse_element(split_words(list.substr(0, comma)));
  if (!element || element->lanes != 1) return std::nullopt;
  if (name == "complex" && comma == std::string_view::npos) {
    if (element->type == ElementType::f32) return Element{ElementType::c64};
    if (element->type == ElementType::f64) return Element{ElementType::c128};
  }
  if (name == "float16_pair" && comma == std::string_view::npos) return Element{element->type, 2};
  if ((name == "vector" || name == "array" || name == "HIP_vector_type") &&
      comma != std::string_view::npos) {
    std::size_t lanes = 0;
    std::from_chars(list.data() + comma + 1, list.data() + list.size(), lanes);
    if (lanes > 0) return Element{element->type, lanes};
  }
  return std::nullopt;
}

/// @param words  a type without qualifiers and pointers
std::optional<Element> parse_element(const Words& words) {
  if (!words.empty() && std::ranges::all_of(words, is_integer_word))
    return parse_integer_words(words);
  if (words.size() != 1) return std::nullopt;
  const std::string_view name = without_namespaces(words.front());
  const std::size_t open = name.find('<');
  if (open != std::string_view::npos && name.ends_with('>'))
    return parse_template(name.substr(0, open), name.substr(open + 1, name.size() - open - 2));
  const auto* found = std::ranges::find(names, name, &Name::name);
  if (found != names.end()) return Element{found->type, found->lanes};
  if (name.ends_with("FloatComplex")) return Element{ElementType::c64};  // with vendors' prefixes
  if (name.ends_with("DoubleComplex")) return Element{ElementType::c128};
  return parse_vector(name);
}

/// Removes the parameter's name, which follows its type.
void remove_name(Words& words) {
  if (words.size() < 2 || !is_word_char(words.back().front())) return;
  if (!is_integer_word(words.back())) words.pop_back();
}

}  // namespace

ParameterType parse_parameter_type(std::string_view text) {
  ParameterType type;
  Words words = split_words(text);
  const auto first_star = std::ranges::find(words, "*");
  const bool has_const = std::find(words.begin(), first_star, "const") != first_star;
  std::erase_if(words, is_qualifier);
  std::size_t pointers = 0;
  while (words.size() > 2 && words.back() == "]") {  // "float x[]", "float x[][4]"
    while (!words.empty() && words.back() != "[") words.pop_back();
    if (words.empty()) return type;
    words.pop_back();
    pointers = 1;
  }
  remove_name(words);
  while (!words.empty() && words.back() == "*") {
    words.pop_back();
    ++pointers;
  }
  type.is_pointer = pointers > 0;
  type.is_const = has_const && pointers > 0;
  if (pointers > 1) {
    type.kind = ParameterType::Kind::pointer;
  } else if (const auto element = parse_element(words)) {
    type.kind = ParameterType::Kind::element;
    type.element = element->type;
    type.lanes = element->lanes;
    type.is_char = element->is_char;
  }
  return type;
}

}  // namespace duet::tool
