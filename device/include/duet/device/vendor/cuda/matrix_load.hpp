#pragma once

#include <duet/device/detail/matrix/bit_layout.hpp>
#include <duet/device/detail/matrix/shared_load.hpp>
#include <duet/device/vendor/cuda/mma.hpp>

namespace duet {

namespace vendor {

/// ldmatrix: four matrices of 8 lines of 16 bytes. A lane gives the address of a
/// line: lanes 0 to 7 those of the first matrix. Of each matrix it gets a word of line lane / 4,
/// or, transposed, two elements of 16 bits from lines 2 * (lane % 4) and the next one.
template <bool is_transposed>
__device__ inline void load_matrices(uint32_t* words, const void* line) {
  const auto from = unsigned(__cvta_generic_to_shared(line));
  if constexpr (is_transposed) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(from)
                 : "memory");
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(from)
                 : "memory");
  }
}

/// Whether an order has neighbours along the depth.
template <MatrixUse use, typename Order>
inline constexpr bool is_along_depth = detail::is_same<Order, RowMajor> == (use == MatrixUse::left);

/// Words of operands hold neighbours along the depth, so that other orders are transposed.
template <typename T, MatrixUse use, typename Order>
inline constexpr bool has_ldmatrix = has_mma<T>() && use != MatrixUse::accumulator &&
                                     (sizeof(T) == 2 ||
                                      (sizeof(T) == 1 && is_along_depth<use, Order>));

}  // namespace vendor

namespace detail {

template <typename T, MatrixUse use, typename Order>
struct SharedLoad<T, use, Order, enable_if<vendor::has_ldmatrix<T, use, Order>>> {
  static constexpr bool exists = true;

  template <typename Layout, typename Address>
  __device__ static void run(T* values, Address address) {
    const Position own = own_line<Layout>();
    load<Layout>(values, [=](Position part) {
      // `|`, so that the compiler separates what lanes have in common.
      const Position at = part | own;
      return address(row_of(at), column_of(at));
    });
  }
  template <typename Layout, typename Matrix>
  __device__ static void run(T* values, const Matrix& matrix, unsigned row, unsigned column) {
    const Position own = in_memory(own_line<Layout>());
    const auto neighbours = matrix.neighbours(row + row_of(own), column + column_of(own));
    load<Layout>(values, [=](Position part) {
      const Position at = in_memory(part);
      return neighbours.at(row_of(at), column_of(at));
    });
  }
  /// Whether four words belong to matrices whose places differ by the same two bits throughout.
  template <typename Layout>
  __host__ __device__ static constexpr bool takes() {
    constexpr int words = Layout::size / per_word;
    for (int word = 0; word < words; ++word) {
      const Position first = Layout::index_part(word / 4 * 4 * per_word),
                     other = Layout::index_part(word % 4 * per_word);
      if ((first & other) != 0 || Layout::index_part(word * per_word) != (first | other)) {
        return false;
      }
    }
    return words % 4 == 0 && (Layout::index_part(3 * per_word) ==
                              (Layout::index_part(per_word) | Layout::index_part(2 * per_word)));
  }

 private:
  static constexpr int per_word = 4 / int(sizeof(T));

  __device__ static Position in_memory(Position at) {
    return is_same<Order, RowMajor> ? at : position_of(column_of(at), row_of(at));
  }
  /// The line whose address the lane gives, in the first four matrices. Each word of a lane belongs
  /// to another matrix of 8 lines, whose first element is lane 0's.
  template <typename Layout>
  __device__ static Position own_line() {
    constexpr Position second = Layout::index_part(per_word),
                       third = Layout::index_part(2 * per_word);
    const unsigned lane = vendor::lane(), line = lane % 8;
    return (lane & 8 ? second : 0) | (lane & 16 ? third : 0) |
           (is_same<Order, RowMajor> ? line : line << 16);
  }
  /// @param address  of the lane's line in the matrices that begin at a position
  template <typename Layout, typename Address>
  __device__ static void load(T* values, const Address& address) {
#pragma unroll
    for (int i = 0; i < Layout::size; i += 4 * per_word) {
      uint32_t loaded[4];
      vendor::load_matrices<!vendor::is_along_depth<use, Order>>(loaded,
                                                                 address(Layout::index_part(i)));
      memcpy(values + i, loaded, sizeof(loaded));
    }
  }
};

}  // namespace detail

}  // namespace duet
