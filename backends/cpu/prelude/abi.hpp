#pragma once

// The interface between kernel code and the runtime. Both include this file: kernels as C++11
// without any standard header.

namespace duet_cpu {

struct Extent {
  unsigned x, y, z;
};

/// The work of one call of a kernel's function: consecutive blocks of a grid, and a box of threads
/// in each of them. The function reads all of it before it runs the first thread.
struct Task {
  Extent grid, block;
  Extent first_block;
  unsigned long blocks;
  Extent first_thread, end_thread;  ///< the end is one past the last in each dimension
  void* const* arguments;
  void* shared;  ///< dynamic shared memory
  /// A kernel whose threads never wait stores its present row of threads here, for error messages:
  /// [0] the block's index, [1] the index of the row's first thread.
  volatile Extent* present;
};

using Run = void (*)(const Task*);

/// A place in the kernel's source.
struct Place {
  const char* file;
  int line;
};

enum class WaveOperation : unsigned char {
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  ballot,
  any,
  all,
  active_mask,
  match_any,
  match_all,
  barrier
};

/// The lanes that take part in a wave operation. Exited lanes never do.
enum class Participants : unsigned char {
  named,  ///< the lanes of a mask; the operation waits for all of them
  whole,  ///< all lanes
  here,   ///< the active lanes: those that execute the call together
  joined  ///< the same, once no lane of the wave polls memory
};

/// A lane's call of a wave operation. The last lane to arrive writes the results of all.
struct WaveCall {
  Place place;
  WaveOperation operation;
  Participants participants;
  unsigned bytes;           ///< of the value
  unsigned long long mask;  ///< of the named lanes
  const void* value;        ///< for shuffles and matches
  void* result;     ///< for shuffles: receives the value of lane `source`, if that takes part
  unsigned source;  ///< for shuffles: the lane to read from
  bool predicate;   ///< for votes
  unsigned long long lanes;  ///< out: lanes with a true predicate, or an equal value
  unsigned long long all;    ///< out: lanes that took part
};

/// A fiber, which runs one thread of a block at a time. The runtime's KernelThread derives from it.
struct Fiber {
  Fiber* next = nullptr;  ///< in a queue
  void* suspended =
      nullptr;  ///< its stack pointer; the address to continue at is on top of the stack
  const char* file = nullptr;  ///< the barrier at which the thread waits
  int line = 0;
  unsigned index = 0;  ///< of the thread in its block, x running fastest
};

/// A first-in, first-out queue of fibers.
struct FiberQueue {
  Fiber* first = nullptr;
  Fiber** end = &first;  ///< the pointer to set at the next push

  FiberQueue() = default;
  FiberQueue(const FiberQueue&) = delete;
  FiberQueue& operator=(const FiberQueue&) = delete;

  bool empty() const { return first == nullptr; }
  void clear() {
    first = nullptr;
    end = &first;
  }
  void push(Fiber& fiber) {
    fiber.next = nullptr;
    *end = &fiber;
    end = &fiber.next;
  }
  /// Inserts a fiber before all others.
  void push_front(Fiber& fiber) {
    if (empty()) end = &fiber.next;
    fiber.next = first;
    first = &fiber;
  }
  Fiber& pop() {
    Fiber& fiber = *first;
    first = fiber.next;
    if (empty()) end = &first;
    return fiber;
  }
  /// Appends all of `other`, which is empty afterwards.
  void take(FiberQueue& other) {
    if (other.empty()) return;
    *end = other.first;
    end = other.end;
    other.clear();
  }
};

/// The state of a block's threads that barriers change.
struct FiberScheduler {
  Fiber* running = nullptr;
  FiberQueue ready{};
  FiberQueue at_barrier{};
  unsigned missing = 0;  ///< threads that have not ended and not arrived at the barrier
};

/// The runtime's functions by which a thread waits for others. The first three return the fiber
/// that the caller must switch to, or null if the caller continues: it has waited already or need
/// not.
struct Sync {
  Fiber* (*barrier)(Place place);
  /// A barrier that counts the arriving threads with a true predicate.
  /// @param votes  receives the address of the count, which is valid after the barrier
  Fiber* (*vote)(bool predicate, Place place, const int** votes);
  Fiber* (*wave)(WaveCall* call);
  /// Waits until another block of a cooperative grid has changed a bit of `mask` in `*word` from
  /// that of `old`.
  void (*await_change)(const unsigned* word, unsigned old, unsigned mask, Place place);
  /// Lets other threads run.
  /// @param polls  whether the place is a loop that waits for memory to change
  void (*pause)(Place place, bool polls);
  /// Call after a change of a word that other blocks wait for.
  void (*announce_change)();
};

/// The runtime's functions for a thread that fails. They do not return.
struct Failing {
  void (*trap)(Place place, Extent block, Extent thread);
  void (*assertion)(const char* text, Place place, Extent block, Extent thread);
};

constexpr unsigned no_kernel = ~0u;
constexpr unsigned no_size = ~0u;

/// How a kernel's function runs the threads of a block.
enum class Form : unsigned {
  unknown,
  loop,         ///< one after another
  vector_loop,  ///< several at a time, in vector registers
  fibers        ///< one for each call, since threads wait for each other
};

/// The beginning of a record in the object file's section `duet_kernels`.
struct KernelHeader {
  unsigned bytes;         ///< of the record
  unsigned index;         ///< of its function in the exported array `duet_cpu_run`
  Form form;              ///< filled in after compilation, see object/object_notes.hpp
  unsigned shared_bytes;  ///< static shared memory; filled in likewise; `no_size` if unknown
  unsigned parameters;
  unsigned max_threads;  ///< 0 without launch bounds; `no_kernel`: the name is not a kernel
};

/// The description of a kernel's parameter.
struct ParameterRecord {
  unsigned bytes;
  /// The letter of its type, or of the type that it points to, in mangled names. H and B stand for
  /// duet::half and duet::bfloat16; 0 for any other type.
  char letter;
  bool is_pointer;
  bool is_const;  ///< whether it points to const
  char padding;
};

template <unsigned N>
struct ParameterList {
  ParameterRecord records[N + 1];
};

/// A kernel's record in the section. The order of records is arbitrary.
template <unsigned Parameters, unsigned NameBytes>
struct KernelRecord {
  KernelHeader header;
  ParameterList<Parameters> list;  ///< one longer than the parameters
  char name[NameBytes];
};

}  // namespace duet_cpu
