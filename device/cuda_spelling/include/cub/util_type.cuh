#pragma once

#include <cub/util_macro.cuh>

namespace cub {

struct NullType {
  template <typename T>
  __host__ __device__ __forceinline__ NullType& operator=(const T&) {
    return *this;
  }
  __host__ __device__ __forceinline__ bool operator==(const NullType&) const { return true; }
  __host__ __device__ __forceinline__ bool operator!=(const NullType&) const { return false; }
};

template <typename Key, typename Value>
struct KeyValuePair {
  using Key_ = Key;
  Key key;
  Value value;

  KeyValuePair() = default;
  __host__ __device__ __forceinline__ KeyValuePair(const Key& k, const Value& v)
      : key(k), value(v) {}
  __host__ __device__ __forceinline__ bool operator!=(const KeyValuePair& other) const {
    return value != other.value || key != other.key;
  }
  __host__ __device__ __forceinline__ bool operator==(const KeyValuePair& other) const {
    return !(*this != other);
  }
};

template <int i>
struct Int2Type {
  enum { VALUE = i };
};
template <typename T>
struct Uninitialized {
  alignas(T) unsigned char bytes[sizeof(T)];
  __host__ __device__ __forceinline__ T& Alias() { return reinterpret_cast<T&>(*this); }
};

template <int n, int current = n, int count = 0>
struct Log2 {
  enum { VALUE = Log2<n, (current >> 1), count + 1>::VALUE };
};
template <int n, int count>
struct Log2<n, 0, count> {
  enum { VALUE = (1 << (count - 1) < n) ? count : count - 1 };
};
template <int n>
struct PowerOfTwo {
  enum { VALUE = (n & (n - 1)) == 0 };
};

}  // namespace cub
