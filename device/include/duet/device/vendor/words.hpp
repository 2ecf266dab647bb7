#pragma once

namespace duet::vendor {

/// Copies bytes. Each vendor's file defines it: compilers differ in what they offer without a
/// header.
__device__ inline void copy_bytes(void* to, const void* from, decltype(sizeof(0)) bytes);

/// A value split into 32-bit words, in which GPUs exchange it. Bytes past its end are 0.
template <typename T>
struct Words {
  static_assert(__is_trivially_copyable(T), "waves exchange bytes: the type must be copyable so");
  static constexpr int count = (sizeof(T) + 3) / 4;
  unsigned words[count];

  __device__ explicit Words(const T& value) {
    words[count - 1] = 0;
    copy_bytes(words, &value, sizeof(T));
  }
  /// Writes the words back to `value`.
  __device__ void store(T& value) const { copy_bytes(&value, words, sizeof(T)); }
};

/// Applies `exchange` to each word of a value.
template <typename T, typename Exchange>
__device__ inline T each_word(const T& value, Exchange exchange) {
  Words<T> words(value);
#pragma unroll
  for (int i = 0; i < Words<T>::count; ++i) words.words[i] = exchange(words.words[i]);
  T result = value;
  words.store(result);
  return result;
}

}  // namespace duet::vendor
