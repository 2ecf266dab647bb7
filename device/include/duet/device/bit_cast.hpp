#pragma once

namespace duet {

/// The value of type `To` that has the same bytes, like std::bit_cast.
/// @tparam To  a trivially copyable type of the same size
template <typename To, typename From>
__host__ __device__ constexpr To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "the types differ in size");
  static_assert(__is_trivially_copyable(To) && __is_trivially_copyable(From),
                "a type is not made of its bytes alone");
  return __builtin_bit_cast(To, from);
}

}  // namespace duet
