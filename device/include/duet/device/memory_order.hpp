#pragma once

namespace duet {

/// What an atomic operation says about the other accesses of its thread, as std::memory_order.
/// Numbered as the compilers' own atomic functions number them.
enum class memory_order : int {
  relaxed = 0,  ///< nothing
  acquire = 2,  ///< later accesses see what was written before the release that is read from
  release = 3,  ///< earlier accesses are seen by whoever acquires what is written
  acq_rel = 4,  ///< both
  seq_cst = 5   ///< both, and all such operations have one order that every thread sees
};

/// Between whom an atomic operation is one. A wider scope is right, too, and can be slower.
enum class memory_scope : int { wave = 2, block = 3, device = 4, system = 5 };

namespace detail {

__host__ __device__ constexpr bool acquires(memory_order order) {
  return order != memory_order::relaxed && order != memory_order::release;
}
__host__ __device__ constexpr bool releases(memory_order order) {
  return order >= memory_order::release;
}
/// That of an operation that turns out to write nothing.
__host__ __device__ constexpr memory_order without_write(memory_order order) {
  if (order == memory_order::seq_cst) return order;
  return acquires(order) ? memory_order::acquire : memory_order::relaxed;
}

}  // namespace detail
}  // namespace duet
