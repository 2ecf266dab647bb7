#pragma once

#include <duet/device/detail/matrix/bit_layout.hpp>
#include <duet/device/detail/matrix/element.hpp>
#include <duet/device/matrix/use.hpp>
#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(matrix)

namespace duet::detail {

/// Whether the target multiplies elements of this type by an instruction.
template <typename T>
inline constexpr bool has_instruction = vendor::MatrixUnit::takes<T>();

/// The type as which elements are multiplied: half for those of 8 bits that no instruction takes.
template <typename T>
using MultipliedAs = conditional<is_float8<T> && !has_instruction<T>, half, T>;

/// The depth of an operand's fragments.
/// @param depth  the operand's
template <typename T>
__host__ __device__ constexpr int fragment_depth(int depth) {
  using As = MultipliedAs<T>;
  int result = vendor::MatrixUnit::greatest_depth<As>();
  while (depth % result != 0) result /= 2;
  return result;
}

/// Chooses the layout of fragments.
template <typename T, MatrixUse use, int depth, bool is_native>
struct FragmentLayout;
template <typename T, int depth, bool is_native>
struct FragmentLayout<T, MatrixUse::accumulator, depth, is_native> {
  using type = vendor::MatrixUnit::Accumulator;
};
template <typename T, int depth>
struct FragmentLayout<T, MatrixUse::left, depth, true> {
  using type = typename vendor::MatrixOperand<T, depth>::Left;
};
template <typename T, int depth>
struct FragmentLayout<T, MatrixUse::right, depth, true> {
  using type = typename vendor::MatrixOperand<T, depth>::Right;
};
template <typename T, int depth>
struct FragmentLayout<T, MatrixUse::left, depth, false> {
  using type = LeftAlong<vendor::MatrixUnit::Accumulator, log2_of(depth)>;
};
template <typename T, int depth>
struct FragmentLayout<T, MatrixUse::right, depth, false> {
  using type = RightAlong<vendor::MatrixUnit::Accumulator, log2_of(depth)>;
};

/// The layout of a tile: fragments one after the other, in the order in which products need them.
template <typename T, int tile_rows, int tile_columns, MatrixUse use>
struct TileLayout {
  static constexpr int depth = use == MatrixUse::left ? tile_columns : tile_rows;
  static constexpr bool is_right = use == MatrixUse::right;
  static_assert(tile_rows > 0 && tile_columns > 0, "a tile has rows and columns");
  static_assert((use == MatrixUse::right || tile_rows % 16 == 0) &&
                    (use == MatrixUse::left || tile_columns % 16 == 0),
                "a tile of a product's rows or columns has a multiple of 16 of them");
  static_assert(
      use == MatrixUse::accumulator || depth % least_depth<T> == 0,
      "the columns of a left operand and the rows of a right one are a multiple of 16 for types "
      "of 8 and 16 bits, of 8 for tf32, of 4 for float and double");

  using Fragment =
      typename FragmentLayout<MultipliedAs<T>, use,
                              use == MatrixUse::accumulator ? 1 : fragment_depth<T>(depth),
                              has_instruction<MultipliedAs<T>>>::type;
  static constexpr int down = tile_rows / Fragment::rows;
  static constexpr int across = tile_columns / Fragment::columns;
  static constexpr int size = down * across * Fragment::size;

  /// The first index of a fragment.
  __host__ __device__ static constexpr int fragment(int i, int j) {
    return (is_right ? j * down + i : i * across + j) * Fragment::size;
  }
  /// The position of an element in lane 0. In lane n, the bits of `lane_part(n)` are set, too.
  __host__ __device__ static constexpr Position index_part(int index) {
    const int number = index / Fragment::size;
    const int i = is_right ? number % down : number / across;
    const int j = is_right ? number / down : number % across;
    return position_of(i * Fragment::rows, j * Fragment::columns) +
           spread<Fragment::index_map>(unsigned(index % Fragment::size));
  }
  __host__ __device__ static constexpr Position lane_part(unsigned lane) {
    return spread<Fragment::lane_map>(lane);
  }
  /// Calls `function(index, index_part(index))` for each `step`-th element.
  template <int step, typename Function>
  __device__ static void each(Function function) {
#pragma unroll
    for (int i = 0; i < down; ++i) {
#pragma unroll
      for (int j = 0; j < across; ++j) {
        const Position first = position_of(i * Fragment::rows, j * Fragment::columns);
#pragma unroll
        for (int n = 0; n < Fragment::size; n += step) {
          function(fragment(i, j) + n, first + spread<Fragment::index_map>(unsigned(n)));
        }
      }
    }
  }
  /// The index of the element at a position, in the lanes that hold it.
  __host__ __device__ static constexpr int index_at(Position position) {
    return fragment(row_of(position) / Fragment::rows, column_of(position) / Fragment::columns) +
           int(collect<Fragment::index_map>(position, 0));
  }
  /// A lane that holds the element at a position.
  /// @param near  a lane: if several hold the element, the result differs from it as little as
  /// possible
  __host__ __device__ static constexpr unsigned lane_at(Position position, unsigned near) {
    return collect<Fragment::lane_map>(position, near);
  }
};

}  // namespace duet::detail
