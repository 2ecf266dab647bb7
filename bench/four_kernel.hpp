#pragma once

namespace duet::bench {

/// A kernel that does nothing, with four arguments: its launches cost their overhead alone.
inline constexpr const char* four_kernel = R"(
extern "C" __global__ void four(float a, const float* x, float* y, int n) {
  if (n < 0) y[0] = a * x[0];
}
)";

}  // namespace duet::bench
