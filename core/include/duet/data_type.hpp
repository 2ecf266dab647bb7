#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <duet/export.hpp>
#include <duet/float16.hpp>

DUET_API_BEGIN
namespace duet {

/// The type of an array's elements.
enum class DataType : std::uint8_t {
  boolean,  ///< bool: one byte, 0 or 1
  i8,       ///< std::int8_t
  i16,      ///< std::int16_t
  i32,      ///< std::int32_t
  i64,      ///< std::int64_t
  u8,       ///< std::uint8_t
  u16,      ///< std::uint16_t
  u32,      ///< std::uint32_t
  u64,      ///< std::uint64_t
  f16,      ///< duet::half
  bf16,     ///< duet::bfloat16
  f32,      ///< float
  f64,      ///< double
  c64,      ///< std::complex<float>
  c128      ///< std::complex<double>
};

/// The name of an element type: "bool", "i8" … "u64", "f16", "bf16", "f32", "f64", "c64", "c128".
/// "unknown" for any other number. Static storage.
const char* name_of(DataType type) noexcept;
/// The size of an element in bytes; 0 for a number that is no enumerator.
std::size_t size_of(DataType type) noexcept;

namespace detail {
/// A C++ type that has a DataType.
template <typename T>
concept Element = std::is_same_v<T, half> || std::is_same_v<T, bfloat16> ||
    std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>> ||
    (std::is_integral_v<T> && sizeof(T) <= 8);
}  // namespace detail

/// The DataType of a C++ type.
/// @tparam T  bool, an integer type, half, bfloat16, float, double, std::complex<float> or
///            std::complex<double>
template <typename T>
constexpr DataType data_type_of() noexcept {
  static_assert(detail::Element<T>, "no element type of arrays: name a DataType");
  if constexpr (std::is_same_v<T, bool>) return DataType::boolean;
  if constexpr (std::is_same_v<T, half>) return DataType::f16;
  if constexpr (std::is_same_v<T, bfloat16>) return DataType::bf16;
  if constexpr (std::is_same_v<T, float>) return DataType::f32;
  if constexpr (std::is_same_v<T, double>) return DataType::f64;
  if constexpr (std::is_same_v<T, std::complex<float>>) return DataType::c64;
  if constexpr (std::is_same_v<T, std::complex<double>>) return DataType::c128;
  constexpr DataType integers[] = {DataType::u8,  DataType::i8,  DataType::u16, DataType::i16,
                                   DataType::u32, DataType::i32, DataType::u64, DataType::i64};
  constexpr int size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return integers[2 * size + (std::is_signed_v<T> ? 1 : 0)];
}

}  // namespace duet
DUET_API_END
