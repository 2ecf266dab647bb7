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

/// The extents of products of groups of rows: A and the result are one matrix each, whose rows
/// belong to one group after the other, and each group has a matrix of B. The members of
/// ProductExtents are: rows of all groups together, and as batches the number of groups.
struct ProductGroups : ProductExtents {
  /// Where the rows of each group end, in ascending order. Smaller numbers than the one before
  /// count as that, larger ones than `rows` as `rows`. Rows behind the last one are not computed.
  const int* ends;
};

/// How a block computes its part of a product.
/// @tparam tile_rows        rows of a block's tile
/// @tparam tile_columns     columns of a block's tile
/// @tparam tile_stages      how many parts of the operands are in shared memory at once
/// @tparam tile_neighbours  how many blocks, with tiles below each other, share the copies of B
/// @tparam tile_splits      how many blocks share the depth of one tile
/// @tparam tile_residents   how many blocks a multiprocessor shall run at once
/// @tparam tile_run         how many neighbouring columns a thread has, by ordinary arithmetic: 4,
///                          or 16 where a thread computes many numbers at once
/// @tparam tile_line        bytes along the depth in a stage, by waves: 64 or 128
template <int tile_rows, int tile_columns, int tile_stages = 2, int tile_neighbours = 1,
          int tile_splits = 1, int tile_residents = 1, int tile_run = 4, int tile_line = 64>
struct ProductTile {
  static constexpr int rows = tile_rows;
  static constexpr int columns = tile_columns;
  static constexpr int stages = tile_stages;
  static constexpr int neighbours = tile_neighbours;
  static constexpr int splits = tile_splits;
  static constexpr int residents = tile_residents;
  static constexpr int run = tile_run;
  static constexpr int line = tile_line;
};

namespace detail {

/// Where a tile lies.
struct ProductPlace {
  unsigned row, column;    ///< its first element, in the result
  unsigned batch;          ///< the matrix of the batch, or the group
  ProductExtents extents;  ///< with the end of the rows that the tile may have as `rows`
};

/// The order in which blocks compute the tiles of a matrix: bands of some rows of tiles, each from
/// left to right, so that blocks that run at once share rows and columns in the cache.
/// @param index  of the tile
/// @returns the place in tiles
__device__ inline ProductPlace place_in_bands(unsigned index, unsigned row_tiles,
                                              unsigned column_tiles) {
  constexpr unsigned band = 8;
  const unsigned first = index / (band * column_tiles) * band;
  const unsigned height = first + band <= row_tiles ? band : row_tiles - first;
  const unsigned in_band = index - first * column_tiles;
  return {first + in_band % height, in_band / height, 0, {}};
}

/// The tiles of all matrices of a batch, one after the other.
class ProductSchedule {
 public:
  __device__ ProductSchedule(const ProductExtents& extents, unsigned rows, unsigned columns)
      : extents_(extents),
        rows_(rows),
        columns_(columns),
        row_tiles_((extents.rows + rows - 1) / rows),
        column_tiles_((extents.columns + columns - 1) / columns),
        count_(row_tiles_ * column_tiles_ * extents.batches) {}

  /// @returns whether there is a tile of this index; `place` is then its place
  __device__ bool find(uint64_t index, ProductPlace& place) const {
    if (index >= count_) return false;
    const unsigned in_matrix = row_tiles_ * column_tiles_;
    place = place_in_bands(unsigned(index) % in_matrix, row_tiles_, column_tiles_);
    place = {place.row * rows_, place.column * columns_, unsigned(index) / in_matrix, extents_};
    return true;
  }

 private:
  ProductExtents extents_;
  unsigned rows_, columns_;  ///< of a tile
  unsigned row_tiles_, column_tiles_, count_;
};

/// The tiles of all groups, one after the other. Each thread counts how many tiles the groups have.
class GroupedSchedule {
 public:
  __device__ GroupedSchedule(const ProductGroups& groups, unsigned rows, unsigned columns)
      : groups_(groups),
        rows_(rows),
        columns_(columns),
        column_tiles_((groups.columns + columns - 1) / columns) {
    if (groups.batches > 0) read_end();
  }

  /// @param index  not smaller than in the call before
  __device__ bool find(uint64_t index, ProductPlace& place) {
    while (group_ < groups_.batches) {
      const unsigned row_tiles = (end_ - begin_ + rows_ - 1) / rows_;
      const unsigned count = row_tiles * column_tiles_;
      if (index < first_ + count) {
        place = place_in_bands(unsigned(index) - first_, row_tiles, column_tiles_);
        place = {begin_ + place.row * rows_, place.column * columns_, group_, groups_};
        place.extents.rows = end_;
        return true;
      }
      first_ += count;
      begin_ = end_;
      if (++group_ < groups_.batches) read_end();
    }
    return false;
  }

 private:
  __device__ void read_end() {
    const int end = groups_.ends[group_];
    end_ = end < int(begin_) ? begin_ : end > int(groups_.rows) ? groups_.rows : unsigned(end);
  }

  ProductGroups groups_;
  unsigned rows_, columns_;  ///< of a tile
  unsigned column_tiles_;
  unsigned group_ = 0, begin_ = 0, end_ = 0;  ///< the group that the last index led to
  unsigned first_ = 0;                        ///< its first tile
};

template <typename Extents>
struct ScheduleOf {
  using type = ProductSchedule;
};
template <>
struct ScheduleOf<ProductGroups> {
  using type = GroupedSchedule;
};

}  // namespace detail

}  // namespace duet
