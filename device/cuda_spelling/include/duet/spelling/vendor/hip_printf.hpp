#pragma once

// hiprtc's printf takes numbers only, and its threadIdx.x is an object.

namespace duet::spelling {

template <typename T>
__device__ inline auto printed(T value) {
  if constexpr (__is_class(T)) {
    return unsigned(value);
  } else {
    return value;
  }
}

}  // namespace duet::spelling

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-security"
template <typename... T_>
__device__ inline int duet_spelled_printf(const char* format, T_... values) {
  return printf(format, duet::spelling::printed(values)...);
}
#pragma clang diagnostic pop
#define printf duet_spelled_printf
