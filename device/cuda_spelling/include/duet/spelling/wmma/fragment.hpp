#pragma once

#include <duet/spelling/lanes.hpp>
#include <duet/spelling/wmma/layout.hpp>

namespace nvcuda::wmma {

struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

struct matrix_a {
  static constexpr duet::MatrixUse use = duet::MatrixUse::left;
};
struct matrix_b {
  static constexpr duet::MatrixUse use = duet::MatrixUse::right;
};
struct accumulator {
  static constexpr duet::MatrixUse use = duet::MatrixUse::accumulator;
};

namespace precision {
struct tf32;
}

}  // namespace nvcuda::wmma

namespace duet::spelling {

/// The type in which a fragment keeps its elements, and that in which they are multiplied.
template <typename T>
struct WarpElement {
  using Kept = T;
  using Multiplied = T;
};
template <>
struct WarpElement<nvcuda::wmma::precision::tf32> {
  using Kept = float;
  using Multiplied = tf32;
};

template <typename A, typename B>
inline constexpr bool is_same_type = false;
template <typename A>
inline constexpr bool is_same_type<A, A> = true;

template <typename T>
constexpr bool can_be_multiplied(int m, int n, int k) {
  using Element = typename WarpElement<T>::Multiplied;
  if (is_same_type<Element, double>) return m == 8 && n == 8 && k == 4;
  const bool is_square = m == 16 && n == 16;
  if (is_same_type<Element, tf32>) return is_square && k == 8;
  return (is_square || (m == 32 && n == 8) || (m == 8 && n == 32)) && k == 16 &&
         sizeof(Element) <= 2;
}

}  // namespace duet::spelling

namespace nvcuda::wmma {

/// A matrix in the registers of a warp. Which elements a lane holds depends on the target; it is
/// the same for all accumulators of a shape.
template <typename Use, int m, int n, int k, typename T, typename Order = void>
struct fragment {
  using element_type = typename duet::spelling::WarpElement<T>::Kept;
  using storage_element_type = element_type;
  /// Where the elements lie; not for kernels.
  using Place = duet::spelling::WarpMatrix<typename duet::spelling::WarpElement<T>::Multiplied, m,
                                           n, k, Use::use, duet::wave_size == 32 && m * n == 256>;
  static constexpr int num_elements = Place::Layout::size;
  static constexpr int num_storage_elements = num_elements;

  element_type x[num_elements];
};

}  // namespace nvcuda::wmma

namespace duet::spelling {

/// Calls `function(element, row, column)` for each element of this lane that the matrix has.
/// @param outside  what becomes of the others
template <typename Use, int m, int n, int k, typename T, typename Order, typename Function,
          typename Outside>
__device__ inline void each_element(const nvcuda::wmma::fragment<Use, m, n, k, T, Order>& matrix,
                                    Function function, Outside outside) {
  using Matrix = nvcuda::wmma::fragment<Use, m, n, k, T, Order>;
  using Layout = typename Matrix::Place::Layout;
  constexpr int rows = Use::use == MatrixUse::right ? k : m;
  constexpr int columns = Use::use == MatrixUse::left ? k : n;
  const detail::Position own = Layout::lane_part(lane_id());
#pragma unroll
  for (int i = 0; i < Matrix::num_elements; ++i) {
    const detail::Position at = Layout::index_part(i) | own;
    if (detail::row_of(at) < rows && detail::column_of(at) < columns) {
      function(i, detail::row_of(at), detail::column_of(at));
    } else {
      outside(i);
    }
  }
}

template <typename Use, int m, int n, int k, typename T, typename Order, typename U>
__device__ inline void load_matrix(nvcuda::wmma::fragment<Use, m, n, k, T, Order>& matrix,
                                   const U* from, unsigned leading, bool by_rows) {
  using Element = typename nvcuda::wmma::fragment<Use, m, n, k, T, Order>::element_type;
  __syncwarp();
  each_element(
      matrix,
      [&](int i, int row, int column) {
        const long long at =
            by_rows ? (long long)row * leading + column : (long long)column * leading + row;
        matrix.x[i] = Element(from[at]);
      },
      [&](int i) { matrix.x[i] = Element(0.0f); });
}

}  // namespace duet::spelling
