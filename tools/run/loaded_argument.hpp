#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <duet/arguments.hpp>
#include <duet/buffer.hpp>
#include <duet/stream.hpp>

#include "options/argument_spec.hpp"
#include "support/npy.hpp"

namespace duet::tool {

/// An array argument on the host and on the device.
struct LoadedArray {
  ArrayArgument spec{};
  NpyArray host{};
  Buffer<std::byte> buffer{};
};

/// An argument of the kernel with its text on the command line.
struct LoadedArgument {
  std::string text{};
  std::variant<ScalarArgument, NullArgument, LoadedArray> value{};

  const LoadedArray* array() const { return std::get_if<LoadedArray>(&value); }
  LoadedArray* array() { return std::get_if<LoadedArray>(&value); }
};

/// Parses arguments, reads their files and generates the other arrays.
/// @param seed  of random numbers; the array of argument i, counted from 0, uses `seed` + i
/// @throws UsageError naming the argument, if it is malformed or its file cannot be used
std::vector<LoadedArgument> load_arguments(const std::vector<std::string>& texts,
                                           std::uint64_t seed);

/// Allocates the arrays on the device and lists the arguments for a launch. The list refers to the
/// buffers of `arguments`. @throws Error out_of_memory
Arguments allocate(const Device& device, std::vector<LoadedArgument>& arguments);

/// Copies the arrays to the device, in the order of the stream.
void upload(const Stream& stream, const std::vector<LoadedArgument>& arguments);

/// Copies the results to the host and waits for the stream.
void download(const Stream& stream, std::vector<LoadedArgument>& arguments);

}  // namespace duet::tool
