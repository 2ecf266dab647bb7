#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace duet {

/// Returns the shortest period of the value if that is 1, 2 or 4 bytes; otherwise the value's size.
inline std::size_t period_of(const std::byte* value, std::size_t size) {
  for (const std::size_t p : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
    if (size % p == 0 && std::equal(value + p, value + size, value)) return p;
  }
  return size;
}

/// Returns the largest word size of 1, 2 or 4 bytes that divides `size`.
inline std::size_t word_of(std::size_t size) { return size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1; }

/// Plans filling memory with a value of any size on drivers that fill with words of 1, 2 or 4
/// bytes: one fill if the value has such a period; otherwise fills of the first element word by
/// word, then copies that double the filled part.
/// @param fill  called with (address, bytes, word, bytes of the word)
/// @param copy  called with (to, from, bytes); depends on all earlier calls
template <typename Fill, typename Copy>
void plan_fill(void* to, std::size_t count, const void* value, std::size_t size, Fill fill,
               Copy copy) {
  auto* const target = static_cast<std::byte*>(to);
  const auto* const pattern = static_cast<const std::byte*>(value);
  const std::size_t total = count * size;
  const auto fill_words = [&](std::byte* address, std::size_t bytes, const std::byte* word,
                              std::size_t word_bytes) {
    std::uint32_t number = 0;
    std::memcpy(&number, word, word_bytes);  // little-endian, like all hosts of GPUs
    fill(address, bytes, number, word_bytes);
  };
  const std::size_t period = period_of(pattern, size);
  if (period <= 4 && (period & (period - 1)) == 0)
    return fill_words(target, total, pattern, period);
  const std::size_t word = word_of(size);
  for (std::size_t i = 0; i < size; i += word) fill_words(target + i, word, pattern + i, word);
  for (std::size_t done = size; done < total; done *= 2) {
    copy(target + done, target, std::min(done, total - done));
  }
}

}  // namespace duet
