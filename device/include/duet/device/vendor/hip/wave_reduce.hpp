#pragma once

namespace duet::vendor {

/// Whether one instruction combines a wave's values of type T by Op: never here.
template <typename T, typename Op>
struct WaveReduction {
  static constexpr bool exists = false;
};

}  // namespace duet::vendor
