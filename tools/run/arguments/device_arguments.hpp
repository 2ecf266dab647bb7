#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <duet/arguments.hpp>
#include <duet/buffer.hpp>
#include <duet/module.hpp>
#include <duet/stream.hpp>

#include "loaded_argument.hpp"

namespace duet::tool {

/// The arguments of a launch on a device: owns the memory of arrays and structures.
class DeviceArguments {
 public:
  /// Allocates arrays, finds variables in the module and fills in addresses.
  /// @param arguments  must stay where they are while this object is used
  /// @throws UsageError if a pointer's array is not there or is too short, or if a variable has
  ///         another size; Error out_of_memory, unknown_symbol
  DeviceArguments(const Device& device, const Module& module,
                  std::vector<LoadedArgument>& arguments);

  const Arguments& list() const { return list_; }

  /// Copies arrays, structures and variables to the device, in the order of the stream.
  void upload(const Stream& stream) const;

  /// Copies the results to the host and waits for the stream.
  void download(const Stream& stream);

 private:
  DeviceSpan<std::byte> allocate(std::size_t bytes);
  void find_variable(LoadedArgument& argument);
  void place(LoadedArray& array);
  void fill(LoadedComposite& composite);
  void add(const LoadedArgument& argument);
  std::vector<std::byte> bytes_of(const LoadedArgument& argument) const;
  const void* address_of(const LoadedArgument& argument) const;
  const void* element(const std::string& text, const PointerArgument& pointer) const;

  Device device_;
  Module module_;
  Arguments list_{};
  std::vector<Buffer<std::byte>> buffers_{};
  std::vector<LoadedArray*> arrays_{};
  std::map<std::string, const LoadedArray*> named_{};
  /// Structures and the values of variables.
  std::vector<std::pair<DeviceSpan<std::byte>, std::vector<std::byte>>> values_{};
};

}  // namespace duet::tool
