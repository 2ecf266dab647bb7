#pragma once

// The qualifiers and built-in variables of kernel code.

#define DUET_CPU_KERNEL 1

#if defined(__SANITIZE_ADDRESS__)
#define DUET_CPU_ASAN 1
#elif defined(__SANITIZE_THREAD__)
#define DUET_CPU_TSAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DUET_CPU_ASAN 1
#elif __has_feature(thread_sanitizer)
#define DUET_CPU_TSAN 1
#endif
#endif

#define __device__
#define __host__
#define __constant__
#define __managed__
#ifdef DUET_CPU_ASAN
// AddressSanitizer does not guard thread-local variables. So all OS threads share the variable, and
// the runtime runs kernels of such code on one OS thread at a time.
#define __shared__ static
extern "C" __attribute__((visibility("default"), used)) const char duet_cpu_runs_alone = 1;
#else
#define __shared__ static thread_local
#endif
#if defined(DUET_CPU_ASAN) && defined(__clang__)
// Nor does it guard variables that other translation units might define too, such as those of
// templates and inline functions. So kernels, and functions that are inlined into them, get
// internal linkage. (The attribute on the variables would merge all of the same name.)
#define DUET_CPU_OWN __attribute__((internal_linkage))
#else
#define DUET_CPU_OWN
#endif
#define __forceinline__ DUET_CPU_OWN __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)

// A kernel is inlined into the function that loops over its threads, so that the compiler can
// vectorise the loop. For the same reason the rewritten source passes the built-in variables as
// parameters: the thread-local ones below may change with any store. If that does not compile (for
// instance a lambda that uses them without a capture), the source is compiled again with
// DUET_CPU_PLAIN, which leaves only the thread-local variables.
#ifdef DUET_CPU_PLAIN
#define __global__ DUET_CPU_OWN
#define DUET_CPU_HIDDEN
#define DUET_CPU_HIDDEN_ONLY
#define DUET_CPU_BOUNDED(...)
#define DUET_CPU_BOUNDED_ONLY(...)
#else
#ifdef __OPTIMIZE__
#define __global__ DUET_CPU_OWN __inline__ __attribute__((always_inline))
#else
#define __global__ DUET_CPU_OWN __inline__
#endif
#define DUET_CPU_HIDDEN_ONLY                                                   \
  [[gnu::unused]] const uint3 threadIdx, [[gnu::unused]] const uint3 blockIdx, \
      [[gnu::unused]] const dim3 blockDim, [[gnu::unused]] const dim3 gridDim
#define DUET_CPU_HIDDEN DUET_CPU_HIDDEN_ONLY,
#define DUET_CPU_BOUNDED_ONLY(...) ::duet_cpu::Bounds<(__VA_ARGS__)>, DUET_CPU_HIDDEN_ONLY
#define DUET_CPU_BOUNDED(...) DUET_CPU_BOUNDED_ONLY(__VA_ARGS__),
#endif

constexpr int warpSize = DUET_CPU_WAVE_SIZE;

static thread_local uint3 threadIdx, blockIdx;
static thread_local dim3 blockDim, gridDim;

namespace duet_cpu {

template <unsigned Threads>
struct Bounds {};

// An address as a number: the compiler keeps an unused variable with a pointer for the sake of leak
// checkers, but removes one with a number.
static thread_local __UINTPTR_TYPE__ shared;

// Hides stores from ThreadSanitizer: the threads of a block share these variables on one OS thread,
// but each finds its own values when it runs.
#ifdef DUET_CPU_TSAN
#define DUET_CPU_UNSEEN __attribute__((noinline, no_sanitize("thread")))
#else
#define DUET_CPU_UNSEEN __attribute__((always_inline))
#endif

inline DUET_CPU_UNSEEN void keep_address(__UINTPTR_TYPE__& variable, void* address) {
  variable = reinterpret_cast<__UINTPTR_TYPE__>(address);
}
template <typename V>
inline DUET_CPU_UNSEEN void set(V& variable, unsigned x, unsigned y, unsigned z) {
  variable.x = x;
  variable.y = y;
  variable.z = z;
}
inline DUET_CPU_UNSEEN void note(volatile Extent& extent, unsigned x, unsigned y, unsigned z) {
  extent.x = x;
  extent.y = y;
  extent.z = z;
}

/// The block's dynamic shared memory. Its address is the same for all blocks of an OS thread.
inline void* dynamic_shared() { return reinterpret_cast<void*>(shared); }

// Filled in by the runtime. The compiler emits them only for code that uses them, so that the
// object file shows whether its kernels' threads ever wait.
__attribute__((visibility("default"))) inline Sync duet_cpu_sync;
__attribute__((visibility("default"))) inline Failing duet_cpu_failing;

/// The place of a call, used as a default argument.
constexpr Place here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return Place{file, line};
}

/// Restores threadIdx after a wait, during which other threads of the block run on the OS thread.
/// It copies the parts one by one, so that other kernels of the source can still be vectorised.
class KeepThreadIndex {
 public:
  KeepThreadIndex() : x_(::threadIdx.x), y_(::threadIdx.y), z_(::threadIdx.z) {}
  ~KeepThreadIndex() { set(::threadIdx, x_, y_, z_); }

 private:
  unsigned x_, y_, z_;
};

inline void await_change(const unsigned* word, unsigned old, unsigned mask, Place place) {
  KeepThreadIndex keep;
  duet_cpu_sync.await_change(word, old, mask, place);
}
inline void announce_change() { duet_cpu_sync.announce_change(); }

constexpr Extent extent(uint3 v) { return Extent{v.x, v.y, v.z}; }
[[noreturn]] inline void fail_assertion(const char* text, Place place) {
  duet_cpu_failing.assertion(text, place, extent(::blockIdx), extent(::threadIdx));
  __builtin_unreachable();
}

}  // namespace duet_cpu

inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

template <typename T>
inline T __ldg(const T* address) {
  return *address;
}

[[noreturn]] inline void __trap(duet_cpu::Place place = duet_cpu::here()) {
  duet_cpu::duet_cpu_failing.trap(place, duet_cpu::extent(blockIdx), duet_cpu::extent(threadIdx));
  __builtin_unreachable();
}

extern "C" {
int printf(const char* format, ...);
void* memcpy(void* to, const void* from, size_t bytes) noexcept;
void* memmove(void* to, const void* from, size_t bytes) noexcept;
void* memset(void* to, int value, size_t bytes) noexcept;
void* malloc(size_t bytes) noexcept;
void free(void* address) noexcept;
// Replaces libc's, for kernels that include <cassert>.
[[noreturn]] inline void __assert_fail(const char* text, const char* file, unsigned line,
                                       const char*) noexcept {
  duet_cpu::fail_assertion(text, {file, static_cast<int>(line)});
}
}

#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) \
  ((__VA_ARGS__) ? (void)0 : ::duet_cpu::fail_assertion(#__VA_ARGS__, {__FILE__, __LINE__}))
#endif
