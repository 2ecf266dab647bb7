#pragma once

#include <cstddef>

/// The most that a launch may ask for.
namespace duet::cpu::limits {

inline constexpr unsigned threads = 1024;  ///< in a block
inline constexpr unsigned block_z = 64;
inline constexpr unsigned grid_x = 0x7fffffff;
inline constexpr unsigned grid_yz = 65535;
inline constexpr std::size_t shared_bytes = std::size_t{64} << 10;  ///< dynamic, of a block

}  // namespace duet::cpu::limits

namespace duet::cpu {

/// Of all memory that kernels get.
inline constexpr std::size_t memory_alignment = 256;

}  // namespace duet::cpu
