#pragma once

#include <duet/device/detail/matrix/layout.hpp>
#include <duet/device/detail/matrix/shared_load.hpp>
#include <duet/device/vector.hpp>
#include <duet/device/wave.hpp>

namespace duet {

namespace detail {

template <typename Order>
inline constexpr bool is_row_major = is_same<Order, RowMajor>;

/// How many elements of type U are loaded at once.
/// @param run    neighbours in memory that have neighbouring indices
/// @param bytes  the alignment
template <typename U>
__host__ __device__ constexpr int vector_size(int run, int bytes) {
  int size = run;
  while (size > 1 && size * int(sizeof(U)) > bytes) size /= 2;
  return size;
}

}  // namespace detail

/// A matrix whose elements are spread over the lanes of a wave, each in a register. All lanes call
/// its functions together, except for `operator[]`, `row` and `column`.
///
/// Each lane holds `size` elements, the same number in all. `row(i)` and `column(i)` tell which its
/// i-th one is. Operands may be held by several lanes at once; each element of an accumulator is
/// held by one.
///
/// @tparam T        half, bfloat16, tf32, float, double, int8_t, uint8_t or a type of float8.hpp;
///                  of accumulators float, half, double or int32_t
/// @tparam rows     number of rows: a multiple of 16, unless the tile is a right operand
/// @tparam columns  number of columns: a multiple of 16, unless the tile is a left operand. The
///                  columns of a left operand and the rows of a right one are a multiple of 16 for
///                  types of 8 and 16 bits, of 8 for tf32, of 4 for float and double
/// @tparam use      what the tile is in a product
template <typename T, int rows, int columns, MatrixUse use>
struct MatrixTile {
  /// Where the elements lie; not for kernels.
  using Layout = detail::TileLayout<T, rows, columns, use>;
  using value_type = T;                         ///< The type of the elements.
  static constexpr int size = Layout::size;     ///< How many elements a lane holds.
  static constexpr int row_count = rows;        ///< Number of rows.
  static constexpr int column_count = columns;  ///< Number of columns.

  T values[size];  ///< The lane's elements.

  /// The lane's i-th element; the index is not checked.
  __device__ T& operator[](int i) { return values[i]; }
  /// The lane's i-th element; the index is not checked.
  __device__ const T& operator[](int i) const { return values[i]; }

  /// The row of a lane's i-th element.
  __host__ __device__ static constexpr int row(int i, unsigned lane) {
    return detail::row_of(Layout::index_part(i) | Layout::lane_part(lane));
  }
  /// The column of a lane's i-th element.
  __host__ __device__ static constexpr int column(int i, unsigned lane) {
    return detail::column_of(Layout::index_part(i) | Layout::lane_part(lane));
  }
  /// The row of this lane's i-th element.
  __device__ static int row(int i) { return row(i, lane()); }
  /// The column of this lane's i-th element.
  __device__ static int column(int i) { return column(i, lane()); }
  /// The index of an element in the lanes that hold it.
  __host__ __device__ static constexpr int index_at(int row, int column) {
    return Layout::index_at(detail::position_of(row, column));
  }
  /// The first lane that holds an element.
  __host__ __device__ static constexpr unsigned lane_at(int row, int column) {
    return Layout::lane_at(detail::position_of(row, column), 0);
  }

  /// Sets all elements.
  __device__ void fill(T value) {
#pragma unroll
    for (int i = 0; i < size; ++i) values[i] = value;
  }
  /// Sets each element to `function(row, column)`.
  template <typename Function>
  __device__ void generate(Function function) {
    const detail::Position own = Layout::lane_part(lane());
    Layout::template each<1>([&](int i, detail::Position part) {
      const detail::Position at = part | own;
      values[i] = function(detail::row_of(at), detail::column_of(at));
    });
  }
  /// Replaces each element `x` by `function(x, row, column)`.
  template <typename Function>
  __device__ void apply(Function function) {
    const detail::Position own = Layout::lane_part(lane());
    Layout::template each<1>([&](int i, detail::Position part) {
      const detail::Position at = part | own;
      values[i] = function(values[i], detail::row_of(at), detail::column_of(at));
    });
  }
  /// Calls `function(x, row, column)` for each element, in one of the lanes that hold it.
  template <typename Function>
  __device__ void visit(Function function) const {
    if (!is_first_copy()) return;
    const detail::Position own = Layout::lane_part(lane());
    Layout::template each<1>([&](int i, detail::Position part) {
      const detail::Position at = part | own;
      function(values[i], detail::row_of(at), detail::column_of(at));
    });
  }

  /// Loads a matrix from global or shared memory.
  /// @param from     the first element; its type is T, or one that T is rounded from
  /// @param leading  the distance of two rows, or of two columns in column-major order, in elements
  template <typename U, typename Order = RowMajor, int bytes = 1>
  __device__ void load(const U* from, int64_t leading, Order = {}, Aligned<bytes> = {}) {
    constexpr int count = vector_elements<U, Order, bytes>();
    const U* const own = from + offset<Order>(Layout::lane_part(lane()), leading);
    Layout::template each<count>(
        [&](int i, detail::Position part) { take<count>(i, own + offset<Order>(part, leading)); });
  }
  /// Loads the first rows and columns of a matrix. The others become 0; their memory is not read.
  /// @param from          as for `load`
  /// @param leading       as for `load`
  /// @param rows_left     how many rows there are; 0 or less: none; at least the tile's: all
  /// @param columns_left  how many columns there are, likewise
  template <typename U, typename Order = RowMajor>
  __device__ void load_part(const U* from, int64_t leading, int rows_left, int columns_left,
                            Order = {}) {
    generate([=](int row, int column) {
      if (row >= rows_left || column >= columns_left) return T(0.0f);
      return detail::matrix_cast_element<T>(
          from[offset<Order>(detail::position_of(row, column), leading)]);
    });
  }
  /// Loads a matrix whose elements lie anywhere, such as in a swizzled array.
  /// @param address  `address(row, column)` is the address of an element. `bytes` aligned bytes
  ///                 that are neighbours in the matrix, in the direction of `Order`, must be
  ///                 neighbours in memory
  template <typename Order, int bytes, typename Address>
  __device__ void load_from(Address address, Order, Aligned<bytes>) {
    using U = detail::remove_pointer<decltype(address(0, 0))>;
    constexpr int count = vector_elements<U, Order, bytes>();
    const detail::Position own = Layout::lane_part(lane());
    Layout::template each<count>([&](int i, detail::Position part) {
      const detail::Position at = part | own;
      take<count>(i, address(detail::row_of(at), detail::column_of(at)));
    });
  }

  /// Loads an operand from shared memory, by instructions for matrices where the target has them
  /// (`ldmatrix`).
  /// @param address  as for `load_from` with 16 bytes
  /// @param order    likewise
  template <typename Order, typename Address>
  __device__ void load_shared(Address address, Order order) {
    using U = detail::remove_pointer<decltype(address(0, 0))>;
    using Load = detail::SharedLoad<T, use, Order>;
    if constexpr (detail::is_same<T, U> && Load::template takes<Layout>()) {
      Load::template run<Layout>(values, address);
    } else {
      load_from(address, order, Aligned<16>());
    }
  }

  /// Loads an operand from a SharedMatrix, with fewer instructions than by addresses.
  /// @param from    in RowMajor order the tile's rows are the matrix's, in ColumnMajor order its
  ///                columns are the matrix's rows
  /// @param row     the row of the matrix where the tile begins, a multiple of 8
  /// @param column  the column where it begins, a multiple of a power of two that is no less than
  ///                the tile's extent along the matrix's rows
  /// @param order   RowMajor or ColumnMajor
  template <typename Matrix, typename Order>
  __device__ void load_shared(const Matrix& from, unsigned row, unsigned column, Order order) {
    using Load = detail::SharedLoad<T, use, Order>;
    if constexpr (Load::template takes<Layout>()) {
      Load::template run<Layout>(values, from, row, column);
    } else {
      const auto address = [=](int r, int c) {
        return detail::is_row_major<Order> ? from.at(row + r, column + c)
                                           : from.at(row + c, column + r);
      };
      load_from(address, order, Aligned<16>());
    }
  }

  /// Stores the matrix to global or shared memory.
  /// @param to       the first element; the tile's are converted to its type
  /// @param leading  as for `load`
  template <typename U, typename Order = RowMajor, int bytes = 1>
  __device__ void store(U* to, int64_t leading, Order = {}, Aligned<bytes> = {}) const {
    if (!is_first_copy()) return;
    constexpr int count = vector_elements<U, Order, bytes>();
    U* const own = to + offset<Order>(Layout::lane_part(lane()), leading);
    Layout::template each<count>(
        [&](int i, detail::Position part) { put<count>(i, own + offset<Order>(part, leading)); });
  }
  /// Stores the first rows and columns of the matrix.
  /// @param to            as for `store`
  /// @param leading       as for `load`
  /// @param rows_left     how many rows are stored; 0 or less: none; it may be more than the tile
  /// has
  /// @param columns_left  how many columns are stored, likewise
  template <typename U, typename Order = RowMajor>
  __device__ void store_part(U* to, int64_t leading, int rows_left, int columns_left,
                             Order = {}) const {
    visit([=](T x, int row, int column) {
      if (row >= rows_left || column >= columns_left) return;
      to[offset<Order>(detail::position_of(row, column), leading)] =
          detail::matrix_cast_element<U>(x);
    });
  }

 private:
  template <typename U, typename Order, int bytes>
  __host__ __device__ static constexpr int vector_elements() {
    using Fragment = typename Layout::Fragment;
    return detail::vector_size<U>(
        detail::is_row_major<Order> ? Fragment::row_run : Fragment::column_run, bytes);
  }
  template <typename Order>
  __device__ static int64_t offset(detail::Position at, int64_t leading) {
    return detail::is_row_major<Order> ? detail::row_of(at) * leading + detail::column_of(at)
                                       : detail::column_of(at) * leading + detail::row_of(at);
  }
  /// Whether the lane is the first one of those that hold the same elements.
  __device__ static bool is_first_copy() {
    constexpr unsigned free = detail::collect<Layout::Fragment::lane_map>(0, ~0u);
    return free == 0 || (lane() & free) == 0;
  }
  template <int count, typename U>
  __device__ void take(int i, const U* from) {
    const auto loaded = load_vector<count>(from, 0);
#pragma unroll
    for (int n = 0; n < count; ++n) values[i + n] = detail::matrix_cast_element<T>(loaded[n]);
  }
  template <int count, typename U>
  __device__ void put(int i, U* to) const {
    vector<U, count> stored;
#pragma unroll
    for (int n = 0; n < count; ++n) stored[n] = detail::matrix_cast_element<U>(values[i + n]);
    store_vector<count>(to, 0, stored);
  }
};

/// A tile of A in C += A · B.
template <typename T, int rows, int columns>
using LeftTile = MatrixTile<T, rows, columns, MatrixUse::left>;
/// A tile of B in C += A · B.
template <typename T, int rows, int columns>
using RightTile = MatrixTile<T, rows, columns, MatrixUse::right>;
/// A tile of C in C += A · B.
template <typename T, int rows, int columns>
using AccumulatorTile = MatrixTile<T, rows, columns, MatrixUse::accumulator>;

}  // namespace duet
