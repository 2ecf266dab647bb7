#pragma once

#include <duet/device/detail/half_format.hpp>
#include <duet/device/detail/through_float.hpp>
#include <duet/device/detail/type_traits.hpp>

namespace duet::vendor {

using Half = detail::ThroughFloat<detail::HalfFormat>;

}  // namespace duet::vendor

/// Tells the host the type of a parameter, as for built-in types.
template <>
struct duet_cpu::TypeLetter<duet::half> {
  static constexpr char value = 'H';
};
