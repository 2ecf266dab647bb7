#pragma once

#include <duet/spelling/libcu/copy.hpp>

/// Starts a copy to shared memory.
/// @param size_and_align  4, 8 or 16 bytes
/// @param zfill           how many bytes at the end become 0 instead of being read
__device__ inline void __pipeline_memcpy_async(void* dst_shared, const void* src_global,
                                               duet::size_t size_and_align,
                                               duet::size_t zfill = 0) {
  const int used = int(size_and_align - zfill);
  if (size_and_align == 16) {
    duet::async_copy_bytes<16>(dst_shared, src_global, used);
  } else if (size_and_align == 8) {
    duet::async_copy_bytes<8>(dst_shared, src_global, used);
  } else {
    duet::async_copy_bytes<4>(dst_shared, src_global, used);
  }
}
__device__ inline void __pipeline_commit() { duet::async_copy_commit(); }
/// Waits for all groups of copies but the last `N`.
__device__ inline void __pipeline_wait_prior(duet::size_t N) {
  duet::spelling::wait_for_copies(unsigned(N));
}
