#pragma once

#include <duet/spelling/libcu/atomic.hpp>

namespace cuda {
namespace std {

using cuda::memory_order;
using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_consume;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;

template <typename T>
using atomic = cuda::atomic<T, cuda::thread_scope_system>;
template <typename T>
using atomic_ref = cuda::atomic_ref<T, cuda::thread_scope_system>;
using cuda::atomic_flag;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
using atomic_bool = atomic<bool>;

__device__ inline void atomic_thread_fence(memory_order order) { cuda::atomic_thread_fence(order); }

}  // namespace std
}  // namespace cuda
