#pragma once

namespace duet {

/// How an atomic operation orders the other accesses of its thread, like std::memory_order.
/// Numbered as in the compilers' own atomic functions.
enum class memory_order : int {
  relaxed = 0,  ///< Orders nothing.
  acquire = 2,  ///< Later accesses see what was written before the release that is read from.
  release = 3,  ///< Earlier accesses are visible to a thread that acquires the value written.
  acq_rel = 4,  ///< Both.
  seq_cst = 5   ///< Both, and all threads see all such operations in one order.
};

/// The threads among which an operation is atomic: those of the wave, the block, the device, or the
/// system with its host. A wider scope than necessary is correct and can be slower.
enum class memory_scope : int { wave = 2, block = 3, device = 4, system = 5 };

namespace detail {

__host__ __device__ constexpr bool acquires(memory_order order) {
  return order != memory_order::relaxed && order != memory_order::release;
}
__host__ __device__ constexpr bool releases(memory_order order) {
  return order >= memory_order::release;
}
/// The order of an operation that turns out to write nothing.
__host__ __device__ constexpr memory_order without_write(memory_order order) {
  if (order == memory_order::seq_cst) return order;
  return acquires(order) ? memory_order::acquire : memory_order::relaxed;
}

}  // namespace detail
}  // namespace duet
