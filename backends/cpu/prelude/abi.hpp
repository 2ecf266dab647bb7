#pragma once

// Where kernel code and the runtime meet. Both include this file, kernels as C++11 and without any
// standard header.

namespace duet_cpu {

struct Extent {
  unsigned x, y, z;
};

/// Consecutive blocks of a grid, and the box of threads of each of them, for one call. A kernel's
/// function reads all of it before it runs the first thread.
struct Task {
  Extent grid, block;
  Extent first_block;
  unsigned long blocks;
  Extent first_thread, end_thread;  ///< the end is past the last in each dimension
  void* const* arguments;
  void* shared;  ///< dynamic shared memory
  void* runner;  ///< for the calls of `Sync`; null if the module needs none
};

using Run = void (*)(const Task*);

/// What a thread calls to wait for the others of its block. `file` and `line` are the kernel's.
struct Sync {
  void (*barrier)(void* runner, const char* file, int line);
  /// A barrier that returns for how many of the threads that reach it `predicate` holds.
  int (*vote)(void* runner, bool predicate, const char* file, int line);
};

constexpr unsigned no_kernel = ~0u;

template <unsigned N>
struct SizeList {
  unsigned bytes[N + 1];
};

/// What the object file's section `duet_kernels` says of a kernel; the records follow each other in
/// any order.
template <unsigned Parameters, unsigned NameBytes>
struct KernelRecord {
  unsigned bytes;  ///< of the record
  unsigned index;  ///< of its function in the exported array `duet_cpu_run`
  unsigned parameters;
  unsigned max_threads;        ///< 0 without launch bounds, `no_kernel` if there is no such kernel
  SizeList<Parameters> sizes;  ///< one more than there are parameters
  char name[NameBytes];
};

}  // namespace duet_cpu
