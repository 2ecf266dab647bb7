#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {

/// The types that `Float16` converts from. long double is left out: its format depends on the
/// machine.
template <typename T>
concept Float16Source = std::integral<T> || std::same_as<T, float> || std::same_as<T, double>;

/// A binary floating-point format of 16 bits with subnormal numbers, as in IEEE 754.
/// @tparam digits  number of significant bits, including the implicit one
/// @tparam bias    bias of the exponent, which equals the largest exponent
template <int digits, int bias>
struct Float16Format {
  static constexpr unsigned infinity = 0x8000u - (1u << (digits - 1));
  static constexpr unsigned quiet_nan = infinity | (1u << (digits - 2));

  /// `significand` * 2^`exponent`, rounded to nearest, ties to even.
  static constexpr unsigned round(std::uint64_t significand, int exponent) noexcept {
    if (significand == 0) return 0;
    const int leading = 63 - std::countl_zero(significand) + exponent;
    if (leading > bias) return infinity;
    const int least = 1 - bias, own = leading > least ? leading : least;
    // How far the result's last digit is above the significand's last bit.
    const int shift = own - (digits - 1) - exponent;
    std::uint64_t kept = significand;
    if (shift <= 0) {
      kept <<= -shift;
    } else if (shift > 64) {
      kept = 0;
    } else {
      kept = shift < 64 ? significand >> shift : 0;
      const std::uint64_t half = std::uint64_t{1} << (shift - 1);
      const std::uint64_t rest = significand & (half + (half - 1));
      if (rest > half || (rest == half && kept % 2 == 1)) ++kept;
    }
    // A carry propagates into the exponent, from the largest number to infinity.
    return (static_cast<unsigned>(own - least) << (digits - 1)) + static_cast<unsigned>(kept);
  }

  template <Float16Source T>
  static constexpr std::uint16_t bits_of(T x) noexcept {
    if constexpr (std::integral<T>) {
      const bool negative = x < T{};
      const auto value = static_cast<std::uint64_t>(x);
      return signed_bits(negative, round(negative ? 0 - value : value, 0));
    } else {
      using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      constexpr int stored = std::numeric_limits<T>::digits - 1;
      constexpr int greatest = 2 * std::numeric_limits<T>::max_exponent - 1;
      const Bits bits = std::bit_cast<Bits>(x), fraction = bits & ((Bits{1} << stored) - 1);
      const int field = static_cast<int>(bits >> stored) & greatest;
      const bool negative = bits >> (8 * sizeof(T) - 1) != 0;
      if (field == greatest) return signed_bits(negative, fraction == 0 ? infinity : quiet_nan);
      const Bits significand = field == 0 ? fraction : fraction | (Bits{1} << stored);
      return signed_bits(negative,
                         round(significand, (field == 0 ? 1 : field) - greatest / 2 - stored));
    }
  }

  static constexpr float value_of(std::uint16_t bits) noexcept {
    const unsigned size = bits & 0x7fffu, field = size >> (digits - 1);
    const unsigned fraction = size & ((1u << (digits - 1)) - 1);
    float value = 0;
    if (size >= infinity) {
      value = size > infinity ? std::numeric_limits<float>::quiet_NaN()
                              : std::numeric_limits<float>::infinity();
    } else {
      const unsigned significand = field == 0 ? fraction : fraction | (1u << (digits - 1));
      const int exponent = static_cast<int>(field == 0 ? 1 : field) - bias - (digits - 1);
      // In two steps: the power of two for the smallest numbers is below float's normal range.
      value = static_cast<float>(significand) * power_of_two(exponent / 2) *
              power_of_two(exponent - exponent / 2);
    }
    return (bits & 0x8000u) != 0 ? -value : value;
  }

 private:
  static constexpr std::uint16_t signed_bits(bool negative, unsigned size) noexcept {
    return static_cast<std::uint16_t>(size | (negative ? 0x8000u : 0u));
  }
  static constexpr float power_of_two(int exponent) noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23);
  }
};

/// A 16-bit number for arguments and buffers. It converts from and to other types; arithmetic on it
/// is done in float.
template <typename Number, typename Format>
class Float16 {
 public:
  Float16() = default;
  /// The nearest number, ties to even, rounded once. Values out of range become infinity.
  template <Float16Source T>
  constexpr Float16(T x) noexcept  // NOLINT(google-explicit-constructor)
      : bits_(Format::bits_of(x)) {}

  /// The number with these bits.
  static constexpr Number from_bits(std::uint16_t bits) noexcept {
    return std::bit_cast<Number>(bits);
  }
  constexpr std::uint16_t bits() const noexcept { return bits_; }

  /// The same value; exact.
  constexpr operator float() const noexcept {  // NOLINT(google-explicit-constructor)
    return Format::value_of(bits_);
  }

 private:
  std::uint16_t bits_;
};

}  // namespace detail

/// IEEE 754 binary16: 11 significant bits, values from 2^-24 to 65504. A value of 16 bits.
///
/// On the host it is for arguments and buffers: it converts from integers, float and double
/// (rounded once to nearest, ties to even, infinity out of range) and to float (exact), so
/// arithmetic is done in float. `half::from_bits(bits)` and `bits()` access the representation as
/// std::uint16_t. Kernels have the same type with arithmetic (duet/device/half.hpp).
struct half : detail::Float16<half, detail::Float16Format<11, 15>> {
  using Float16::Float16;
};

/// The upper 16 bits of a float: 8 significant bits and the range of a float. A value of 16 bits.
///
/// On the host it is for arguments and buffers: it converts from integers, float and double
/// (rounded once to nearest, ties to even, infinity out of range) and to float (exact), so
/// arithmetic is done in float. `bfloat16::from_bits(bits)` and `bits()` access the representation
/// as std::uint16_t. Kernels have the same type with arithmetic (duet/device/bfloat16.hpp).
struct bfloat16 : detail::Float16<bfloat16, detail::Float16Format<8, 127>> {
  using Float16::Float16;
};

static_assert(sizeof(half) == 2 && sizeof(bfloat16) == 2);

}  // namespace duet
DUET_API_END
