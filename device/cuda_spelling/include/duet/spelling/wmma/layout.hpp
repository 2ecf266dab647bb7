#pragma once

#include <duet/device/matrix.hpp>

// Where the elements of a warp's matrices lie.

namespace duet::spelling {

/// Sums: two neighbours of a row in a lane.
template <int rows, int columns>
using WarpSums =
    detail::BitLayout<detail::bits(2, detail::column_bit(1), detail::bits(3, detail::row_bit(0))),
                      detail::bits(1, detail::column_bit(0),
                                   detail::bits(detail::log2_of(columns) - 3, detail::column_bit(3),
                                                detail::bits(detail::log2_of(rows) - 3,
                                                             detail::row_bit(3))))>;

template <int m, int n, int k, MatrixUse use>
struct WarpFragment {
  using type = WarpSums<m, n>;
};
template <int m, int n, int k>
struct WarpFragment<m, n, k, MatrixUse::left> {
  using type = detail::LeftAlong<WarpSums<m, n>, detail::log2_of(k)>;
};
template <int m, int n, int k>
struct WarpFragment<m, n, k, MatrixUse::right> {
  using type = detail::RightAlong<WarpSums<m, n>, detail::log2_of(k)>;
};

/// A matrix in 32 lanes whatever the wave, for ordinary arithmetic: the matrix instructions of
/// waves of 64 would need both of a wave's warps.
template <int m, int n, int k, MatrixUse use>
struct WarpLayout {
  using Fragment = typename WarpFragment<m, n, k, use>::type;
  static constexpr int size = Fragment::size;

  __device__ static constexpr detail::Position index_part(int index) {
    return detail::spread<Fragment::index_map>(unsigned(index));
  }
  __device__ static constexpr detail::Position lane_part(unsigned lane) {
    return detail::spread<Fragment::lane_map>(lane);
  }
};

constexpr int whole_tiles(int extent) { return (extent + 15) / 16 * 16; }

/// Chooses the layout of matrices of m x k, k x n and m x n elements.
/// @tparam T  of operands, the type in which they are multiplied
template <typename T, int m, int n, int k, MatrixUse use, bool is_tile>
struct WarpMatrix {
  using Layout = WarpLayout<m, n, k, use>;

  template <typename LayoutA, typename LayoutB, typename C, typename Operand>
  __device__ static void multiply_add(C* c, const Operand* a, const Operand* b) {
    detail::PlainProduct<Layout, LayoutA, LayoutB>::multiply_add(c, a, b);
  }
};
/// As MatrixTile has it: the target's matrix instructions can be used. Tiles may be larger.
template <typename T, int m, int n, int k, MatrixUse use>
struct WarpMatrix<T, m, n, k, use, true> {
  static constexpr int rows = use == MatrixUse::right ? k : whole_tiles(m);
  static constexpr int columns = use == MatrixUse::left ? k : whole_tiles(n);
  using Layout = typename MatrixTile<T, rows, columns, use>::Layout;

  template <typename LayoutA, typename LayoutB, typename C, typename Operand>
  __device__ static void multiply_add(C* c, const Operand* a, const Operand* b) {
    detail::TileProduct<Layout, LayoutA, LayoutB>::run(c, a, b);
  }
};

}  // namespace duet::spelling
