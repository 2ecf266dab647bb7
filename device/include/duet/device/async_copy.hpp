#pragma once

#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(async_copy)

/// @file
/// Copies from global to shared memory that proceed while the thread computes: `cp.async` on NVIDIA
/// GPUs from sm_80 on, plain copies elsewhere. A thread starts copies, ends a group of them, and
/// waits for groups:
///
///     duet::async_copy(&tile[next][i], &x[j]);
///     duet::async_copy_commit();
///     duet::async_copy_wait<1>();  // all groups but the last one
///     duet::barrier();             // for what other threads copied
///
/// What a copy reads must not change, and what it writes must not be used, until the thread has
/// waited for its group. Other threads see the result after a barrier behind that.

namespace duet {

/// Starts a copy of 4, 8 or 16 bytes.
/// @tparam bytes  4, 8 or 16; both addresses are multiples of it
/// @param shared  address in shared memory
/// @param global  address in global memory
/// @param used    how many bytes are read, from 0 on; the others become 0
template <int bytes>
__device__ inline void async_copy_bytes(void* shared, const void* global, int used = bytes) {
  static_assert(bytes == 4 || bytes == 8 || bytes == 16, "a copy has 4, 8 or 16 bytes");
  vendor::AsyncCopy::start<bytes>(shared, global, used);
}
/// Starts a copy of an element.
/// @tparam T  a trivially copyable type of 4, 8 or 16 bytes, aligned to its size
template <typename T>
__device__ inline void async_copy(T* shared, const T* global) {
  static_assert(__is_trivially_copyable(T), "what is copied must be made of its bytes alone");
  async_copy_bytes<int(sizeof(T))>(shared, global);
}

/// Ends the thread's current group of copies, which may be empty.
__device__ inline void async_copy_commit() { vendor::AsyncCopy::commit(); }

/// Waits for the thread's groups of copies.
/// @tparam pending  how many of its latest groups need not be done, 0 to 7
template <int pending = 0>
__device__ inline void async_copy_wait() {
  static_assert(pending >= 0 && pending <= 7, "waits for all groups but the last 0 to 7");
  vendor::AsyncCopy::wait<pending>();
}

}  // namespace duet
