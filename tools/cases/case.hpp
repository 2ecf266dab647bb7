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

/// An argument passed by value.
struct CaseScalar {
  std::vector<std::byte> bytes{};
  std::string text{};  ///< The form of `parse_argument` ("f32:2.5"); empty for a structure.
};

/// An argument that is an address in an array.
struct CaseArray {
  Stored<NpyArray> array;
  ElementType type = ElementType::u8;          ///< Type of the elements.
  std::size_t offset = 0;                      ///< The address, in bytes from the beginning.
  std::optional<Stored<NpyArray>> expected{};  ///< Absent: the kernel must not change the array.
  std::optional<Stored<NpyArray>> allowed{};   ///< Allowed error of each number; u8, f32 or f64.
};

/// An argument that is an address in the array of an earlier argument.
struct CaseSameArray {
  std::size_t argument = 0;
  std::size_t offset = 0;
};

using CaseArgument = std::variant<CaseScalar, CaseArray, CaseSameArray>;

/// Returns the expected content of the array after the launch.
NpyArray expected_of(const CaseArray& array);

/// Compares the content of an array after the launch with the expected one.
/// @returns nullopt if they agree
std::optional<Difference> find_difference(const NpyArray& found, const CaseArray& array,
                                          const Tolerance& tolerance);

/// Parses a scalar in the form of `parse_argument`. @throws UsageError
CaseScalar case_scalar(std::string text);

/// A kernel with arguments and expected results, which are compared between devices.
struct Case {
  std::string name{};   ///< Also used for file names: letters, digits, ".", "-" and "_".
  std::string about{};  ///< The feature that it exercises.
  Program program{};
  std::string kernel{};  ///< Name expression.
  LaunchShape shape{};
  std::optional<int> wave_size{};  ///< Lanes of a wave, if the results depend on it.
  std::vector<CaseArgument> arguments{};
  Tolerance tolerance{};  ///< For floating-point results; others must be equal.
};

/// A case's code for one architecture.
struct CaseCode {
  std::string architecture{};
  CodeFormat format = CodeFormat::cubin;
  std::optional<int> wave_size{};
  std::string lowered_name{};  ///< The kernel's name in the code.
  Stored<std::vector<std::byte>> bytes{{}};
};

/// A case with its code.
struct StoredCase {
  Case what{};
  std::vector<CaseCode> code{};
};

}  // namespace duet::tool
