#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/element_type.hpp"

namespace duet::tool {

/// A number passed by value; as a member of a structure also several adjacent ones.
struct ScalarArgument {
  ElementType type;
  std::vector<std::byte> bytes;  ///< The values in the kernel's representation.
};

/// A null pointer as a kernel argument.
struct NullArgument {};

/// What the elements of an array are before the kernel runs.
struct ArrayContent {
  enum class Kind {
    zeros,
    file,      ///< Read from `path`, with type and shape.
    random,    ///< Uniform from `first` to `second`.
    constant,  ///< `first`
    range      ///< `first`, `first` + `second`, `first` + 2 * `second`, …
  };
  Kind kind = Kind::zeros;
  std::string path{};
  std::vector<std::byte> first{};  ///< A number of the array's type.
  std::vector<std::byte> second{};
};

/// A kernel argument that is a device array.
struct ArrayArgument {
  ArrayContent content{};
  bool is_output = false;               ///< Whether it is a result of the kernel.
  std::string output{};                 ///< Path; empty: the result is not written to a file.
  ElementType type = ElementType::f32;  ///< Type and shape are not set for files.
  std::vector<std::size_t> shape{};
  std::string name{};  ///< For pointers into it; empty without one.
};

/// The address of an element of a named array.
struct PointerArgument {
  std::string array{};
  std::size_t element = 0;
};

/// The bytes of a file, passed by value.
struct FileArgument {
  std::string path{};
};

struct MemberSpec;

/// Values one behind the other, each aligned as in C: a structure.
struct CompositeArgument {
  bool in_memory = false;  ///< Whether they are in device memory and the argument is their address.
  std::vector<MemberSpec> members;
};

using ArgumentSpec = std::variant<ScalarArgument, NullArgument, ArrayArgument, PointerArgument,
                                  FileArgument, CompositeArgument>;

struct MemberSpec {
  std::string text{};
  ArgumentSpec spec{};
};

/// The alignment of the numbers in bytes. The parts of a complex number are aligned, not the
/// number.
std::size_t alignment_of(const ScalarArgument& scalar);

/// Parses one ARG of `duet run`. `argument_help` lists the forms. Integers may be hexadecimal.
/// Opens no files.
/// @throws UsageError naming the argument and the error
ArgumentSpec parse_argument(std::string_view text);

/// The argument with other files for its outputs.
/// @param next_file  is called for each output, in order
std::string with_output_files(std::string_view text, const std::function<std::string()>& next_file);

/// The help text for ARG.
std::string argument_help();

}  // namespace duet::tool
