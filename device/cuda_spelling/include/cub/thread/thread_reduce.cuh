#pragma once

#include <cub/thread/thread_operators.cuh>
#include <duet/spelling/cub/items.hpp>

namespace cub {

template <int N, typename T, typename Op>
__device__ __forceinline__ T ThreadReduce(T (&input)[N], Op op) {
  return duet::spelling::combine_items(input, op);
}
template <int N, typename T, typename Op>
__device__ __forceinline__ T ThreadReduce(T (&input)[N], Op op, T prefix) {
  return T(op(prefix, duet::spelling::combine_items(input, op)));
}

}  // namespace cub
