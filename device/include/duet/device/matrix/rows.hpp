#pragma once

#include <duet/device/matrix/tile.hpp>

namespace duet {

namespace detail {

/// The bits of a number that a mask selects, next to each other.
__host__ __device__ constexpr int selected_bits(int number, int mask) {
  int result = 0;
  for (int bit = 0, at = 0; bit < 16; ++bit) {
    if ((mask >> bit & 1) == 0) continue;
    result |= (number >> bit & 1) << at++;
  }
  return result;
}

}  // namespace detail

/// A value for each row of a tile of which a lane holds elements, such as the row's sum. Tiles with
/// the same use and as many rows have the same rows in each lane, whatever their columns.
/// @tparam T     the type of the values
/// @tparam Tile  a MatrixTile
template <typename T, typename Tile>
struct TileRows {
 private:
  using Fragment = typename Tile::Layout::Fragment;
  static constexpr int index_bits = detail::row_of(Fragment::index_mask);
  static constexpr int rows_of_fragment = detail::selected_bits(index_bits, index_bits) + 1;

 public:
  /// How many rows a lane holds elements of.
  static constexpr int size = Tile::Layout::down * rows_of_fragment;

  T values[size];  ///< One for each of the lane's rows.

  /// Which of the values belongs to the row of the lane's i-th element.
  __host__ __device__ static constexpr int slot(int i) {
    const int row = detail::row_of(Tile::Layout::index_part(i));
    return row / Fragment::rows * rows_of_fragment +
           detail::selected_bits(row % Fragment::rows, index_bits);
  }
  /// The value of the row of the lane's i-th element.
  __device__ const T& of(int i) const { return values[slot(i)]; }

  /// Sets all values.
  __device__ void fill(T value) {
#pragma unroll
    for (int i = 0; i < size; ++i) values[i] = value;
  }
};

/// Combines what the lanes have of each row. All lanes of the wave call it together.
/// @param rows     values for the rows of an accumulator, such as sums of the lane's own elements
/// @param combine  an associative and commutative function of two values
/// @returns the result of each row, in all lanes that hold elements of the row
template <typename T, typename Tile, typename Combine>
__device__ inline TileRows<T, Tile> combine_lanes(TileRows<T, Tile> rows, Combine combine) {
#pragma unroll
  for (int bit = 1; bit < wave_size; bit *= 2) {
    const detail::Position moved = detail::spread<Tile::Layout::Fragment::lane_map>(unsigned(bit));
    if (detail::column_of(moved) == 0) continue;
#pragma unroll
    for (int i = 0; i < TileRows<T, Tile>::size; ++i) {
      rows.values[i] = combine(rows.values[i], shuffle_xor(rows.values[i], bit));
    }
  }
  return rows;
}

/// Combines the elements of each row, such as to its sum or its greatest element. All lanes of the
/// wave call it together.
/// @param tile     a MatrixTile whose elements are each held by one lane: an accumulator
/// @param combine  an associative and commutative function of two elements
/// @returns the result of each row, in all lanes that hold elements of the row
template <typename T, int rows, int columns, typename Combine>
__device__ inline TileRows<T, MatrixTile<T, rows, columns, MatrixUse::accumulator>> reduce_rows(
    const MatrixTile<T, rows, columns, MatrixUse::accumulator>& tile, Combine combine) {
  using Tile = MatrixTile<T, rows, columns, MatrixUse::accumulator>;
  TileRows<T, Tile> result;
  bool is_set[TileRows<T, Tile>::size] = {};
#pragma unroll
  for (int i = 0; i < Tile::size; ++i) {
    const int slot = TileRows<T, Tile>::slot(i);
    result.values[slot] = is_set[slot] ? combine(result.values[slot], tile[i]) : tile[i];
    is_set[slot] = true;
  }
  return combine_lanes(result, combine);
}

}  // namespace duet
