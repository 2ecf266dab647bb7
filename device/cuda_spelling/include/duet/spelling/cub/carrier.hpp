#pragma once

#include <duet/device/detail/type_traits.hpp>

namespace duet::spelling {

/// The bytes of a value whose type is not trivially copyable by its declaration. CUB moves such
/// values as bytes, too.
template <typename T>
struct Bytes {
  alignas(T) unsigned char bytes[sizeof(T)];
};

/// How threads exchange values of type T.
template <typename T, bool trivially = __is_trivially_copyable(T)>
struct Carrier {
  using type = T;
  static __device__ __forceinline__ const T& pack(const T& value) { return value; }
  static __device__ __forceinline__ const T& unpack(const T& value) { return value; }
  template <typename Op>
  static __device__ __forceinline__ Op& packed(Op& op) {
    return op;
  }
};
template <typename T>
struct Carrier<T, false> {
  using type = Bytes<T>;
  static __device__ __forceinline__ type pack(const T& value) {
    type result;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(&value);
    for (unsigned i = 0; i < sizeof(T); ++i) result.bytes[i] = bytes[i];
    return result;
  }
  static __device__ __forceinline__ T unpack(const type& value) {
    return reinterpret_cast<const T&>(value);
  }
  template <typename Op>
  static __device__ __forceinline__ auto packed(Op& op) {
    return [&op](const type& a, const type& b) { return pack(op(unpack(a), unpack(b))); };
  }
};
template <typename T>
using Carried = typename Carrier<T>::type;

}  // namespace duet::spelling
