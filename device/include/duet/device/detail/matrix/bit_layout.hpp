#pragma once

#include <duet/device/integers.hpp>

// Where the elements of a matrix lie in a wave, as a map of bits: each bit of a lane's number and
// of an element's index in its lane is one bit of a row or of a column.

namespace duet::detail {

/// A row in the low 16 bits and a column in the high ones.
using Position = unsigned;
__host__ __device__ constexpr int row_of(Position position) { return int(position & 0xffffu); }
__host__ __device__ constexpr int column_of(Position position) { return int(position >> 16); }
__host__ __device__ constexpr Position position_of(int row, int column) {
  return unsigned(row) | unsigned(column) << 16;
}

/// What the bits of a number mean, for up to four groups of neighbouring bits, lowest first. Each
/// group has 16 bits here: the number of its bits, and the bit of a position that its first bit is.
using BitMap = uint64_t;
inline constexpr int most_groups = 4;

__host__ __device__ constexpr int row_bit(int bit) { return bit; }
__host__ __device__ constexpr int column_bit(int bit) { return 16 + bit; }
/// The mark of bits that mean nothing: lanes that differ in them hold the same elements.
inline constexpr int no_bit = 255;

/// A group of bits and the groups above it.
__host__ __device__ constexpr BitMap bits(int count, int first, BitMap above = 0) {
  return BitMap(count) | BitMap(first) << 8 | above << 16;
}
__host__ __device__ constexpr int group_count(BitMap map) { return int(map & 255); }
__host__ __device__ constexpr int group_first(BitMap map) { return int(map >> 8 & 255); }

/// The number of bits that a map describes.
__host__ __device__ constexpr int bit_count(BitMap map) {
  int count = 0;
  for (int i = 0; i < most_groups; ++i, map >>= 16) count += group_count(map);
  return count;
}
/// The position that a number stands for.
template <BitMap map>
__host__ __device__ constexpr Position spread(unsigned number) {
  if constexpr (map == 0) {
    return 0;
  } else {
    constexpr int count = group_count(map), first = group_first(map);
    constexpr unsigned mask = first == no_bit ? 0 : (1u << count) - 1;
    return (number & mask) << first % 32 | spread<(map >> 16)>(number >> count);
  }
}
/// The number that stands for a position.
/// @param free  where the bits that mean nothing are taken from
template <BitMap map, int at = 0>
__host__ __device__ constexpr unsigned collect(Position position, unsigned free) {
  if constexpr (map == 0) {
    return 0;
  } else {
    constexpr int count = group_count(map), first = group_first(map);
    constexpr unsigned mask = (1u << count) - 1;
    const unsigned rest = collect<(map >> 16), at + count>(position, free);
    return rest | (first == no_bit ? free & mask << at : (position >> first % 32 & mask) << at);
  }
}
/// The map with rows and columns exchanged.
__host__ __device__ constexpr BitMap transposed(BitMap map) {
  BitMap result = 0;
  for (int i = 0; i < most_groups; ++i) {
    const BitMap group = map >> 16 * i & 0xffff;
    const bool is_place = group != 0 && group_first(group) != no_bit;
    result |= (is_place ? group ^ 0x1000 : group) << 16 * i;
  }
  return result;
}
/// The map without the bits of columns, which mean nothing then.
__host__ __device__ constexpr BitMap only_rows(BitMap map) {
  BitMap result = 0;
  for (int i = 0; i < most_groups; ++i) {
    const BitMap group = map >> 16 * i & 0xffff;
    result |= (group_first(group) >= 16 ? bits(group_count(group), no_bit) : group) << 16 * i;
  }
  return result;
}
/// The map without the groups that mean nothing.
__host__ __device__ constexpr BitMap without_free_bits(BitMap map) {
  BitMap result = 0;
  int at = 0;
  for (int i = 0; i < most_groups; ++i, map >>= 16) {
    if (group_first(map) == no_bit) continue;
    result |= (map & 0xffff) << at;
    at += 16;
  }
  return result;
}

/// The layout of a fragment: a small matrix with a power of two of rows and columns.
template <BitMap lane_bits, BitMap index_bits>
struct BitLayout {
  static constexpr BitMap lane_map = lane_bits;
  static constexpr BitMap index_map = index_bits;
  static constexpr Position lane_mask = spread<lane_map>(~0u);
  static constexpr Position index_mask = spread<index_map>(~0u);
  static constexpr int rows = row_of(lane_mask | index_mask) + 1;
  static constexpr int columns = column_of(lane_mask | index_mask) + 1;
  static constexpr int size = 1 << bit_count(index_map);  ///< elements in a lane

  /// How many elements with neighbouring indices are neighbours in a row.
  static constexpr int row_run =
      group_first(index_map) == column_bit(0) ? 1 << group_count(index_map) : 1;
  /// How many elements with neighbouring indices are neighbours in a column.
  static constexpr int column_run =
      index_map != 0 && group_first(index_map) == row_bit(0) ? 1 << group_count(index_map) : 1;
};

/// The same matrix with rows for columns.
template <typename Layout>
using Transposed = BitLayout<transposed(Layout::lane_map), transposed(Layout::index_map)>;

/// A left operand whose lanes hold, of each of their rows of an accumulator, all columns.
template <typename Accumulator, int depth_bits>
using LeftAlong = BitLayout<only_rows(Accumulator::lane_map),
                            bits(depth_bits, column_bit(0),
                                 without_free_bits(only_rows(Accumulator::index_map)))>;
/// A right operand whose lanes hold, of each of their columns of an accumulator, all rows.
template <typename Accumulator, int depth_bits>
using RightAlong = Transposed<LeftAlong<Transposed<Accumulator>, depth_bits>>;

/// Accumulators where no instruction chooses the layout. Waves of 32 lanes: 16 x 8, two neighbours
/// of a row in a lane.
template <int wave_size>
struct PlainAccumulator {
  using type = BitLayout<bits(2, column_bit(1), bits(3, row_bit(0))),
                         bits(1, column_bit(0), bits(1, row_bit(3)))>;
};
/// Waves of 64 lanes: 16 x 16, four neighbours of a row in a lane.
template <>
struct PlainAccumulator<64> {
  using type = BitLayout<bits(4, row_bit(0), bits(2, column_bit(2))), bits(2, column_bit(0))>;
};

/// The exponent of a power of two.
__host__ __device__ constexpr int log2_of(int power) {
  int exponent = 0;
  while (power >> exponent > 1) ++exponent;
  return exponent;
}

}  // namespace duet::detail
