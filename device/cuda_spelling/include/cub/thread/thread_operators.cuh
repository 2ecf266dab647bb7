#pragma once

// CUB's function objects.

#include <cub/util_type.cuh>

namespace cub {

struct Sum {
  template <typename A, typename B>
  __host__ __device__ __forceinline__ auto operator()(const A& a, const B& b) const
      -> decltype(a + b) {
    return a + b;
  }
};
struct Difference {
  template <typename A, typename B>
  __host__ __device__ __forceinline__ auto operator()(const A& a, const B& b) const
      -> decltype(a - b) {
    return a - b;
  }
};
struct Division {
  template <typename A, typename B>
  __host__ __device__ __forceinline__ auto operator()(const A& a, const B& b) const
      -> decltype(a / b) {
    return a / b;
  }
};
struct Max {
  template <typename T>
  __host__ __device__ __forceinline__ T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <typename T>
  __host__ __device__ __forceinline__ T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
struct Equality {
  template <typename A, typename B>
  __host__ __device__ __forceinline__ bool operator()(const A& a, const B& b) const {
    return a == b;
  }
};
struct Inequality {
  template <typename A, typename B>
  __host__ __device__ __forceinline__ bool operator()(const A& a, const B& b) const {
    return a != b;
  }
};
template <typename EqualityOp>
struct InequalityWrapper {
  EqualityOp op;
  __host__ __device__ __forceinline__ explicit InequalityWrapper(EqualityOp equality)
      : op(equality) {}
  template <typename T>
  __host__ __device__ __forceinline__ bool operator()(const T& a, const T& b) {
    return !op(a, b);
  }
};
/// The pair of greater value; of equal ones, the one of smaller key.
struct ArgMax {
  template <typename Key, typename Value>
  __host__ __device__ __forceinline__ KeyValuePair<Key, Value> operator()(
      const KeyValuePair<Key, Value>& a, const KeyValuePair<Key, Value>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
/// The pair of smaller value; of equal ones, the one of smaller key.
struct ArgMin {
  template <typename Key, typename Value>
  __host__ __device__ __forceinline__ KeyValuePair<Key, Value> operator()(
      const KeyValuePair<Key, Value>& a, const KeyValuePair<Key, Value>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
template <typename B>
struct CastOp {
  template <typename A>
  __host__ __device__ __forceinline__ B operator()(const A& a) const {
    return B(a);
  }
};
/// Applies an operator to operands in the other order.
template <typename Op>
struct SwizzleScanOp {
  Op op;
  __host__ __device__ __forceinline__ explicit SwizzleScanOp(Op scan) : op(scan) {}
  template <typename T>
  __host__ __device__ __forceinline__ T operator()(const T& a, const T& b) {
    return op(b, a);
  }
};
/// Combines the values of pairs with equal keys; keeps the later value of pairs with different
/// keys.
template <typename Op>
struct ReduceByKeyOp {
  Op op;
  __host__ __device__ __forceinline__ ReduceByKeyOp() : op() {}
  __host__ __device__ __forceinline__ explicit ReduceByKeyOp(Op reduction) : op(reduction) {}
  template <typename Pair>
  __host__ __device__ __forceinline__ Pair operator()(const Pair& a, const Pair& b) {
    Pair result(b);
    if (a.key == b.key) result.value = op(a.value, b.value);
    return result;
  }
};
/// Sums keys; the value restarts where a key is not 0.
template <typename Op>
struct ReduceBySegmentOp {
  Op op;
  __host__ __device__ __forceinline__ ReduceBySegmentOp() : op() {}
  __host__ __device__ __forceinline__ explicit ReduceBySegmentOp(Op reduction) : op(reduction) {}
  template <typename Pair>
  __host__ __device__ __forceinline__ Pair operator()(const Pair& a, const Pair& b) {
    Pair result;
    result.key = a.key + b.key;
    result.value = b.key ? b.value : op(a.value, b.value);
    return result;
  }
};

}  // namespace cub
