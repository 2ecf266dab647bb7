#pragma once

#include "matrix/shape.hpp"

// Where the elements of matrices lie in the registers of a wave. Source: AMD, "Matrix Instruction
// Calculator", and the chapters on matrix instructions of the "MI200", "MI300", "RDNA 3" and
// "RDNA 4" instruction set documents.

namespace amd_emulator {

/// The lane of an element, and its number among those of the lane.
struct Place {
  unsigned lane = 0;
  unsigned element = 0;
};

/// Elements of A, and of B with its columns for rows, in MFMA instructions.
struct InputLayout9 {
  unsigned rows;
  unsigned blocks;
  unsigned elements;  ///< in a lane

  InputLayout9(unsigned rows_, unsigned depth, unsigned elements_)
      : rows(rows_), blocks(max_lanes * elements_ / (rows_ * depth)), elements(elements_) {}
  Place at(unsigned row, unsigned k, unsigned block) const {
    return {row + rows * (block + blocks * (k / elements)), k % elements};
  }
};

/// Elements of C and D in MFMA instructions.
struct ResultLayout9 {
  unsigned rows;
  unsigned columns;
  bool is_wide;  ///< double

  Place at(unsigned row, unsigned column, unsigned block) const {
    const unsigned height = is_wide ? 1 : 4;  // rows that lie in one lane
    const unsigned strips = max_lanes / columns;
    const unsigned in_register = (max_lanes * height + rows * columns - 1) / (rows * columns);
    const unsigned strip = row / height % strips;
    const unsigned element =
        block * (rows * columns / max_lanes) + row / (height * strips) * height + row % height;
    return {block % in_register * columns + strip * in_register * columns + column, element};
  }
};

/// Elements of A and B in WMMA instructions, which have 16 rows and columns.
struct InputLayout11 {
  bool is_gfx11;
  unsigned lanes;  ///< of the wave
  unsigned bits;   ///< of an element
  unsigned depth;
  unsigned elements;  ///< in a lane

  Place at(unsigned row, unsigned k) const {
    if (is_gfx11) return {row, k};  // and in each other group of 16 lanes
    if (lanes == 32 && bits == 16) {
      const unsigned chunk = elements / 2;
      return {16 * (k / chunk % 2) + row, k % chunk + chunk * (k / (2 * chunk))};
    }
    unsigned group = k / elements;
    if (lanes == 64 && bits < 16 && depth / elements == 4) group = group % 2 * 2 + group / 2;
    return {16 * group + row, k % elements};
  }
};

/// Elements of C and D in WMMA instructions. On gfx11 each fills a register.
struct ResultLayout11 {
  bool is_gfx11;
  unsigned lanes;

  Place at(unsigned row, unsigned column) const {
    const unsigned groups = lanes / 16;
    if (is_gfx11) return {16 * (row % groups) + column, row / groups};
    if (lanes == 32) return {16 * (row / 8) + column, row % 8};
    return {32 * (row / 4 % 2) + 16 * (row / 8) + column, row % 4};
  }
};

}  // namespace amd_emulator
