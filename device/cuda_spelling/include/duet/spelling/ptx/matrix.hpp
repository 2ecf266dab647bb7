#pragma once

// Instructions on matrices in the registers of a warp (PTX ISA, "Matrix fragments"), by shuffles
// and ordinary arithmetic. Lane 4 g + t holds the t-th words of row g of a left operand, of column
// g of a right one, and the neighbours 2 t and 2 t + 1 of row g of sums; of 16 rows, g + 8
// likewise.

#include <duet/device/matrix/tf32.hpp>
#include <duet/spelling/builtin/address_spaces.hpp>
#include <duet/spelling/lanes.hpp>
#include <duet/spelling/ptx/matrix_elements.hpp>

namespace duet::ptx {

/// Registers of a lane.
template <typename Word, int count>
struct Registers {
  Word words[count];
};

template <typename T>
__device__ inline T pull(const T& value, unsigned lane, vendor::Place place) {
  return vendor::shuffle(spelling::wave_mask(~0u), value, int(lane), 32, place);
}

/// a · b + c with 8 columns.
/// @tparam rows  of sums, 8 or 16
/// @tparam depth  in words of four lanes
/// @tparam A, B, C  types of elements (matrix_elements.hpp)
/// @tparam saturates  integers end at the least and greatest one instead of wrapping
template <int rows, int depth, typename A, typename B, typename C, bool saturates>
__device__ inline Registers<typename C::Word, rows / 4 / C::count> matrix_product(
    const Registers<typename A::Word, depth * rows / 8>& a,
    const Registers<typename B::Word, depth>& b,
    const Registers<typename C::Word, rows / 4 / C::count>& c,
    vendor::Place place = vendor::here()) {
  constexpr int blocks = rows / 8;
  const unsigned lane = spelling::lane_id(), row = lane & ~3u, column = 8 * (lane & 3u);
  typename C::Sum sums[2 * blocks];
#pragma unroll
  for (int i = 0; i < 2 * blocks; ++i) {
    sums[i] = C::is_added_later ? 0 : C::get(c.words[i / C::count], i % C::count);
  }
#pragma unroll
  for (unsigned part = 0; part < 4; ++part) {
    const auto left = pull(a, row + part, place);
    const auto right = pull(b, column + part, place), next = pull(b, column + 4 + part, place);
#pragma unroll
    for (int k = 0; k < depth * A::count; ++k) {
      const int word = k / A::count, i = k % A::count;
#pragma unroll
      for (int block = 0; block < blocks; ++block) {
        const auto x = A::get(left.words[word * blocks + block], i);
        sums[2 * block] += x * B::get(right.words[word], i);
        sums[2 * block + 1] += x * B::get(next.words[word], i);
      }
    }
  }
  Registers<typename C::Word, rows / 4 / C::count> result{};
#pragma unroll
  for (int i = 0; i < 2 * blocks; ++i) {
    if constexpr (C::is_added_later) sums[i] = C::template add<saturates>(sums[i], c.words[i]);
    C::put(result.words[i / C::count], i % C::count, sums[i]);
  }
  return result;
}

/// Loads matrices of 8 x 8 elements of 16 bits.
/// @param row  lane 8 i + r: row r of matrix i, in shared memory
template <int count, bool transposed>
__device__ inline Registers<unsigned, count> matrix_load(const void* row,
                                                         vendor::Place place = vendor::here()) {
  const unsigned number = spelling::shared_number(row), lane = spelling::lane_id();
  const unsigned group = lane / 4, part = lane % 4;
  const auto row_at = [&](unsigned at) {
    return spelling::shared_pointer(pull(number, at, place));
  };
  Registers<unsigned, count> result;
#pragma unroll
  for (unsigned i = 0; i < count; ++i) {
    if constexpr (transposed) {
      const auto* const low = static_cast<const unsigned short*>(row_at(8 * i + 2 * part));
      const auto* const high = static_cast<const unsigned short*>(row_at(8 * i + 2 * part + 1));
      result.words[i] = low[group] | unsigned(high[group]) << 16;
    } else {
      result.words[i] = static_cast<const unsigned*>(row_at(8 * i + group))[part];
    }
  }
  return result;
}

/// The reverse of `matrix_load`.
template <int count, bool transposed>
__device__ inline void matrix_store(void* row, const Registers<unsigned, count>& matrices,
                                    vendor::Place place = vendor::here()) {
  const unsigned number = spelling::shared_number(row), lane = spelling::lane_id();
  const unsigned group = lane / 4, part = lane % 4;
  const auto row_at = [&](unsigned at) {
    return spelling::shared_pointer(pull(number, at, place));
  };
#pragma unroll
  for (unsigned i = 0; i < count; ++i) {
    const unsigned word = matrices.words[i];
    if constexpr (transposed) {
      static_cast<unsigned short*>(row_at(8 * i + 2 * part))[group] = (unsigned short)(word);
      static_cast<unsigned short*>(row_at(8 * i + 2 * part + 1))[group] =
          (unsigned short)(word >> 16);
    } else {
      static_cast<unsigned*>(row_at(8 * i + group))[part] = word;
    }
  }
}

/// A matrix of 8 x 8 elements of 16 bits with columns for rows.
__device__ inline unsigned matrix_transposed(unsigned word, vendor::Place place = vendor::here()) {
  const unsigned lane = spelling::lane_id(), row = lane / 4, column = 2 * (lane % 4);
  const unsigned low = pull(word, 4 * column + row / 2, place),
                 high = pull(word, 4 * column + 4 + row / 2, place), shift = 16 * (row % 2);
  return (low >> shift & 0xffffu) | (high >> shift) << 16;
}

__device__ inline unsigned matrix_tf32(float x) { return bits_as<unsigned>(float(tf32(x))); }

}  // namespace duet::ptx
