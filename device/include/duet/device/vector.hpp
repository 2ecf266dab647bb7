#pragma once

#include <duet/device/integers.hpp>

/// @file
/// Several adjacent elements that are loaded or stored by one instruction of up to 16 bytes.
/// Threads that each access 16 bytes reach a GPU's bandwidth with the fewest instructions.

namespace duet {

/// N elements, aligned to their total size.
/// @tparam T  element type
/// @tparam N  a power of two, at most 16 bytes in total
template <typename T, int N>
struct alignas(N * sizeof(T)) vector {
  static_assert(N > 0 && (N & (N - 1)) == 0, "a vector has a power of two of elements");
  static_assert(N * sizeof(T) <= 16, "a vector has at most 16 bytes");
  using element_type = T;  ///< The type of the elements.

  T values[N];  ///< The elements, in the order of the array.

  /// An element; the index is not checked.
  __host__ __device__ constexpr T& operator[](int i) { return values[i]; }
  /// An element; the index is not checked.
  __host__ __device__ constexpr const T& operator[](int i) const { return values[i]; }
  /// The number of elements.
  __host__ __device__ static constexpr int size() { return N; }
};

/// Number of elements in the largest vector: 4 of float, 8 of half, 16 of int8_t.
template <typename T>
inline constexpr int widest_vector = int(16 / sizeof(T));

/// Loads elements N·i to N·i + N - 1 of an array.
/// @param pointer  the array's first element, aligned to N elements
/// @param i        number of the vector
template <int N, typename T>
__device__ inline vector<T, N> load_vector(const T* pointer, uint64_t i) {
  return reinterpret_cast<const vector<T, N>*>(pointer)[i];
}

/// Loads elements N·i to N·i + N - 1 of an array whose size need not be a multiple of N.
/// @param pointer   the array's first element, aligned to N elements
/// @param i         number of the vector
/// @param size      number of elements of the array
/// @param fallback  value of the elements past the end
template <int N, typename T>
__device__ inline vector<T, N> load_vector(const T* pointer, uint64_t i, uint64_t size,
                                           const typename vector<T, N>::element_type& fallback) {
  const uint64_t first = i * N;
  if (first + N <= size) return load_vector<N>(pointer, i);
  vector<T, N> result;
  for (int k = 0; k < N; ++k) result[k] = first + k < size ? pointer[first + k] : fallback;
  return result;
}

/// Stores elements N·i to N·i + N - 1 of an array.
/// @param pointer  the array's first element, aligned to N elements
/// @param i        number of the vector
/// @param value    the elements
template <int N, typename T>
__device__ inline void store_vector(T* pointer, uint64_t i, const vector<T, N>& value) {
  reinterpret_cast<vector<T, N>*>(pointer)[i] = value;
}

/// Stores elements N·i to N·i + N - 1 of an array whose size need not be a multiple of N; writes
/// nothing past its end.
/// @param pointer  the array's first element, aligned to N elements
/// @param i        number of the vector
/// @param size     number of elements of the array
/// @param value    the elements
template <int N, typename T>
__device__ inline void store_vector(T* pointer, uint64_t i, uint64_t size,
                                    const vector<T, N>& value) {
  const uint64_t first = i * N;
  if (first + N <= size) return store_vector(pointer, i, value);
  for (int k = 0; k < N; ++k) {
    if (first + k < size) pointer[first + k] = value[k];
  }
}

}  // namespace duet
