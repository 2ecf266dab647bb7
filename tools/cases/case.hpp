#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <duet/compile.hpp>
#include <duet/shape.hpp>

#include "cases/difference.hpp"
#include "support/npy.hpp"

namespace duet::tool {

/// A scalar as `parse_argument` takes it ("f32:2.5"), or the array that a kernel finds.
using CaseArgument = std::variant<std::string, NpyArray>;

/// One kernel to be run on arguments, for its results to be compared between devices.
struct Case {
  std::string name{};    ///< Of its files, too: letters, digits and underscores.
  std::string about{};   ///< What it exercises.
  std::string kernel{};  ///< Its name expression.
  std::string source{};
  LaunchShape shape{};
  std::vector<CaseArgument> arguments{};
  Tolerance tolerance{};  ///< For floating-point results; others have to be equal.

  Program program() const { return {.name = name + ".cu", .source = source, .kernels = {kernel}}; }
};

/// A case's code for one architecture.
struct CaseCode {
  std::string architecture{};
  CodeFormat format = CodeFormat::cubin;
  std::optional<int> wave_size{};
  std::string lowered_name{};  ///< The kernel's name in the code.
  std::vector<std::byte> bytes{};
};

/// A case with all that is needed to check it on a device.
struct StoredCase {
  Case what{};
  std::vector<std::optional<NpyArray>> expected{};  ///< By argument; none for scalars.
  std::vector<CaseCode> code{};
};

}  // namespace duet::tool
