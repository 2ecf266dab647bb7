#pragma once

#include <cstddef>

/// The limits of a launch.
namespace duet::cpu::limits {

inline constexpr unsigned threads = 1024;  ///< in a block
inline constexpr unsigned block_z = 64;
inline constexpr unsigned grid_x = 0x7fffffff;
inline constexpr unsigned grid_yz = 65535;
// Of cooperative grids, for each core: each block takes an OS thread, and each of its threads that
// waits takes a stack.
inline constexpr unsigned core_threads = 2048;
inline constexpr unsigned core_blocks = 32;
inline constexpr std::size_t shared_bytes = std::size_t{64}
                                            << 10;  ///< dynamic shared memory of a block

}  // namespace duet::cpu::limits

namespace duet::cpu {

/// Alignment of all memory that kernels use, in bytes.
inline constexpr std::size_t memory_alignment = 256;

/// Stack of a thread that waits for others. Other threads share a larger one.
inline constexpr std::size_t thread_stack_bytes = std::size_t{256} << 10;

}  // namespace duet::cpu
