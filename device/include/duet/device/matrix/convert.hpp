#pragma once

#include <duet/device/matrix/tile.hpp>

namespace duet {

namespace detail {

/// How a tile is made from another one with the same elements in other places: by shuffles, and by
/// a choice where the index in the source's lane depends on the target's lane.
/// @tparam To, From  layouts; `From` may be transposed
template <typename To, typename From, bool is_transposed>
struct Redistribution {
  using Target = typename To::Fragment;
  static constexpr BitMap from_lanes =
      is_transposed ? transposed(From::Fragment::lane_map) : From::Fragment::lane_map;
  static constexpr Position from_lane_mask = spread<from_lanes>(~0u);
  /// Bits of a position that depend on the lane here, and on the index there.
  static constexpr Position chosen = Target::lane_mask & ~from_lane_mask;

  __host__ __device__ static constexpr int choices() {
    int count = 1;
    for (Position rest = chosen; rest != 0; rest &= rest - 1) count *= 2;
    return count;
  }
  /// The n-th value of the bits `chosen`.
  __host__ __device__ static constexpr Position choice(int n) {
    Position result = 0;
    int bit = 0;
    for (int at = 0; at < 32; ++at) {
      if ((chosen >> at & 1) == 0) continue;
      result |= Position(n >> bit & 1) << at;
      ++bit;
    }
    return result;
  }
  /// Whether each lane already holds the elements that it gets.
  __host__ __device__ static constexpr bool stays_in_lane() {
    for (int bit = 0; bit < 6; ++bit) {
      const Position there = spread<from_lanes>(1u << bit);
      if (there != 0 && there != spread<Target::lane_map>(1u << bit)) return false;
    }
    return true;
  }
  __host__ __device__ static constexpr int source_index(Position at) {
    return From::index_at(is_transposed ? at >> 16 | at << 16 : at);
  }

  template <typename T>
  __device__ static void run(T* to, const T* from) {
    const unsigned lane = duet::lane();
    const Position own = To::lane_part(lane);
    To::template each<1>([=](int i, Position at) {
      const int source = int(collect<from_lanes>(at | own, lane));
#pragma unroll
      for (int n = 0; n < choices(); ++n) {
        T value = from[source_index(at | choice(n))];
        if constexpr (!stays_in_lane()) value = shuffle(value, source);
        if (n == 0 || (own & chosen) == choice(n)) to[i] = value;
      }
    });
  }
};

template <typename To, bool is_transposed, typename T, int rows, int columns, MatrixUse use>
__device__ inline To redistribute(const MatrixTile<T, rows, columns, use>& from) {
  using U = typename To::value_type;
  using Source = typename MatrixTile<T, rows, columns, use>::Layout;
  U converted[Source::size];
#pragma unroll
  for (int i = 0; i < Source::size; ++i) converted[i] = matrix_cast_element<U>(from[i]);
  To result;
  Redistribution<typename To::Layout, Source, is_transposed>::run(result.values, converted);
  return result;
}

}  // namespace detail

/// The same matrix with another type or use: an accumulator as the next product's operand, half as
/// float. Elements are rounded to nearest.
/// @tparam To  a MatrixTile with as many rows and columns
template <typename To, typename T, int rows, int columns, MatrixUse use>
__device__ inline To matrix_cast(const MatrixTile<T, rows, columns, use>& from) {
  static_assert(To::row_count == rows && To::column_count == columns,
                "a matrix is cast to a tile with as many rows and columns");
  return detail::redistribute<To, false>(from);
}
/// The transposed matrix.
/// @tparam To  a MatrixTile with as many rows as `from` has columns, and as many columns as it has
/// rows
template <typename To, typename T, int rows, int columns, MatrixUse use>
__device__ inline To matrix_transpose(const MatrixTile<T, rows, columns, use>& from) {
  static_assert(To::row_count == columns && To::column_count == rows,
                "a matrix is transposed to a tile with as many rows as it has columns");
  return detail::redistribute<To, true>(from);
}

}  // namespace duet
