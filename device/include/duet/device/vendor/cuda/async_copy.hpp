#pragma once

#if __CUDA_ARCH__ < 800
#include <duet/device/detail/plain_copy.hpp>
#endif

namespace duet::vendor {

#if __CUDA_ARCH__ >= 800
/// cp.async, from sm_80 on. 16 bytes bypass the first-level cache.
struct AsyncCopy {
  static constexpr bool is_async = true;
  template <int bytes>
  __device__ static void start(void* shared, const void* global, int used) {
    const unsigned to = unsigned(__cvta_generic_to_shared(shared));
    if constexpr (bytes == 16) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(global), "r"(used)
                   : "memory");
    } else {
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(global),
                   "n"(bytes), "r"(used)
                   : "memory");
    }
  }
  __device__ static void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
  template <int groups>
  __device__ static void wait() {
    asm volatile("cp.async.wait_group %0;" ::"n"(groups) : "memory");
  }
};
#else
using AsyncCopy = detail::PlainCopy;
#endif

}  // namespace duet::vendor
