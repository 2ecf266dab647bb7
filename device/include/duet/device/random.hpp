#pragma once

#include <duet/device/array.hpp>
#include <duet/device/integers.hpp>

/// @file
/// Counter-based random numbers: Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random
/// numbers: as easy as 1, 2, 3" (SC11). A number depends on its position only: threads share no
/// state, every position can be reached at once, and every target produces the same integers. Not
/// for cryptography.

namespace duet {

/// The Philox4x32-10 function: 128 random bits for each counter, with an independent sequence for
/// each key.
__device__ inline array<uint32_t, 4> philox4x32(array<uint32_t, 4> counter,
                                                array<uint32_t, 2> key) {
  // Halves of products, since NVRTC makes 64-bit operations of whole ones.
  constexpr uint32_t even = 0xD2511F53u, odd = 0xCD9E8D57u;
  for (int round = 0; round < 10; ++round) {
    counter = {__umulhi(odd, counter[2]) ^ counter[1] ^ key[0], odd * counter[2],
               __umulhi(even, counter[0]) ^ counter[3] ^ key[1], even * counter[0]};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

// Conversions of random bits to numbers. The uniform ones are exact: the same on all targets.

/// A uniform number in [0, 1), a multiple of 2^-24, from 32 random bits.
__device__ inline float uniform_float(uint32_t bits) { return float(bits >> 8) * 0x1p-24f; }
/// A uniform number in (0, 1], a multiple of 2^-24, from 32 random bits; its logarithm is finite.
__device__ inline float uniform_float_above_zero(uint32_t bits) {
  return float((bits >> 8) + 1) * 0x1p-24f;
}
/// A uniform number in [0, 1), a multiple of 2^-53, from 64 random bits.
__device__ inline double uniform_double(uint64_t bits) { return double(bits >> 11) * 0x1p-53; }
/// Two independent numbers of the standard normal distribution, of magnitude at most 6.7: Box and
/// Muller, "A note on the generation of random normal deviates" (1958). The last digits differ
/// between targets, as their logarithms and sines do.
/// @param radius_bits  32 random bits that give the magnitude
/// @param angle_bits   32 random bits that give the direction
__device__ inline array<float, 2> normal_pair(uint32_t radius_bits, uint32_t angle_bits) {
  // A multiple of 2^-32 if it is small, which the tails depend on.
  const float u = (float(radius_bits) + 1.0f) * 0x1p-32f;
  const float radius = sqrtf(-2.0f * logf(u));
  const float half_turns = 2.0f * uniform_float(angle_bits);
  return {radius * cospif(half_turns), radius * sinpif(half_turns)};
}

/// A sequence of random words: one of 2^64 sequences for each of 2^64 seeds. Give each thread a
/// sequence of its own, or an offset that leaves room for what it draws. A value; copies continue
/// independently.
class Philox {
 public:
  /// @param seed      generators of equal seed and sequence draw the same words
  /// @param sequence  number of the sequence
  /// @param offset    how many words of the sequence are skipped
  __device__ explicit Philox(uint64_t seed, uint64_t sequence = 0, uint64_t offset = 0)
      : key_{uint32_t(seed), uint32_t(seed >> 32)},
        sequence_(sequence),
        block_(offset / 4),
        next_(unsigned(offset % 4)) {}

  /// Draws a word: 32 random bits.
  __device__ uint32_t next() {
    if (next_ == 4) skip(0);
    if (!is_drawn_) draw();
    // Not indexed, which would put the words into memory.
    const uint32_t word =
        next_ < 2 ? (next_ == 0 ? words_[0] : words_[1]) : (next_ == 2 ? words_[2] : words_[3]);
    ++next_;
    return word;
  }
  /// Skips words, in constant time.
  /// @param words  how many
  __device__ void skip(uint64_t words) {
    const uint64_t inside = next_ + words % 4;
    const uint64_t blocks = words / 4 + inside / 4;
    next_ = unsigned(inside % 4);
    block_ += blocks;
    if (blocks != 0) is_drawn_ = false;
  }

  /// A uniform number in [0, 1), a multiple of 2^-24. Takes one word.
  __device__ float uniform() { return uniform_float(next()); }
  /// A uniform number in [0, 1), a multiple of 2^-53. Takes two words.
  __device__ double uniform_double() {
    const uint64_t low = next();
    return duet::uniform_double(uint64_t(next()) << 32 | low);
  }
  /// A uniform integer in [0, bound): Lemire, "Fast random integer generation in an interval"
  /// (2019). Takes one word, rarely more.
  /// @param bound  not 0
  __device__ uint32_t below(uint32_t bound) {
    uint64_t product = uint64_t(next()) * bound;
    if (uint32_t(product) < bound) {
      const uint32_t surplus = (0u - bound) % bound;
      while (uint32_t(product) < surplus) product = uint64_t(next()) * bound;
    }
    return uint32_t(product >> 32);
  }
  /// Two independent numbers of the standard normal distribution (see `normal_pair`). Takes two
  /// words.
  __device__ array<float, 2> normal() {
    const uint32_t radius_bits = next();
    return normal_pair(radius_bits, next());
  }

 private:
  __device__ void draw() {
    words_ = philox4x32(
        {uint32_t(block_), uint32_t(block_ >> 32), uint32_t(sequence_), uint32_t(sequence_ >> 32)},
        key_);
    is_drawn_ = true;
  }

  array<uint32_t, 2> key_;
  uint64_t sequence_;
  uint64_t block_;  // of four words
  unsigned next_;   // next word of the block; 4 after the last
  bool is_drawn_ = false;
  array<uint32_t, 4> words_{};
};

}  // namespace duet
