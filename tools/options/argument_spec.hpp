#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/element_type.hpp"

namespace duet::tool {

/// A kernel argument passed by value.
struct ScalarArgument {
  ElementType type;
  std::vector<std::byte> bytes;  ///< The value as a kernel reads it.
};

/// A kernel argument that is a device array. An empty path means that it is not read or written.
struct ArrayArgument {
  std::string input{};
  std::string output{};
  ElementType type = ElementType::f32;  ///< Type and shape are known here only without an input.
  std::vector<std::size_t> shape{};
};

using ArgumentSpec = std::variant<ScalarArgument, ArrayArgument>;

/// Reads one ARG of `duet run`; files are not opened.
///   TYPE:VALUE                a scalar of type bool, i8 … u64, f16, bf16, f32, f64; integers also
///   0x1f in:FILE                   a .npy file out:FILE:TYPE:SHAPE       zeroes at first, written
///   when the kernel has finished; 1024, 32x32 inout:FILE:RESULT         a .npy file, its content
///   afterwards written to RESULT
/// @throws UsageError naming the argument and what is wrong with it
ArgumentSpec parse_argument(std::string_view text);

/// How to write an ARG, for help texts.
std::string argument_help();

}  // namespace duet::tool
