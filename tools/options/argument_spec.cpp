#include "argument_spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "array_spec.hpp"
#include "number_text.hpp"
#include "spec_text.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

using Fields = std::span<const std::string>;

/// An argument of a known form that the text may stand for; empty if there is none.
std::string suggestion(std::string_view text) {
  if (text.ends_with(".npy")) return fmt::format("in:{}", text.substr(text.find(':') + 1));
  constexpr std::array<std::pair<std::string_view, ElementType>, 11> names{
      {{"int", ElementType::i32},
       {"unsigned", ElementType::u32},
       {"float", ElementType::f32},
       {"double", ElementType::f64},
       {"half", ElementType::f16},
       {"int32", ElementType::i32},
       {"uint32", ElementType::u32},
       {"int64", ElementType::i64},
       {"float32", ElementType::f32},
       {"float64", ElementType::f64},
       {"float16", ElementType::f16}}};
  const std::string_view form = text.substr(0, text.find(':'));
  const std::string value(text.substr(std::min(form.size() + 1, text.size())));
  for (const auto& [name, type] : names)
    if (form == name) return fmt::format("{}:{}", name_of(type), value);
  for (const ElementType type : {ElementType::i32, ElementType::i64, ElementType::f32}) {
    try {
      (void)parse_number(type, text);
      return fmt::format("{}:{}", name_of(type), text);
    } catch (const UsageError&) {  // not of this type
    }
  }
  return {};
}

ScalarArgument parse_scalar(ElementType type, const std::string& text) {
  return {type, parse_number(type, text)};
}

/// Numbers with commas between them, as members of a structure are.
ScalarArgument parse_scalars(ElementType type, std::string_view text) {
  ScalarArgument scalars{type, {}};
  for (std::string_view rest = text;;) {
    std::size_t comma = rest.find(',');
    if (is_complex(type) && comma != std::string_view::npos) comma = rest.find(',', comma + 1);
    std::string_view number = rest.substr(0, comma);
    number.remove_prefix(std::min(number.find_first_not_of(' '), number.size()));
    const std::vector<std::byte> bytes = parse_number(type, std::string(number));
    scalars.bytes.insert(scalars.bytes.end(), bytes.begin(), bytes.end());
    if (comma == std::string_view::npos) return scalars;
    rest.remove_prefix(comma + 1);
  }
}

std::size_t parse_count(const std::string& text, const char* remedy) {
  std::size_t count = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, count);
  if (error != std::errc{} || end != last) throw UsageError(remedy);
  return count;
}

PointerArgument parse_pointer(Fields fields) {
  constexpr const char* remedy = "write into:NAME:ELEMENT, such as into:x:128";
  if (fields.size() != 2 || fields[0].empty()) throw UsageError(remedy);
  return {fields[0], parse_count(fields[1], remedy)};
}

ScalarArgument parse_padding(Fields fields) {
  constexpr const char* remedy = "write pad:BYTES, such as pad:4";
  constexpr std::size_t most = 1U << 20U;
  const std::size_t bytes = fields.size() == 1 ? parse_count(fields[0], remedy) : 0;
  if (bytes == 0 || bytes > most) throw UsageError(remedy);
  return {ElementType::u8, std::vector<std::byte>(bytes)};
}

ArgumentSpec parse_fields(const std::string& form, Fields fields, std::string_view text,
                          bool is_member) {
  if (!fields.empty()) {
    if (auto array = parse_array(form, fields)) return *std::move(array);
    if (form == "into") return parse_pointer(fields);
    if (form == "bytes") return FileArgument{fmt::format("{}", fmt::join(fields, ":"))};
    if (form == "pad" && is_member) return parse_padding(fields);
    if (const auto type = find_element_type(form)) {
      const std::string value = fmt::format("{}", fmt::join(fields, ":"));
      return is_member ? parse_scalars(*type, value) : parse_scalar(*type, value);
    }
  }
  if (const std::string other = suggestion(text); !other.empty())
    throw UsageError(fmt::format("unknown form; did you mean {}?", other));
  throw UsageError(
      "unknown form; write a scalar such as f32:2.5, or in:FILE, out:FILE:TYPE:SHAPE, "
      "inout:FILE:RESULT, rand:TYPE:SHAPE, full:TYPE:SHAPE:VALUE, arange:TYPE:SHAPE, "
      "into:NAME:ELEMENT, bytes:FILE, struct(ARG, …), array(ARG, …)");
}

ArgumentSpec parse(std::string_view text, bool is_member);

CompositeArgument parse_composite(const CompositeText& composite) {
  CompositeArgument argument{composite.form == "array", {}};
  for (const std::string_view member : composite.members) {
    if (member.empty()) {
      throw UsageError(
          fmt::format("a member is missing; write {0}(ARG, ARG, …), such as {0}(f32:2.5, i32:8)",
                      composite.form));
    }
    try {
      argument.members.push_back({std::string(member), parse(member, true)});
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("member '{}': {}", member, error.what()));
    }
  }
  return argument;
}

ArgumentSpec parse(std::string_view text, bool is_member) {
  if (text == "null") return NullArgument{};
  const std::string_view name = name_in(text);
  if (!name.empty()) text.remove_prefix(name.size() + 1);
  ArgumentSpec spec;
  if (const auto composite = split_composite(text)) {
    spec = parse_composite(*composite);
  } else {
    const std::vector<std::string> all = split_fields(text);
    spec = parse_fields(all.front(), Fields(all).subspan(1), text, is_member);
  }
  if (name.empty()) return spec;
  auto* const array = std::get_if<ArrayArgument>(&spec);
  if (array == nullptr) throw UsageError("only an array can have a name");
  array->name = name;
  return spec;
}

}  // namespace

std::size_t alignment_of(const ScalarArgument& scalar) {
  return is_complex(scalar.type) ? size_of(scalar.type) / 2 : size_of(scalar.type);
}

ArgumentSpec parse_argument(std::string_view text) {
  try {
    return parse(text, false);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("argument '{}': {}", text, error.what()));
  }
}

std::string with_output_files(std::string_view text,
                              const std::function<std::string()>& next_file) {
  if (const std::string_view name = name_in(text); !name.empty())
    return fmt::format("{}={}", name, with_output_files(text.substr(name.size() + 1), next_file));
  if (const auto composite = split_composite(text)) {
    std::vector<std::string> members;
    for (const std::string_view member : composite->members)
      members.push_back(with_output_files(member, next_file));
    return fmt::format("{}({})", composite->form, fmt::join(members, ", "));
  }
  std::vector<std::string> fields = split_fields(text);
  const std::size_t count = fields.size();
  if (fields[0] == "out" && count >= 4) {
    fields = {fields[0], next_file(), fields[count - 2], fields[count - 1]};
  } else if (fields[0] == "inout" && count >= 3) {
    fields.back() = next_file();
  } else {
    return std::string(text);
  }
  return join_fields(fields);
}

std::string argument_help() {
  return "ARG is one kernel argument:\n"
         "  TYPE:VALUE           a scalar: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64;\n"
         "                       c64 and c128 are written RE,IM\n"
         "  in:FILE              an array from a .npy file\n"
         "  out:FILE:TYPE:SHAPE  an array of zeroes, written to a .npy file after the run;\n"
         "                       SHAPE is a number of elements or extents such as 32x32\n"
         "  inout:FILE:RESULT    an array from a .npy file, written to RESULT after the run\n"
         "  rand:TYPE:SHAPE      random numbers from 0 to 1, integers from 0 to 99;\n"
         "                       rand:TYPE:SHAPE:LOW:HIGH from LOW to HIGH\n"
         "  full:TYPE:SHAPE:VALUE      an array whose elements are all VALUE\n"
         "  arange:TYPE:SHAPE    0, 1, 2, …; also arange:TYPE:SHAPE:START:STEP\n"
         "  null                 a null pointer\n"
         "  struct(ARG, ARG, …)  a structure by value: a scalar, array or structure for each "
         "member,\n"
         "                       aligned as in C; i32:1,2,3 is an array of numbers, pad:BYTES "
         "padding\n"
         "  array(ARG, ARG, …)   a pointer to such values, as to structures or addresses of "
         "arrays\n"
         "  into:NAME:ELEMENT    a pointer into the array that is written NAME=rand:f32:1024 or "
         "the like\n"
         "  bytes:FILE           a structure by value: the bytes of a file\n"
         "inout:rand:TYPE:SHAPE:RESULT and the like write a generated array after the run.\n"
         "If FILE of out or RESULT is -, the array is printed and not written.\n"
         "A colon in a file name is written \\: where it could end the name.";
}

}  // namespace duet::tool
