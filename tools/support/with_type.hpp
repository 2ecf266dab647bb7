#pragma once

#include <complex>
#include <cstdint>
#include <stdexcept>

#include <duet/float16.hpp>

#include "element_type.hpp"

namespace duet::tool {

/// Calls `function` with a value-initialised number of the C++ type of `type` and returns its
/// result. Complex numbers are std::complex.
template <typename Function>
auto with_type(ElementType type, Function&& function) {
  switch (type) {
    case ElementType::boolean: return function(bool{});
    case ElementType::i8: return function(std::int8_t{});
    case ElementType::i16: return function(std::int16_t{});
    case ElementType::i32: return function(std::int32_t{});
    case ElementType::i64: return function(std::int64_t{});
    case ElementType::u8: return function(std::uint8_t{});
    case ElementType::u16: return function(std::uint16_t{});
    case ElementType::u32: return function(std::uint32_t{});
    case ElementType::u64: return function(std::uint64_t{});
    case ElementType::f16: return function(half{});
    case ElementType::bf16: return function(bfloat16{});
    case ElementType::f32: return function(float{});
    case ElementType::f64: return function(double{});
    case ElementType::c64: return function(std::complex<float>{});
    case ElementType::c128: return function(std::complex<double>{});
  }
  throw std::logic_error("unknown type of elements");
}

}  // namespace duet::tool
