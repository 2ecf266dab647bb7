#include "loaded_argument.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "generated_array.hpp"
#include "support/file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

constexpr std::uint64_t member_seed = 1000;

NpyArray load_array(const ArrayArgument& spec, std::uint64_t seed) {
  if (spec.content.kind != ArrayContent::Kind::file) return generate_array(spec, seed);
  NpyArray array = read_npy(spec.content.path);
  if (array.fortran_order && array.shape.size() > 1) {
    throw UsageError("'" + spec.content.path +
                     "' is in Fortran order, which a kernel would read transposed; save it after "
                     "numpy.ascontiguousarray");
  }
  array.fortran_order = false;
  return array;
}

/// A structure of one member: its bytes, which have no known alignment.
LoadedComposite load_file(const FileArgument& file) {
  const std::string content = read_text(file.path);
  if (content.empty()) throw UsageError(fmt::format("'{}' is empty", file.path));
  const auto bytes = std::as_bytes(std::span(content));
  LoadedComposite composite;
  composite.members.push_back(
      {.text = file.path, .value = ScalarArgument{ElementType::u8, {bytes.begin(), bytes.end()}}});
  return composite;
}

LoadedArgument load_argument(const std::string& text, ArgumentSpec spec, std::uint64_t seed,
                             std::size_t number);

LoadedComposite load_composite(CompositeArgument& spec, std::uint64_t seed, std::size_t number) {
  LoadedComposite composite;
  composite.in_memory = spec.in_memory;
  for (MemberSpec& member : spec.members) {
    seed += member_seed;
    composite.members.push_back(load_argument(member.text, std::move(member.spec), seed, number));
  }
  return composite;
}

/// Reads files and generates arrays.
struct Load {
  std::uint64_t seed;
  std::size_t number;

  using Value = decltype(LoadedArgument::value);
  Value operator()(ArrayArgument& array) const {
    NpyArray host = load_array(array, seed);
    return LoadedArray{std::move(array), std::move(host), {}};
  }
  Value operator()(FileArgument& file) const { return load_file(file); }
  Value operator()(CompositeArgument& composite) const {
    return load_composite(composite, seed, number);
  }
  Value operator()(auto& other) const { return std::move(other); }
};

LoadedArgument load_argument(const std::string& text, ArgumentSpec spec, std::uint64_t seed,
                             std::size_t number) {
  try {
    return {text, std::visit(Load{seed, number}, spec), number, {}};
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(fmt::format("argument '{}': not enough host memory", text));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("argument '{}': {}", text, error.what()));
  }
}

void set_variable(LoadedArgument& argument, const std::string& name) {
  argument.variable = name;
  if (auto* const composite = std::get_if<LoadedComposite>(&argument.value))
    for (LoadedArgument& member : composite->members) set_variable(member, name);
}

LoadedArgument load_variable(const std::string& text, std::uint64_t seed) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw UsageError(
        fmt::format("--variable '{}': write NAME=ARG, such as factors=rand:f32:16", text));
  }
  const std::string value = text.substr(equals + 1);
  LoadedArgument variable = load_argument(value, parse_argument(value), seed, 0);
  set_variable(variable, text.substr(0, equals));
  if (LoadedArray* const array = variable.array(); array != nullptr && array->spec.name.empty())
    array->spec.name = variable.variable;
  const auto* const composite = std::get_if<LoadedComposite>(&variable.value);
  const bool is_pointer = std::holds_alternative<NullArgument>(variable.value) ||
                          std::holds_alternative<PointerArgument>(variable.value) ||
                          (composite != nullptr && composite->in_memory);
  if (is_pointer) {
    throw UsageError(
        fmt::format("--variable '{0}': for a variable that is a pointer, write {1}=struct({2})",
                    text, variable.variable, value));
  }
  return variable;
}

std::size_t rounded_up(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

void add_arrays(const LoadedArgument& argument, std::vector<const LoadedArgument*>& arrays) {
  if (argument.array() != nullptr) arrays.push_back(&argument);
  if (const auto* composite = std::get_if<LoadedComposite>(&argument.value))
    for (const LoadedArgument& member : composite->members) add_arrays(member, arrays);
}

}  // namespace

std::vector<LoadedArgument> load_arguments(const std::vector<std::string>& texts,
                                           const std::vector<std::string>& variables,
                                           std::uint64_t seed) {
  std::vector<LoadedArgument> arguments;
  for (const std::string& text : texts) {
    const std::size_t index = arguments.size();
    arguments.push_back(load_argument(text, parse_argument(text), seed + index, index + 1));
  }
  for (const std::string& text : variables)
    arguments.push_back(load_variable(text, seed + arguments.size()));
  return arguments;
}

std::vector<const LoadedArgument*> arrays_of(const std::vector<LoadedArgument>& arguments) {
  std::vector<const LoadedArgument*> arrays;
  for (const LoadedArgument& argument : arguments) add_arrays(argument, arrays);
  return arrays;
}

std::vector<const LoadedArgument*> outputs_of(const std::vector<LoadedArgument>& arguments) {
  std::vector<const LoadedArgument*> outputs = arrays_of(arguments);
  std::erase_if(outputs, [](const auto* output) { return !output->array()->spec.is_output; });
  return outputs;
}

std::size_t Layout::append(const Layout& member) {
  const std::size_t offset = rounded_up(bytes, member.alignment);
  bytes = offset + member.bytes;
  alignment = std::max(alignment, member.alignment);
  return offset;
}

Layout layout_of(const LoadedArgument& argument) {
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value))
    return {scalar->bytes.size(), alignment_of(*scalar)};
  const auto* composite = std::get_if<LoadedComposite>(&argument.value);
  if (composite == nullptr || composite->in_memory) return {sizeof(void*), alignof(void*)};
  return layout_of(*composite);
}

Layout layout_of(const LoadedComposite& composite) {
  Layout layout;
  for (const LoadedArgument& member : composite.members) layout.append(layout_of(member));
  layout.bytes = rounded_up(layout.bytes, layout.alignment);
  return layout;
}

}  // namespace duet::tool
