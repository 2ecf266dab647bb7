#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <duet/span.hpp>

#include "options/argument_spec.hpp"
#include "support/npy.hpp"

namespace duet::tool {

/// An array argument on the host and on the device.
struct LoadedArray {
  ArrayArgument spec{};
  NpyArray host{};
  DeviceSpan<std::byte> memory{};  ///< Set by `DeviceArguments`.
  bool keeps_content = false;      ///< Whether a variable has its own value before the run.
};

struct LoadedArgument;

/// A structure by value, or values in device memory.
struct LoadedComposite {
  bool in_memory = false;
  std::vector<LoadedArgument> members;
  std::vector<std::byte> bytes{};  ///< The values with addresses; set by `DeviceArguments`.
  DeviceSpan<std::byte> memory{};  ///< If `in_memory`.
};

/// An argument of the kernel with its text on the command line.
struct LoadedArgument {
  std::string text{};
  std::variant<ScalarArgument, NullArgument, LoadedArray, PointerArgument, LoadedComposite> value{};
  std::size_t number = 0;  ///< Of the kernel's argument, also in its members; from 1.
  std::string variable{};  ///< Of the module, if it is for one and not for a parameter.

  const LoadedArray* array() const { return std::get_if<LoadedArray>(&value); }
  LoadedArray* array() { return std::get_if<LoadedArray>(&value); }
};

/// Parses arguments, reads their files and generates the other arrays.
/// @param variables  NAME=ARG: contents of variables of the module; they follow the arguments
/// @param seed  of random numbers; the array of argument i, counted from 0, uses `seed` + i, and
/// its
///              member j 1000 * (j + 1) more
/// @throws UsageError naming the argument, if it is malformed or its file cannot be used
std::vector<LoadedArgument> load_arguments(const std::vector<std::string>& texts,
                                           const std::vector<std::string>& variables,
                                           std::uint64_t seed);

/// The arrays among arguments and members, in their order. They refer to `arguments`.
std::vector<const LoadedArgument*> arrays_of(const std::vector<LoadedArgument>& arguments);

/// Those of `arrays_of` that are results of the kernel.
std::vector<const LoadedArgument*> outputs_of(const std::vector<LoadedArgument>& arguments);

/// The size of a value in memory.
struct Layout {
  std::size_t bytes = 0;
  std::size_t alignment = 1;

  /// Appends a member, as structures are laid out in C. @returns its offset
  std::size_t append(const Layout& member);
};

/// The layout of an argument's value, which is an address for arrays.
Layout layout_of(const LoadedArgument& argument);

/// The layout of the values that a composite has, also in device memory.
Layout layout_of(const LoadedComposite& composite);

}  // namespace duet::tool
