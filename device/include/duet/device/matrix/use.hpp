#pragma once

namespace duet {

/// What a tile is in a product C += A · B.
enum class MatrixUse {
  left,         ///< A
  right,        ///< B
  accumulator,  ///< C
};

/// Elements of a row are neighbours in memory.
struct RowMajor {};
/// Elements of a column are neighbours in memory.
struct ColumnMajor {};

/// What is known of addresses: the first one, and the distance of rows (of columns, if they are
/// neighbours in memory), are multiples of so many bytes.
/// @tparam bytes  a power of two, at most 16; 1: nothing is known besides the alignment of the type
template <int bytes>
struct Aligned {
  static_assert(bytes > 0 && bytes <= 16 && (bytes & (bytes - 1)) == 0,
                "an alignment is 1, 2, 4, 8 or 16 bytes");
};

}  // namespace duet
