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
  /// Where code whose threads never wait notes the row of threads that it has in hand: the block,
  /// then the thread that the row begins with.
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

/// Who takes part in an operation of a wave. Lanes that have exited never do.
enum class Participants : unsigned char {
  named,  ///< the lanes of a mask: it waits for all of them
  whole,  ///< every lane
  here    ///< the lanes that execute the call together
};

/// A lane's part in an operation. The last lane to come writes the results of all.
struct WaveCall {
  Place place;
  WaveOperation operation;
  Participants participants;
  unsigned bytes;            ///< of the value
  unsigned long long mask;   ///< of the named lanes
  const void* value;         ///< for shuffles and matches
  void* result;              ///< for shuffles: gets the value of `source`, if that takes part
  unsigned source;           ///< for shuffles: a lane
  bool predicate;            ///< for votes
  unsigned long long lanes;  ///< out: those for which the predicate holds, or whose value is equal
  unsigned long long all;    ///< out: those that took part
};

/// A flow of control that runs a thread of a block. What the runtime knows of it begins with this.
struct Fiber {
  Fiber* next = nullptr;       ///< in a queue
  void* suspended = nullptr;   ///< the stack pointer; there is the address where it goes on
  const char* file = nullptr;  ///< where the thread waits at a barrier
  int line = 0;
  unsigned index = 0;  ///< of the thread in its block, x running fastest
};

/// First in, first out.
struct FiberQueue {
  Fiber* first = nullptr;
  Fiber** end = &first;  ///< what is to point to the next one that comes

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
  /// Before all others.
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

/// Who of a block's threads does what, as far as barriers change it.
struct FiberScheduler {
  Fiber* running = nullptr;
  FiberQueue ready{};
  FiberQueue at_barrier{};
  unsigned missing = 0;  ///< of those that have not ended, at the barrier
};

/// What a thread calls to wait for others of its block. The first three return whom to continue
/// meanwhile, or null if the thread is to go on: it has waited, or need not.
struct Sync {
  Fiber* (*barrier)(Place place);
  /// A barrier that tells for how many of the threads that reach it `predicate` holds, where
  /// `*votes` says then.
  Fiber* (*vote)(bool predicate, Place place, const int** votes);
  Fiber* (*wave)(WaveCall* call);
  /// Waits for another block of a cooperative grid: until `*word` is no longer `old`.
  void (*await_change)(const unsigned* word, unsigned old, Place place);
  /// Lets others run.
  void (*pause)();
  /// After a change of a word that other blocks wait for.
  void (*announce_change)();
};

/// What a thread calls that cannot go on. Does not return.
struct Failing {
  void (*trap)(Place place, Extent block, Extent thread);
  void (*assertion)(const char* text, Place place, Extent block, Extent thread);
};

constexpr unsigned no_kernel = ~0u;
constexpr unsigned no_size = ~0u;

/// How a kernel's function runs the threads of a block.
enum class Form : unsigned {
  unknown,
  loop,         ///< one after the other
  vector_loop,  ///< several at a time, in vector registers
  fibers        ///< one a call, since they wait for each other
};

/// How the records in the object file's section `duet_kernels` begin.
struct KernelHeader {
  unsigned bytes;         ///< of the record
  unsigned index;         ///< of its function in the exported array `duet_cpu_run`
  Form form;              ///< written into the object file once it is there
  unsigned shared_bytes;  ///< static shared memory, likewise; `no_size` if unknown
  unsigned parameters;
  unsigned max_threads;  ///< 0 without launch bounds, `no_kernel` if there is no such kernel
};

/// What the code says of a kernel's parameter.
struct ParameterRecord {
  unsigned bytes;
  /// Its type, or what it points to, as in mangled names; H and B are duet::half and
  /// duet::bfloat16; 0 is any other.
  char letter;
  bool is_pointer;
  bool is_const;  ///< what it points to
  char padding;
};

template <unsigned N>
struct ParameterList {
  ParameterRecord records[N + 1];
};

/// What the section says of a kernel; the records follow each other in any order.
template <unsigned Parameters, unsigned NameBytes>
struct KernelRecord {
  KernelHeader header;
  ParameterList<Parameters> list;  ///< one more than there are parameters
  char name[NameBytes];
};

}  // namespace duet_cpu
