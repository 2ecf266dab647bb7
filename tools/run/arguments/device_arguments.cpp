#include "device_arguments.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <duet/copy.hpp>

#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

/// Calls `function` with the members of an argument, then with the argument.
template <typename Function>
void visit_all(LoadedArgument& argument, const Function& function) {
  if (auto* const composite = std::get_if<LoadedComposite>(&argument.value))
    for (LoadedArgument& member : composite->members) visit_all(member, function);
  function(argument);
}

}  // namespace

DeviceArguments::DeviceArguments(const Device& device, const Module& module,
                                 std::vector<LoadedArgument>& arguments)
    : device_(device), module_(module) {
  for (LoadedArgument& argument : arguments) {
    if (!argument.variable.empty()) find_variable(argument);
    visit_all(argument, [this](LoadedArgument& each) {
      if (each.array() != nullptr) place(*each.array());
    });
  }
  for (LoadedArgument& argument : arguments) {
    visit_all(argument, [this](LoadedArgument& each) {
      if (auto* const composite = std::get_if<LoadedComposite>(&each.value)) fill(*composite);
    });
    add(argument);
  }
}

DeviceSpan<std::byte> DeviceArguments::allocate(std::size_t bytes) {
  return buffers_.emplace_back(device_, bytes);
}

void DeviceArguments::find_variable(LoadedArgument& argument) {
  const DeviceSpan<std::byte> memory = module_.symbol(argument.variable);
  LoadedArray* const array = argument.array();
  const std::size_t bytes = array != nullptr ? array->host.bytes.size() : layout_of(argument).bytes;
  if (bytes != memory.size()) {
    throw UsageError(fmt::format("--variable '{0}={1}' has {2} bytes, but '{0}' has {3}",
                                 argument.variable, argument.text, bytes, memory.size()));
  }
  if (array == nullptr) return;
  array->memory = memory;
  array->keeps_content = array->spec.content.kind == ArrayContent::Kind::zeros;
}

void DeviceArguments::place(LoadedArray& array) {
  if (array.memory.size() == 0) array.memory = allocate(array.host.bytes.size());
  arrays_.push_back(&array);
  if (array.spec.name.empty()) return;
  if (!named_.emplace(array.spec.name, &array).second)
    throw UsageError(fmt::format("two arrays have the name '{}'", array.spec.name));
}

void DeviceArguments::fill(LoadedComposite& composite) {
  composite.bytes.assign(layout_of(composite).bytes, std::byte{});
  Layout layout;
  for (const LoadedArgument& member : composite.members) {
    const std::vector<std::byte> bytes = bytes_of(member);
    const std::size_t offset = layout.append(layout_of(member));
    std::copy(bytes.begin(), bytes.end(),
              composite.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  }
  if (!composite.in_memory) return;
  composite.memory = allocate(composite.bytes.size());
  values_.emplace_back(composite.memory, composite.bytes);
}

void DeviceArguments::add(const LoadedArgument& argument) {
  if (const LoadedArray* const array = argument.array()) {
    if (argument.variable.empty()) list_.add(array->memory);
    return;
  }
  std::vector<std::byte> bytes = bytes_of(argument);
  if (!argument.variable.empty()) {
    values_.emplace_back(module_.symbol(argument.variable), std::move(bytes));
  } else {
    list_.add_bytes(bytes.data(), bytes.size(), layout_of(argument).alignment);
  }
}

std::vector<std::byte> DeviceArguments::bytes_of(const LoadedArgument& argument) const {
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) return scalar->bytes;
  const auto* const composite = std::get_if<LoadedComposite>(&argument.value);
  if (composite != nullptr && !composite->in_memory) return composite->bytes;
  const void* const address = address_of(argument);
  std::vector<std::byte> bytes(sizeof address);
  std::memcpy(bytes.data(), &address, sizeof address);
  return bytes;
}

const void* DeviceArguments::address_of(const LoadedArgument& argument) const {
  if (const LoadedArray* const array = argument.array()) return array->memory.data();
  if (const auto* const composite = std::get_if<LoadedComposite>(&argument.value))
    return composite->memory.data();
  const auto* const pointer = std::get_if<PointerArgument>(&argument.value);
  return pointer == nullptr ? nullptr : element(argument.text, *pointer);
}

const void* DeviceArguments::element(const std::string& text,
                                     const PointerArgument& pointer) const {
  const auto found = named_.find(pointer.array);
  if (found == named_.end()) {
    throw UsageError(
        fmt::format("argument '{0}': no array is named '{1}'; write {1}= before one, such as "
                    "{1}=rand:f32:1024",
                    text, pointer.array));
  }
  const LoadedArray& array = *found->second;
  if (pointer.element > array.host.count()) {
    throw UsageError(fmt::format("argument '{}': the array '{}' has {} elements", text,
                                 pointer.array, array.host.count()));
  }
  return array.memory.data() + pointer.element * size_of(array.host.type);
}

void DeviceArguments::upload(const Stream& stream) const {
  for (const LoadedArray* const array : arrays_) {
    if (array->memory.size() > 0 && !array->keeps_content)
      copy(stream, array->memory, array->host.bytes);
  }
  for (const auto& [memory, bytes] : values_)
    if (memory.size() > 0) copy(stream, memory, bytes);
}

void DeviceArguments::download(const Stream& stream) {
  for (LoadedArray* const array : arrays_) {
    if (array->spec.is_output && array->memory.size() > 0)
      copy(stream, array->host.bytes, array->memory);
  }
  stream.synchronize();
}

}  // namespace duet::tool
