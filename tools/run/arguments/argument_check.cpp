#include "argument_check.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "options/number_text.hpp"
#include "support/usage_error.hpp"
#include "support/with_type.hpp"

namespace duet::tool {
namespace {

using Kind = ParameterType::Kind;

bool is_integer(ElementType type) { return type < ElementType::f16; }

std::string numpy_type(ElementType type) {
  switch (type) {
    case ElementType::boolean: return "bool";
    case ElementType::i8: return "int8";
    case ElementType::i16: return "int16";
    case ElementType::i32: return "int32";
    case ElementType::i64: return "int64";
    case ElementType::u8: return "uint8";
    case ElementType::u16:
    case ElementType::bf16: return "uint16";
    case ElementType::u32: return "uint32";
    case ElementType::u64: return "uint64";
    case ElementType::f16: return "float16";
    case ElementType::f32: return "float32";
    case ElementType::f64: return "float64";
    case ElementType::c64: return "complex64";
    case ElementType::c128: return "complex128";
  }
  return {};
}

/// The first integer that another type of the same size does not have, with its index.
std::optional<std::pair<std::size_t, std::string>> first_unfit(const std::vector<std::byte>& bytes,
                                                               ElementType from, ElementType to) {
  return with_type(from, [&](auto zero) -> std::optional<std::pair<std::size_t, std::string>> {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T>) {
      const bool to_bool = to == ElementType::boolean;
      for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
        T number{};
        std::memcpy(&number, bytes.data() + i * sizeof(T), sizeof(T));
        const bool has_sign_bit = (std::to_integer<int>(bytes[(i + 1) * sizeof(T) - 1]) & 128) != 0;
        const bool fits = to_bool ? number == T{0} || number == T{1} : !has_sign_bit;
        if (!fits) return std::pair{i, fmt::to_string(+number)};
      }
    }
    return std::nullopt;
  });
}

/// Whether an array of one type can stand for one of the other without another meaning.
bool is_same(ElementType argument, const ParameterType& parameter) {
  if (argument == parameter.element) return true;
  if (parameter.is_char) return argument == ElementType::u8 || argument == ElementType::i8;
  if (parameter.lanes != 2) return false;
  return (argument == ElementType::c64 && parameter.element == ElementType::f32) ||
         (argument == ElementType::c128 && parameter.element == ElementType::f64);
}

bool differ_in_sign_only(ElementType argument, ElementType parameter) {
  return is_integer(argument) && is_integer(parameter) && size_of(argument) == size_of(parameter);
}

/// One argument and its parameter.
class Check {
 public:
  Check(const std::string& kernel, std::size_t index, LoadedArgument& argument,
        const Parameter& parameter)
      : kernel_(kernel),
        index_(index),
        argument_(argument),
        parameter_(parameter),
        type_(parameter.type) {}

  /// @returns a warning; empty without one
  std::string run() const {
    if (parameter_.text.empty()) {
      check_size();
      return {};
    }
    if (LoadedArray* array = argument_.array()) return check_array(*array);
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument_.value))
      return check_scalar(*scalar);
    if (const auto* composite = std::get_if<LoadedComposite>(&argument_.value))
      return check_composite(*composite);
    if (std::holds_alternative<PointerArgument>(argument_.value)) {
      if (!type_.is_pointer && type_.kind != Kind::unknown)
        fail("is a pointer", fmt::format("write {}:VALUE", name_of(type_.element)));
      return check_bytes();
    }
    if (!type_.is_pointer && type_.kind != Kind::unknown)
      fail("is a null pointer", fmt::format("write {}:VALUE", name_of(type_.element)));
    return check_bytes();
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& remedy) const {
    throw UsageError(fmt::format("argument {} '{}' {}, but the parameter of '{}' is '{}'; {}",
                                 index_ + 1, argument_.text, what, kernel_, parameter_.text,
                                 remedy));
  }

  std::size_t bytes() const { return layout_of(argument_).bytes; }

  void check_size() const {
    if (!parameter_.bytes || *parameter_.bytes == bytes()) return;
    const std::string text = parameter_.text.empty() ? "" : " '" + parameter_.text + "'";
    throw UsageError(
        fmt::format("argument {} '{}' has {} bytes, but the parameter{} of '{}' has {}", index_ + 1,
                    argument_.text, bytes(), text, kernel_, *parameter_.bytes));
  }

  /// For parameters of a type that is not known.
  std::string check_bytes() const {
    check_size();
    if (type_.is_pointer || type_.kind != Kind::unknown) return {};
    return fmt::format(
        "argument {} '{}': the parameter{} of '{}' is a structure or an enumeration; the bytes of "
        "the argument are passed unchanged; struct(ARG, …) gives it members",
        index_ + 1, argument_.text,
        parameter_.text.empty() ? "" : fmt::format(" '{}'", parameter_.text), kernel_);
  }

  std::string check_array(LoadedArray& array) const {
    if (!type_.is_pointer) {
      if (type_.kind == Kind::unknown) return check_bytes();
      fail("is an array", fmt::format("write {}:VALUE", name_of(type_.element)));
    }
    if (type_.kind == Kind::pointer) {
      fail("is an array of numbers",
           "write the arrays whose addresses it has, such as array(rand:f32:8, rand:f32:8)");
    }
    if (array.spec.is_output && type_.is_const) {
      fail("is an output",
           "the kernel only reads it: write in:FILE, or check the order of the arguments");
    }
    check_size();
    if (type_.kind == Kind::element) return check_elements(array);
    return {};
  }

  std::string check_elements(LoadedArray& array) const {
    NpyArray& host = array.host;
    if (type_.element == ElementType::bf16 && host.type == ElementType::u16)
      host.type = ElementType::bf16;  // as .npy files have it
    // Kernels read other numbers by words of this size.
    const bool has_words = type_.lanes > 1 && size_of(host.type) < size_of(type_.element) &&
                           host.bytes.size() % (size_of(type_.element) * type_.lanes) == 0;
    if (has_words) {
      return fmt::format(
          "argument {} '{}' is an array of {}, but the parameter of '{}' is '{}'; the bytes are "
          "passed unchanged",
          index_ + 1, argument_.text, name_of(host.type), kernel_, parameter_.text);
    }
    if (!is_same(host.type, type_)) {
      const bool is_declared = array.spec.content.kind == ArrayContent::Kind::zeros;
      if (is_declared || !differ_in_sign_only(host.type, type_.element)) refuse_elements(array);
      if (const auto unfit = first_unfit(host.bytes, host.type, type_.element)) {
        fail(fmt::format("is an array of {} with the value {} at index {}", name_of(host.type),
                         unfit->second, unfit->first),
             remedy(array));
      }
      host.type = type_.element;
    }
    if (host.bytes.size() % (size_of(type_.element) * type_.lanes) != 0) {
      fail(fmt::format("has {} numbers", host.bytes.size() / size_of(type_.element)),
           fmt::format("an element has {} numbers", type_.lanes));
    }
    return {};
  }

  [[noreturn]] void refuse_elements(const LoadedArray& array) const {
    fail(fmt::format("is an array of {}", name_of(array.host.type)), remedy(array));
  }

  /// What to write instead of an array of another type.
  std::string remedy(const LoadedArray& array) const {
    if (array.spec.content.kind == ArrayContent::Kind::file) {
      if (type_.element == ElementType::bf16) return "save the bits of bfloat16 numbers as uint16";
      return fmt::format("save it as {0}: array.astype('{0}')", numpy_type(type_.element));
    }
    const std::string from = fmt::format(":{}:", name_of(array.spec.type));
    std::string text = argument_.text;
    const std::size_t at =
        array.spec.content.kind == ArrayContent::Kind::zeros ? text.rfind(from) : text.find(from);
    if (at == std::string::npos) return fmt::format("use the type {}", name_of(type_.element));
    text.replace(at, from.size(), fmt::format(":{}:", name_of(type_.element)));
    try {
      (void)parse_argument(text);
    } catch (const UsageError&) {
      return fmt::format("use the type {} and its values", name_of(type_.element));
    }
    return fmt::format("write {}", text);
  }

  std::string check_scalar(const ScalarArgument& scalar) const {
    if (type_.is_pointer)
      fail("is a number", "write an array, such as in:FILE or rand:TYPE:SHAPE, or null");
    if (type_.kind == Kind::unknown) return check_bytes();
    if (type_.lanes == 1 ||
        is_same(scalar.type, {.element = type_.element, .lanes = type_.lanes})) {
      check_number(scalar);
    } else {
      fail("is one number",
           fmt::format("write {} numbers: struct({}:1,2,…)", type_.lanes, name_of(type_.element)));
    }
    check_size();
    return {};
  }

  std::string check_composite(const LoadedComposite& composite) const {
    if (composite.in_memory) {
      if (!type_.is_pointer && type_.kind != Kind::unknown)
        fail("is a pointer", fmt::format("write {}:VALUE", name_of(type_.element)));
      check_size();
      return {};
    }
    if (type_.is_pointer)
      fail("is a structure by value", "write array(struct(…)) for a pointer to structures");
    if (type_.kind == Kind::element && type_.lanes == 1)
      fail("is a structure", fmt::format("write {}:VALUE", name_of(type_.element)));
    check_size();
    return {};
  }

  void check_number(const ScalarArgument& scalar) const {
    if (is_same(scalar.type, type_)) return;
    if (differ_in_sign_only(scalar.type, type_.element) &&
        !first_unfit(scalar.bytes, scalar.type, type_.element))
      return;
    const char* type = name_of(type_.element);
    const std::string value = argument_.text.substr(argument_.text.find(':') + 1);
    try {
      (void)parse_number(type_.element, value);
    } catch (const UsageError&) {
      fail(fmt::format("is of type {}", name_of(scalar.type)),
           fmt::format("write {}:VALUE with a value of that type", type));
    }
    fail(fmt::format("is of type {}", name_of(scalar.type)),
         fmt::format("write {}:{}", type, value));
  }

  const std::string& kernel_;
  std::size_t index_;
  LoadedArgument& argument_;
  const Parameter& parameter_;
  const ParameterType& type_;
};

[[noreturn]] void refuse_count(const std::string& kernel, const std::vector<Parameter>& parameters,
                               std::span<const LoadedArgument> arguments) {
  std::string list;
  for (std::size_t i = 0; i < std::max(parameters.size(), arguments.size()); ++i) {
    std::string parameter = "(none)";
    if (i < parameters.size()) {
      parameter = parameters[i].text;
      if (parameter.empty()) parameter = fmt::format("{} bytes", parameters[i].bytes.value_or(0));
    }
    list += fmt::format("\n  {}  {:<28} {}", i + 1, parameter,
                        i < arguments.size() ? arguments[i].text : "(missing)");
  }
  throw UsageError(fmt::format(
      "the kernel '{}' takes {} argument{}, {} given:{}", kernel, parameters.size(),
      parameters.size() == 1 ? "" : "s",
      arguments.size() == 1 ? "1 was" : fmt::format("{} were", arguments.size()), list));
}

}  // namespace

std::vector<std::string> check_arguments(const std::string& kernel,
                                         const std::vector<Parameter>& parameters,
                                         std::vector<LoadedArgument>& arguments) {
  const auto first_variable = std::find_if(arguments.begin(), arguments.end(),
                                           [](const auto& each) { return !each.variable.empty(); });
  const std::span own(arguments.begin(), first_variable);
  if (own.size() != parameters.size()) refuse_count(kernel, parameters, own);
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < own.size(); ++i) {
    std::string warning = Check(kernel, i, own[i], parameters[i]).run();
    if (!warning.empty()) warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace duet::tool
