#pragma once

#include <cstddef>

/// The most that a launch may ask for.
namespace duet::cpu::limits {

inline constexpr unsigned threads = 1024;  ///< in a block
inline constexpr unsigned block_z = 64;
inline constexpr unsigned grid_x = 0x7fffffff;
inline constexpr unsigned grid_yz = 65535;
// Of cooperative grids, a core of the machine: each block takes a thread of the system, and each
// thread that waits a stack.
inline constexpr unsigned core_threads = 2048;
inline constexpr unsigned core_blocks = 32;
inline constexpr std::size_t shared_bytes = std::size_t{64} << 10;  ///< dynamic, of a block

}  // namespace duet::cpu::limits

namespace duet::cpu {

/// Of all memory that kernels get.
inline constexpr std::size_t memory_alignment = 256;

}  // namespace duet::cpu
