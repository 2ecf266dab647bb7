#pragma once

namespace duet::detail {

/// Lines of elements in shared memory, one after the other, whose chunks of 16 bytes are exchanged:
/// eight lines have chunks with the same number in different banks, and so have two lines half of
/// their chunks, and four lines a quarter.
/// @tparam length  elements of a line: 64 bytes, or a multiple of 128
template <typename T, int length>
struct SwizzledLines {
  static constexpr unsigned chunk = 16 / sizeof(T);   ///< elements
  static constexpr unsigned chunks = length / chunk;  ///< of a line
  static_assert(length % chunk == 0 && (chunks == 4 || chunks % 8 == 0),
                "lines have 64 bytes, or a multiple of 128");

  /// The index of an element.
  __device__ static unsigned at(unsigned line, unsigned element) {
    return line * length + ((element / chunk) ^ turn(line)) * chunk + element % chunk;
  }

 private:
  __device__ static unsigned turn(unsigned line) {
    return (chunks == 4 ? 0 : (line & 1) << 2) | (line & 2) | (line >> 2 & 1);
  }
};

}  // namespace duet::detail
