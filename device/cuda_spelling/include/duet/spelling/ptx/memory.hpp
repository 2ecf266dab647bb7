#pragma once

#include <duet/spelling/builtin/address_spaces.hpp>
#include <duet/spelling/ptx/values.hpp>

/// An addition to a pair is two additions, as in NVIDIA's GPUs. Not in duet, where it would hide
/// the other functions of this name.
template <typename T>
__device__ inline duet::float16_pair<T> atomicAdd(duet::float16_pair<T>* address,
                                                  duet::float16_pair<T> value) {
  return {atomic_add(&address->x, value.x), atomic_add(&address->y, value.y)};
}

namespace duet::ptx {

template <typename A, typename O>
__device__ inline void* address(A base, O offset) {
  return reinterpret_cast<char*>(word<unsigned long long>(base)) + static_cast<long long>(offset);
}
/// An address in shared memory, of 32 or 64 bits.
template <typename A, typename O>
__device__ inline void* shared_address(A base, O offset) {
  return static_cast<char*>(spelling::shared_pointer(unsigned(word<unsigned long long>(base)))) +
         static_cast<long long>(offset);
}
template <typename A>
__device__ inline unsigned long long to_shared(A generic) {
  return spelling::shared_number(reinterpret_cast<const void*>(word<unsigned long long>(generic)));
}
template <typename A>
__device__ inline unsigned long long from_shared(A number) {
  return reinterpret_cast<unsigned long long>(
      spelling::shared_pointer(unsigned(word<unsigned long long>(number))));
}
template <typename T>
__device__ inline T* pointer(void* address) {
  return static_cast<T*>(address);
}
template <typename T, bool is_volatile>
__device__ inline T load(const void* address, int i) {
  if constexpr (is_volatile && is_number<T>) {
    return static_cast<const volatile T*>(address)[i];
  } else {
    return static_cast<const T*>(address)[i];
  }
}
template <typename T, bool is_volatile>
__device__ inline void save(void* address, int i, T value) {
  if constexpr (is_volatile && is_number<T>) {
    static_cast<volatile T*>(address)[i] = value;
  } else {
    static_cast<T*>(address)[i] = value;
  }
}
template <typename T>
__device__ inline T swap(void* address, T expected, T value) {
  return atomicCAS(static_cast<T*>(address), expected, value);
}
/// Copies `present` bytes and fills the rest of `size` with zeros.
template <int size>
__device__ inline void copy(void* to, const void* from, int present) {
  struct alignas(size) Bytes {
    unsigned char bytes[size];
  };
  if (present >= size) {
    *static_cast<Bytes*>(to) = *static_cast<const Bytes*>(from);
    return;
  }
  for (int i = 0; i < size; ++i) {
    static_cast<unsigned char*>(to)[i] =
        i < present ? static_cast<const unsigned char*>(from)[i] : 0;
  }
}

}  // namespace duet::ptx
