#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/tensor_map.hpp>

namespace duet {

/// Which elements of an operand are neighbours in memory.
enum class ProductOrder {
  depth,   ///< Those along the depth: A in row-major, B in column-major order.
  across,  ///< Those of one depth: A in column-major, B in row-major order.
  any      ///< None need to be.
};

/// An operand of a product: a matrix of rows (of A) or columns (of B) times the depth, in global
/// memory. Distances are in elements.
template <typename T>
struct ProductOperand {
  TensorMap map;         ///< Of the same matrix, if the tile is copied by boxes.
  const T* data;         ///< The first element.
  int64_t stride;        ///< Distance of neighbouring rows of A or columns of B.
  int64_t depth_stride;  ///< Distance of neighbours along the depth.
  int64_t batch_stride;  ///< Distance of the same elements of neighbouring matrices of a batch.
};

/// The matrix that a product is written to. Distances are in elements.
template <typename T>
struct ProductResult {
  T* data;                ///< The first element.
  int64_t row_stride;     ///< Distance of neighbouring rows.
  int64_t column_stride;  ///< Distance of neighbouring columns.
  int64_t batch_stride;   ///< Distance of the same elements of neighbouring matrices of a batch.
};

/// The extents of a product: A has rows times depth, B depth times columns.
struct ProductExtents {
  unsigned rows;     ///< Of A and of the result.
  unsigned columns;  ///< Of B and of the result.
  unsigned depth;    ///< Number of products in a sum; 0 gives sums of 0.
  unsigned batches;  ///< Number of such products, at least 1.
};

/// How a block computes its part of a product.
/// @tparam tile_rows        rows of a block's tile
/// @tparam tile_columns     columns of a block's tile
/// @tparam tile_stages      how many parts of the operands are in shared memory at once
/// @tparam tile_neighbours  how many blocks, with tiles below each other, share the copies of B
/// @tparam tile_splits      how many blocks share the depth of one tile
/// @tparam tile_residents   how many blocks a multiprocessor shall run at once
template <int tile_rows, int tile_columns, int tile_stages = 2, int tile_neighbours = 1,
          int tile_splits = 1, int tile_residents = 1>
struct ProductTile {
  static constexpr int rows = tile_rows;
  static constexpr int columns = tile_columns;
  static constexpr int stages = tile_stages;
  static constexpr int neighbours = tile_neighbours;
  static constexpr int splits = tile_splits;
  static constexpr int residents = tile_residents;
};

namespace detail {

/// The order in which blocks compute tiles: bands of some rows of tiles, each from left to right,
/// so that blocks that run at once share rows and columns in the cache.
struct ProductSchedule {
  static constexpr unsigned band = 8;

  unsigned row_tiles, column_tiles, count;

  __device__ ProductSchedule(const ProductExtents& extents, unsigned rows, unsigned columns)
      : row_tiles((extents.rows + rows - 1) / rows),
        column_tiles((extents.columns + columns - 1) / columns),
        count(row_tiles * column_tiles * extents.batches) {}

  struct Place {
    unsigned row, column, batch;  ///< in tiles
  };
  __device__ Place operator[](unsigned index) const {
    const unsigned in_batch = index % (row_tiles * column_tiles);
    const unsigned first = in_batch / (band * column_tiles) * band;
    const unsigned height = first + band <= row_tiles ? band : row_tiles - first;
    const unsigned in_band = in_batch - first * column_tiles;
    return {first + in_band % height, in_band / height, index / (row_tiles * column_tiles)};
  }
};

}  // namespace detail

}  // namespace duet
