#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <duet/compile.hpp>
#include <duet/shape.hpp>

#include "cases/difference.hpp"
#include "cases/stored.hpp"
#include "support/npy.hpp"

namespace duet::tool {

/// An argument that is passed by value.
struct CaseScalar {
  std::vector<std::byte> bytes{};
  std::string text{};  ///< As `parse_argument` takes it ("f32:2.5"); empty for a structure.
};

/// The memory that a kernel gets an address in.
struct CaseArray {
  Stored<NpyArray> array;
  ElementType type = ElementType::u8;          ///< Of its elements.
  std::size_t offset = 0;                      ///< Of the address, in bytes from the beginning.
  std::optional<Stored<NpyArray>> expected{};  ///< None: it has to stay as it was.
  std::optional<Stored<NpyArray>> allowed{};   ///< By number of `expected`: how far from it one may
                                               ///< be, in f32 or f64.
};

/// Another address in the array of an earlier argument.
struct CaseSameArray {
  std::size_t argument = 0;
  std::size_t offset = 0;
};

using CaseArgument = std::variant<CaseScalar, CaseArray, CaseSameArray>;

/// The array as it has to be after the launch.
NpyArray expected_of(const CaseArray& array);

/// How what a launch has left in an array differs from what it should have.
/// @returns nothing if it is right
std::optional<Difference> find_difference(const NpyArray& found, const CaseArray& array,
                                          const Tolerance& tolerance);

/// A scalar in the spelling of `parse_argument`. @throws UsageError
CaseScalar case_scalar(std::string text);

/// One kernel to be run on arguments, for its results to be compared between devices.
struct Case {
  std::string name{};   ///< Of its files, too: letters, digits, points, hyphens and underscores.
  std::string about{};  ///< What it exercises.
  Program program{};
  std::string kernel{};  ///< Its name expression.
  LaunchShape shape{};
  std::optional<int> wave_size{};  ///< Lanes of a wave, if the results depend on it.
  std::vector<CaseArgument> arguments{};
  Tolerance tolerance{};  ///< For floating-point results; others have to be equal.
};

/// A case's code for one architecture.
struct CaseCode {
  std::string architecture{};
  CodeFormat format = CodeFormat::cubin;
  std::optional<int> wave_size{};
  std::string lowered_name{};  ///< The kernel's name in the code.
  Stored<std::vector<std::byte>> bytes{{}};
};

/// A case with all that is needed to check it on a device.
struct StoredCase {
  Case what{};
  std::vector<CaseCode> code{};
};

}  // namespace duet::tool
