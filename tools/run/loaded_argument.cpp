#include "loaded_argument.hpp"

#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <duet/copy.hpp>

#include "generated_array.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

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

LoadedArgument load_argument(const std::string& text, std::uint64_t seed) {
  ArgumentSpec spec = parse_argument(text);
  if (auto* scalar = std::get_if<ScalarArgument>(&spec)) return {text, std::move(*scalar)};
  auto* array = std::get_if<ArrayArgument>(&spec);
  if (array == nullptr) return {text, NullArgument{}};
  try {
    NpyArray host = load_array(*array, seed);
    return {text, LoadedArray{std::move(*array), std::move(host), {}}};
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(fmt::format("argument '{}': not enough host memory", text));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("argument '{}': {}", text, error.what()));
  }
}

}  // namespace

std::vector<LoadedArgument> load_arguments(const std::vector<std::string>& texts,
                                           std::uint64_t seed) {
  std::vector<LoadedArgument> arguments;
  for (const std::string& text : texts)
    arguments.push_back(load_argument(text, seed + arguments.size()));
  return arguments;
}

Arguments allocate(const Device& device, std::vector<LoadedArgument>& arguments) {
  Arguments list;
  for (LoadedArgument& argument : arguments) {
    if (LoadedArray* array = argument.array()) {
      array->buffer = Buffer<std::byte>(device, array->host.bytes.size());
      list.add(array->buffer);
    } else if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
      // The parts of a complex number are aligned, not the number.
      const std::size_t bytes = scalar->bytes.size();
      const bool is_complex = scalar->type == ElementType::c64 || scalar->type == ElementType::c128;
      list.add_bytes(scalar->bytes.data(), bytes, is_complex ? bytes / 2 : bytes);
    } else {
      list.add(nullptr);
    }
  }
  return list;
}

void upload(const Stream& stream, const std::vector<LoadedArgument>& arguments) {
  for (const LoadedArgument& argument : arguments) {
    const LoadedArray* array = argument.array();
    if (array != nullptr && array->buffer.size() > 0)
      copy(stream, array->buffer, array->host.bytes);
  }
}

void download(const Stream& stream, std::vector<LoadedArgument>& arguments) {
  for (LoadedArgument& argument : arguments) {
    LoadedArray* array = argument.array();
    if (array != nullptr && array->spec.is_output && array->buffer.size() > 0)
      copy(stream, array->host.bytes, array->buffer);
  }
  stream.synchronize();
}

}  // namespace duet::tool
