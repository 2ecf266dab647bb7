#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace duet::soak {

constexpr unsigned streams = 4;  ///< half of them on each device
constexpr unsigned buffers = 6;
constexpr unsigned cells = 64;  ///< of a buffer

/// What a step of a random program does.
enum class Kind : std::uint8_t {
  launch,
  fill,
  copy,
  upload,
  check,          ///< reads a buffer and compares it
  graph,          ///< makes a graph, keeps its executable and launches it
  graph_update,   ///< sets other parameters in a kept executable and launches it
  capture,        ///< captures launches and launches the graph
  encode,         ///< records operations, and commits sometimes
  prepared,       ///< changes a prepared launch and launches it
  jit,            ///< launches a kernel that is compiled or found
  host_function,  ///< writes a buffer by a function of the host
  threads,        ///< several threads launch in streams of their own
  in_thread,      ///< a launch from a new thread
  fork,           ///< a forked copy of the process ends at once
  renew,          ///< destroys a stream, a buffer, an encoder or an executable
  refused,        ///< a launch that is not possible
  wait,
  forget,      ///< forgets the modules of jit
  managed,     ///< moves managed memory to the device and back
  registered,  ///< copies through memory that is registered for a while
  window,      ///< a launch that keeps its buffer in the level-2 cache
  pool,        ///< launches on temporary memory of duet's pool
  ranks,       ///< a collective of two ranks, one on each device
  end
};
constexpr auto kinds = static_cast<unsigned>(Kind::end);

/// A step. Its numbers have a meaning for every kind, so that any selection of a program's steps
/// is a program.
struct Step {
  Kind kind;
  unsigned stream;
  unsigned buffer;
  unsigned other;  ///< another buffer
  unsigned value;
  unsigned count;
};

using Program = std::vector<Step>;

Program random_program(std::uint64_t seed);
std::string text_of(const Step& step);

/// The other buffer of a step in an encoder: on the device of the first.
constexpr unsigned partner(const Step& step) { return step.other / 2 * 2 + step.buffer % 2; }

/// The same step for the rank of the other device: with a buffer and a stream of that device.
constexpr Step step_of_other_rank(Step step) {
  step.buffer = step.other / 2 * 2 + 1 - step.buffer % 2;
  return step;
}

/// Runs a program by duet's functions, and on the host.
/// @throws std::runtime_error at the first difference; other exceptions of duet's functions
void run(const Program& program);

}  // namespace duet::soak
