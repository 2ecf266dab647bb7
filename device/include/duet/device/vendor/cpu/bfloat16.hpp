#pragma once

#include <duet/device/detail/bfloat16_format.hpp>
#include <duet/device/detail/through_float.hpp>
#include <duet/device/detail/type_traits.hpp>

namespace duet::vendor {

using Bfloat16 = detail::ThroughFloat<detail::Bfloat16Format>;

}  // namespace duet::vendor

/// Tells the host the type of a parameter, as for built-in types.
template <>
struct duet_cpu::TypeLetter<duet::bfloat16> {
  static constexpr char value = 'B';
};
