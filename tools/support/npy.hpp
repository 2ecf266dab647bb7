#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "element_type.hpp"

namespace duet::tool {

/// An array in host memory, in the layout of a NumPy .npy file.
struct NpyArray {
  ElementType type = ElementType::f32;
  std::vector<std::size_t> shape{};  ///< Empty for a single number.
  bool fortran_order = false;        ///< Whether the first index varies fastest in `bytes`.
  std::vector<std::byte> bytes{};

  std::size_t count() const noexcept { return bytes.size() / size_of(type); }
};

/// The header of a .npy file.
struct NpyHeader {
  ElementType type = ElementType::f32;
  std::vector<std::size_t> shape{};
  bool fortran_order = false;
  std::size_t data_offset = 0;  ///< Position of the elements in the file.
  std::size_t data_bytes = 0;   ///< Size of the elements; they fill the rest of the file.
};

/// The limit for headers. NumPy writes some hundred bytes.
inline constexpr std::size_t npy_max_header_bytes = 65536;

/// Reads a header; versions 1.0, 2.0 and 3.0. Safe on any input.
/// @param beginning  the whole file, or at least its first `npy_max_header_bytes`
/// @param file_bytes the size of the whole file, with which the shape must agree
/// @throws UsageError with the reason if the file is truncated, damaged, big-endian or of a type
///         outside `ElementType`
NpyHeader parse_npy_header(std::span<const std::byte> beginning, std::uint64_t file_bytes);

/// Reads a whole file in memory. @throws UsageError as `parse_npy_header`
NpyArray parse_npy(std::span<const std::byte> file);

/// Writes an array in format version 1.0, or 2.0 if the header is too long for 1.0.
/// @throws UsageError if shape, type and number of bytes do not agree
std::vector<std::byte> format_npy(const NpyArray& array);

/// @throws UsageError naming the file and the reason
NpyArray read_npy(const std::filesystem::path& path);
/// @throws std::runtime_error naming the file if it cannot be written; UsageError as `format_npy`
void write_npy(const std::filesystem::path& path, const NpyArray& array);

/// The size of an array in bytes. @throws UsageError if it overflows
std::size_t array_bytes(ElementType type, std::span<const std::size_t> shape);

/// Writes a shape as NumPy does: "(3, 4)".
std::string format_shape(std::span<const std::size_t> shape);

}  // namespace duet::tool
