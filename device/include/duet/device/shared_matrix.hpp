#pragma once

#include <duet/device/async_copy.hpp>
#include <duet/device/integers.hpp>

namespace duet {

/// A matrix in shared memory, in an order without bank conflicts in which matrix units take it:
/// panels of as many columns as have 128 bytes, whose rows follow each other and have their chunks
/// of 16 bytes exchanged.
/// @tparam T  the type of the elements, of 1, 2, 4 or 8 bytes
template <typename T, int rows, int columns>
class SharedMatrix {
  static constexpr int chunk = 16 / int(sizeof(T));

 public:
  static constexpr int row_count = rows;        ///< Number of rows.
  static constexpr int column_count = columns;  ///< Number of columns.
  /// Columns of a panel.
  static constexpr int panel_columns = 128 / int(sizeof(T));
  /// Bytes from one panel to the next.
  static constexpr int panel_bytes = rows * 128;
  /// The size in bytes.
  static constexpr int bytes = (columns + panel_columns - 1) / panel_columns * panel_bytes;
  static_assert(rows % 8 == 0 && columns % chunk == 0, "rows come by 8, columns by 16 bytes");

  /// @param memory  at a multiple of 1024 bytes of shared memory
  __device__ explicit SharedMatrix(void* memory) : data_(static_cast<T*>(memory)) {}

  /// The address of an element. Those of 16 aligned bytes of a row are neighbours.
  __device__ T* at(unsigned row, unsigned column) const {
    const unsigned in_panel = column % panel_columns;
    return data_ + column / panel_columns * (rows * panel_columns) + row * panel_columns +
           ((in_panel / chunk) ^ (row % 8)) * chunk + in_panel % chunk;
  }
  /// Elements whose distance from a first one is known when the kernel is compiled.
  class Neighbours {
   public:
    /// The address of an element.
    /// @param down    rows from the first one, a multiple of 8
    /// @param across  columns, a multiple of those of 16 bytes; no bit of it is set in the first
    ///                column
    __device__ T* at(unsigned down, unsigned across) const {
      return line_ + across / panel_columns * (rows * panel_columns) + down * panel_columns +
             (chunk_ ^ (across % panel_columns / chunk)) * chunk;
    }

   private:
    friend class SharedMatrix;
    T* line_;
    unsigned chunk_;
  };
  /// @param row, column  of the first element, the latter a multiple of those of 16 bytes
  __device__ Neighbours neighbours(unsigned row, unsigned column) const {
    Neighbours result;
    result.line_ = data_ + column / panel_columns * (rows * panel_columns) + row * panel_columns;
    result.chunk_ = (column % panel_columns / chunk) ^ (row % 8);
    return result;
  }

  /// The first element's address.
  __device__ T* data() const { return data_; }

  /// Starts asynchronous copies of a matrix in global memory. All threads of the block call it.
  /// @tparam threads  of the block
  /// @param from       its first element, at a multiple of 16 bytes
  /// @param leading    the distance of rows in elements, a multiple of 16 bytes
  /// @param rows_left  how many rows are read, if less than all; the others become 0
  template <int threads>
  __device__ void start_copy(const T* from, int64_t leading, int rows_left) const {
    constexpr int in_row = columns / chunk, count = rows * in_row;
#pragma unroll
    for (int first = 0; first < count; first += threads) {
      const int i = first + int(threadIdx.x);
      if (count % threads != 0 && i >= count) break;
      const int row = i / in_row, column = i % in_row * chunk;
      const bool exists = row < rows_left;
      async_copy_bytes<16>(at(row, column), from + (exists ? row : 0) * leading + column,
                           exists ? 16 : 0);
    }
  }

 private:
  T* data_;
};

}  // namespace duet
