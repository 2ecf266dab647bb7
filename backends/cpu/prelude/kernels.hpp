#pragma once

// Makes the function that runs a kernel's threads. The text that is compiled ends with one
//   duet_cpu::Kernel<duet_cpu::PlainType<decltype(&k)>, &k>
// for each kernel `k`.

// Usually the compiler's startup files define these; <iostream>, for instance, needs them to
// register a destructor. Weak, for objects that are linked with those files.
extern "C" {
__attribute__((visibility("hidden"), weak)) extern void* __dso_handle;
void* __dso_handle = &__dso_handle;
void __cxa_finalize(void* handle);
}

#ifdef DUET_CPU_TSAN
// Allocates the OS thread's copy of the thread-local variables. Else the sanitizer takes it for
// memory of the first kernel thread that uses it. Initialising one variable allocates all.
namespace duet_cpu {
DUET_CPU_UNSEEN inline bool touch() { return true; }
static thread_local bool touched = touch();
}  // namespace duet_cpu
extern "C" __attribute__((visibility("default"), used)) inline bool duet_cpu_touch(void* shared) {
  duet_cpu::keep_address(duet_cpu::shared, shared);
  return duet_cpu::touched;
}

// Newer compilers call these, which older runtimes lack. The sanitizer sees the calls in them.
extern "C" {
__attribute__((visibility("hidden"), weak)) inline void* __tsan_memcpy(void* to, const void* from,
                                                                       size_t bytes) {
  return memcpy(to, from, bytes);
}
__attribute__((visibility("hidden"), weak)) inline void* __tsan_memmove(void* to, const void* from,
                                                                        size_t bytes) {
  return memmove(to, from, bytes);
}
__attribute__((visibility("hidden"), weak)) inline void* __tsan_memset(void* to, int value,
                                                                       size_t bytes) {
  return memset(to, value, bytes);
}
}
#endif

namespace duet_cpu {

#define DUET_CPU_TEXT(x) #x
#define DUET_CPU_TEXT_OF(x) DUET_CPU_TEXT(x)
__attribute__((section("duet_target"), used)) static const char target[] =
    "duet-cpu 7 wave" DUET_CPU_TEXT_OF(DUET_CPU_WAVE_SIZE) " " DUET_CPU_ARCHITECTURE;
#undef DUET_CPU_TEXT_OF
#undef DUET_CPU_TEXT

__attribute__((destructor)) inline void finalize() { __cxa_finalize(&__dso_handle); }

template <unsigned... I>
struct Indices {};
#ifdef __clang__
template <typename, unsigned... I>
using IndicesAlias = Indices<I...>;
template <unsigned N>
using IndicesTo = __make_integer_seq<IndicesAlias, unsigned, N>;
#else
template <unsigned N>
using IndicesTo = Indices<__integer_pack(N)...>;
#endif

/// The type of a pointer to function without noexcept.
template <typename F>
struct WithoutNoexcept {
  using type = F;
};
#ifdef __cpp_noexcept_function_type
template <typename R, typename... P>
struct WithoutNoexcept<R (*)(P...) noexcept> {
  using type = R (*)(P...);
};
#endif
template <typename F>
using PlainType = typename WithoutNoexcept<F>::type;

template <typename T>
struct Parameter {
  using type = T;
};
template <typename T>
struct Parameter<const T> {
  using type = T;
};

template <typename T>
struct TypeLetter {
  static constexpr char value = 0;
};
#define DUET_CPU_LETTER(T, letter)        \
  template <>                             \
  struct TypeLetter<T> {                  \
    static constexpr char value = letter; \
  };
DUET_CPU_LETTER(void, 'v')
DUET_CPU_LETTER(bool, 'b')
DUET_CPU_LETTER(char, 'c')
DUET_CPU_LETTER(signed char, 'a')
DUET_CPU_LETTER(unsigned char, 'h')
DUET_CPU_LETTER(short, 's')
DUET_CPU_LETTER(unsigned short, 't')
DUET_CPU_LETTER(int, 'i')
DUET_CPU_LETTER(unsigned, 'j')
DUET_CPU_LETTER(long, 'l')
DUET_CPU_LETTER(unsigned long, 'm')
DUET_CPU_LETTER(long long, 'x')
DUET_CPU_LETTER(unsigned long long, 'y')
DUET_CPU_LETTER(float, 'f')
DUET_CPU_LETTER(double, 'd')
#undef DUET_CPU_LETTER

template <typename T>
struct RecordOf {
  static constexpr ParameterRecord value{sizeof(T), TypeLetter<T>::value, false, false, 0};
};
template <typename T>
struct RecordOf<const T> : RecordOf<T> {};
template <typename T>
struct RecordOf<T*> {
  static constexpr ParameterRecord value{sizeof(T*), TypeLetter<T>::value, true, false, 0};
};
template <typename T>
struct RecordOf<const T*> {
  static constexpr ParameterRecord value{sizeof(T*), TypeLetter<T>::value, true, true, 0};
};
/// A reference is passed as a pointer.
template <typename T>
struct RecordOf<T&> : RecordOf<T*> {};

/// Runs the threads of a task one after the other.
/// @param thread  runs one thread of the kernel
template <typename Thread>
__attribute__((always_inline)) inline void run_threads(const Task& task, Thread thread) {
  const dim3 grid(task.grid.x, task.grid.y, task.grid.z);
  const dim3 block(task.block.x, task.block.y, task.block.z);
  const Extent first = task.first_thread, end = task.end_thread;
  keep_address(duet_cpu::shared, task.shared);
  volatile Extent* const present = task.present;
  uint3 index = {task.first_block.x, task.first_block.y, task.first_block.z};
  for (unsigned long left = task.blocks; left != 0; --left) {
    note(present[0], index.x, index.y, index.z);
    for (unsigned z = first.z; z < end.z; ++z) {
      for (unsigned y = first.y; y < end.y; ++y) {
        // Once for each row: a store for each thread would prevent vectorisation.
        note(present[1], first.x, y, z);
        // Beyond vectorisation these gain nothing and take the compiler time.
#ifdef __clang__
#pragma clang loop interleave(disable) unroll(disable)
#endif
        for (unsigned x = first.x; x < end.x; ++x) {
          const uint3 own = {x, y, z};
          // Set for each thread, so that inlined device functions read values just written, which
          // no other thread can have changed. One by one, since clang 14 hoists these stores out of
          // the loop but not those of whole structs.
          set(::threadIdx, x, y, z);
          set(::blockIdx, index.x, index.y, index.z);
          set(::blockDim, block.x, block.y, block.z);
          set(::gridDim, grid.x, grid.y, grid.z);
          thread(own, index, block, grid);
        }
      }
    }
    if (++index.x == grid.x) {
      index.x = 0;
      if (++index.y == grid.y) {
        index.y = 0;
        ++index.z;
      }
    }
  }
}

/// An argument, which classes whose copies are made of variables alone take as one.
template <typename T>
struct Argument {
  static auto& at(const void* place) {
    if constexpr (__is_constructible(T, const T&)) {
      return *static_cast<const T*>(place);
    } else {
      return *static_cast<T*>(const_cast<void*>(place));
    }
  }
};
template <typename T>
struct Argument<T&> {
  static T& at(const void* place) { return **static_cast<T* const*>(place); }
};

/// The entry of a kernel.
/// @param Call     calls the kernel for one thread
/// @param Threads  the launch bound; 0 if there is none
template <typename Call, unsigned Threads, typename... P>
struct KernelOf {
  static constexpr unsigned parameters = sizeof...(P);
  static constexpr unsigned max_threads = Threads;
  static constexpr ParameterList<parameters> list() { return {{RecordOf<P>::value..., {}}}; }
  static void run(const Task* task) { unpack(*task, IndicesTo<parameters>()); }

 private:
  template <unsigned... I>
  static void unpack(const Task& task, Indices<I...>) {
    spread(task, Argument<typename Parameter<P>::type>::at(task.arguments[I])...);
  }
  // By value, so that the loop does not read memory that a thread might change.
  static void spread(const Task& task, P... values) {
    run_threads(
        task, [&](uint3 thread, uint3 block, dim3 block_dim, dim3 grid_dim) __attribute__((
                  always_inline)) { Call::call(thread, block, block_dim, grid_dim, values...); });
  }
};

template <typename F, F f>
struct Kernel;

template <typename... P, void (*f)(P...)>
struct Kernel<void (*)(P...), f> : KernelOf<Kernel<void (*)(P...), f>, 0, P...> {
  template <typename... V>
  __attribute__((always_inline)) static void call(uint3, uint3, dim3, dim3, V&... values) {
    f(values...);
  }
};

template <typename... P, void (*f)(uint3, uint3, dim3, dim3, P...)>
struct Kernel<void (*)(uint3, uint3, dim3, dim3, P...), f>
    : KernelOf<Kernel<void (*)(uint3, uint3, dim3, dim3, P...), f>, 0, P...> {
  template <typename... V>
  __attribute__((always_inline)) static void call(uint3 thread, uint3 block, dim3 block_dim,
                                                  dim3 grid_dim, V&... values) {
    f(thread, block, block_dim, grid_dim, values...);
  }
};

template <unsigned Threads, typename... P,
          void (*f)(Bounds<Threads>, uint3, uint3, dim3, dim3, P...)>
struct Kernel<void (*)(Bounds<Threads>, uint3, uint3, dim3, dim3, P...), f>
    : KernelOf<Kernel<void (*)(Bounds<Threads>, uint3, uint3, dim3, dim3, P...), f>, Threads,
               P...> {
  template <typename... V>
  __attribute__((always_inline)) static void call(uint3 thread, uint3 block, dim3 block_dim,
                                                  dim3 grid_dim, V&... values) {
    f(Bounds<Threads>(), thread, block, block_dim, grid_dim, values...);
  }
};

template <typename... P>
struct AnyMovedReference {
  static constexpr bool value = false;
};
template <typename T, typename... P>
struct AnyMovedReference<T, P...> : AnyMovedReference<P...> {};
template <typename T, typename... P>
struct AnyMovedReference<T&&, P...> {
  static constexpr bool value = true;
};

/// The type of names that look like kernels of the global namespace but are not.
struct NoKernel {};

template <typename F, typename Plain = PlainType<F>>
struct IsKernel {
  static constexpr bool value = false;
};
template <typename F, typename... P>
struct IsKernel<F, void (*)(P...)> {
  static constexpr bool value = !AnyMovedReference<P...>::value;
};
template <typename F>
struct IsKernel<F, const NoKernel*> {
  static constexpr bool value = true;
};

template <const NoKernel* none>
struct Kernel<const NoKernel*, none> {
  static constexpr unsigned parameters = 0;
  static constexpr unsigned max_threads = no_kernel;
  static constexpr ParameterList<0> list() { return {{{}}}; }
  static constexpr Run run = nullptr;
};

}  // namespace duet_cpu

// Names for the generated text, which the user's macros must not change.
using duet_cpu_no_kernel = duet_cpu::NoKernel;
template <typename F>
using duet_cpu_plain = duet_cpu::PlainType<F>;
template <typename F, F f>
using duet_cpu_kernel = duet_cpu::Kernel<F, f>;
template <typename F>
constexpr bool duet_cpu_is_kernel() {
  return duet_cpu::IsKernel<F>::value;
}
