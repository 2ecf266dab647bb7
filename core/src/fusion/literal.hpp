#pragma once

#include <complex>
#include <cstdint>
#include <string>

#include <duet/data_type.hpp>

namespace duet::detail {

/// The name of an element type in kernels.
const char* kernel_type(DataType type) noexcept;

/// Returns the C++ expression of a number in kernels, of the given type.
/// @throws Error (invalid_argument) if the type cannot represent the number
std::string literal(DataType type, std::complex<double> value);
/// @param type  an integer type or boolean that can represent the value
/// @param bits  the value in 64 bits, in two's complement if it is negative
std::string integer_literal(DataType type, bool is_negative, std::uint64_t bits);

}  // namespace duet::detail
