#pragma once

#include <duet/device/integers.hpp>

namespace duet::detail {

/// Copies to shared memory at once, for targets without asynchronous copies.
struct PlainCopy {
  static constexpr bool is_async = false;  ///< whether the thread goes on while it copies
  /// @tparam bytes  4, 8 or 16
  /// @param used  how many of the bytes are read; the others become 0
  template <int bytes>
  __device__ static void start(void* shared, const void* global, int used) {
    struct alignas(bytes) Words {
      uint32_t words[bytes / 4];
    };
    if (used == bytes) {
      *static_cast<Words*>(shared) = *static_cast<const Words*>(global);
    } else {
      auto* const to = static_cast<unsigned char*>(shared);
#pragma unroll 1
      for (int i = 0; i < bytes; ++i) {
        to[i] = i < used ? static_cast<const unsigned char*>(global)[i] : (unsigned char)0;
      }
    }
  }
  __device__ static void commit() {}
  template <int groups>
  __device__ static void wait() {}
};

}  // namespace duet::detail
