#include "argument_spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "number_text.hpp"
#include "support/npy.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

using Fields = std::span<const std::string>;

/// Splits at colons. A backslash before a colon or a backslash makes it part of the text.
std::vector<std::string> split_fields(std::string_view text) {
  std::vector<std::string> fields(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == ':' || text[i + 1] == '\\');
    if (is_escape) {
      fields.back() += text[++i];
    } else if (text[i] == ':') {
      fields.emplace_back();
    } else {
      fields.back() += text[i];
    }
  }
  return fields;
}

ElementType parse_type(std::string_view name) {
  if (const auto type = find_element_type(name)) return *type;
  throw UsageError(
      fmt::format("'{}' is not an element type; the types are {}", name, element_type_names()));
}

std::vector<std::size_t> parse_shape(std::string_view shape) {
  std::vector<std::size_t> extents;
  for (std::string_view rest = shape;;) {
    const std::size_t cross = rest.find('x');
    const std::string_view digits = rest.substr(0, cross);
    const char* last = digits.data() + digits.size();
    std::size_t extent = 0;
    const auto [end, error] = std::from_chars(digits.data(), last, extent);
    if (error == std::errc::result_out_of_range) throw UsageError("the shape is too large");
    if (error != std::errc{} || end != last)
      throw UsageError(fmt::format("'{}' is not a shape; examples: 1024, 32x32", shape));
    extents.push_back(extent);
    if (cross == std::string_view::npos) return extents;
    rest.remove_prefix(cross + 1);
  }
}

/// @param fields  TYPE and SHAPE
ArrayArgument parse_array(Fields fields) {
  ArrayArgument array;
  array.type = parse_type(fields[0]);
  array.shape = parse_shape(fields[1]);
  array_bytes(array.type, array.shape);
  return array;
}

const char* default_high(ElementType type) {
  switch (type) {
    case ElementType::boolean:
    case ElementType::f16:
    case ElementType::bf16:
    case ElementType::f32:
    case ElementType::f64: return "1";
    case ElementType::c64:
    case ElementType::c128: return "1,1";
    default: return "99";
  }
}

/// @param fields  TYPE:SHAPE[:LOW:HIGH]
ArrayArgument parse_random(Fields fields) {
  if (fields.size() != 2 && fields.size() != 4)
    throw UsageError("write rand:TYPE:SHAPE or rand:TYPE:SHAPE:LOW:HIGH, such as rand:f32:1024");
  ArrayArgument array = parse_array(fields);
  array.content.kind = ArrayContent::Kind::random;
  const char* high = default_high(array.type);
  array.content.first = parse_number(array.type, fields.size() == 4 ? fields[2] : "0");
  array.content.second = parse_number(array.type, fields.size() == 4 ? fields[3] : high);
  return array;
}

ArrayArgument parse_constant(Fields fields) {
  if (fields.size() != 3) throw UsageError("write full:TYPE:SHAPE:VALUE, such as full:i32:1024:7");
  ArrayArgument array = parse_array(fields);
  array.content.kind = ArrayContent::Kind::constant;
  array.content.first = parse_number(array.type, fields[2]);
  return array;
}

ArrayArgument parse_range(Fields fields) {
  if (fields.size() < 2 || fields.size() > 4) {
    throw UsageError(
        "write arange:TYPE:SHAPE, arange:TYPE:SHAPE:START or arange:TYPE:SHAPE:START:STEP, such as "
        "arange:i32:1024");
  }
  ArrayArgument array = parse_array(fields);
  if (array.type == ElementType::boolean) throw UsageError("a range of bool does not exist");
  array.content.kind = ArrayContent::Kind::range;
  array.content.first = parse_number(array.type, fields.size() > 2 ? fields[2] : "0");
  array.content.second = parse_number(array.type, fields.size() > 3 ? fields[3] : "1");
  return array;
}

bool is_generator(std::string_view name) {
  return name == "rand" || name == "full" || name == "arange";
}

ArrayArgument parse_generator(std::string_view name, Fields fields) {
  if (name == "rand") return parse_random(fields);
  return name == "full" ? parse_constant(fields) : parse_range(fields);
}

ArrayArgument parse_file(std::string path) {
  ArrayArgument array;
  array.content.kind = ArrayContent::Kind::file;
  array.content.path = std::move(path);
  return array;
}

void set_output(ArrayArgument& array, const std::string& path) {
  array.is_output = true;
  if (path != "-") array.output = path;
}

ArrayArgument parse_input(Fields fields) {
  std::string path = fmt::format("{}", fmt::join(fields, ":"));
  if (path.empty()) throw UsageError("write in:FILE, such as in:x.npy");
  return parse_file(std::move(path));
}

ArrayArgument parse_output(Fields fields) {
  // The path may contain colons: type and shape are the last two fields.
  const std::size_t count = fields.size() < 3 ? 0 : fields.size() - 2;
  const std::string path = fmt::format("{}", fmt::join(fields.first(count), ":"));
  if (path.empty()) throw UsageError("write out:FILE:TYPE:SHAPE, such as out:y.npy:f32:1024");
  ArrayArgument array = parse_array(fields.last(2));
  set_output(array, path);
  return array;
}

ArrayArgument parse_in_out(Fields fields) {
  const bool is_generated = is_generator(fields[0]);
  if (fields.size() < 2 || fields[0].empty() || fields.back().empty())
    throw UsageError("write inout:FILE:RESULT, such as inout:y.npy:y2.npy");
  if (!is_generated && fields.size() != 2) {
    throw UsageError(
        "write inout:FILE:RESULT, such as inout:y.npy:y2.npy; a colon in a file name is written "
        "as \\:");
  }
  ArrayArgument array = is_generated
                            ? parse_generator(fields[0], fields.subspan(1, fields.size() - 2))
                            : parse_file(fields[0]);
  set_output(array, fields.back());
  return array;
}

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

ArgumentSpec parse(std::string_view text) {
  if (text == "null") return NullArgument{};
  const std::vector<std::string> all = split_fields(text);
  const std::string& form = all.front();
  const Fields fields = Fields(all).subspan(1);
  if (!fields.empty()) {
    if (form == "in") return parse_input(fields);
    if (form == "out") return parse_output(fields);
    if (form == "inout") return parse_in_out(fields);
    if (is_generator(form)) return parse_generator(form, fields);
    if (const auto type = find_element_type(form))
      return ScalarArgument{*type, parse_number(*type, fmt::format("{}", fmt::join(fields, ":")))};
  }
  if (const std::string other = suggestion(text); !other.empty())
    throw UsageError(fmt::format("unknown form; did you mean {}?", other));
  throw UsageError(
      "unknown form; write a scalar such as f32:2.5, or in:FILE, out:FILE:TYPE:SHAPE, "
      "inout:FILE:RESULT, rand:TYPE:SHAPE, full:TYPE:SHAPE:VALUE, arange:TYPE:SHAPE");
}

}  // namespace

ArgumentSpec parse_argument(std::string_view text) {
  try {
    return parse(text);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("argument '{}': {}", text, error.what()));
  }
}

std::string with_output_file(std::string_view text, std::string_view file) {
  std::vector<std::string> fields = split_fields(text);
  const std::size_t count = fields.size();
  if (fields[0] == "out" && count >= 4) {
    fields = {fields[0], std::string(file), fields[count - 2], fields[count - 1]};
  } else if (fields[0] == "inout" && count >= 3) {
    fields.back() = file;
  } else {
    return std::string(text);
  }
  std::string joined;
  for (const std::string& field : fields) {
    if (!joined.empty()) joined += ':';
    for (const char c : field) {
      if (c == ':' || c == '\\') joined += '\\';
      joined += c;
    }
  }
  return joined;
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
         "inout:rand:TYPE:SHAPE:RESULT and the like write a generated array after the run.\n"
         "If FILE of out or RESULT is -, the array is printed and not written.\n"
         "A colon in a file name is written \\: where it could end the name.";
}

}  // namespace duet::tool
