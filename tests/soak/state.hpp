#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include <duet/duet.hpp>

#include "program.hpp"
#include "reference.hpp"

namespace duet::soak {

/// The source of the kernel `step`. Different variants are different programs.
duet::Program kernel_source(unsigned variant);
/// The kernel `step`, loaded once for each device.
const Kernel& kernel(const Device& device);
LaunchShape one_block(unsigned threads = cells);
Device device_of(unsigned number);
/// The step's stream, on its buffer's device.
constexpr unsigned stream_of(const Step& step) { return step.stream / 2 * 2 + step.buffer % 2; }
void launch(const Stream& stream, const Buffer<int>& x, unsigned factor, unsigned summand);

/// A graph of a fill and two launches, with its executable.
struct KeptGraph {
  Graph graph;
  std::array<GraphNode, 3> nodes;
  GraphExec exec{};
};

/// Where a step works.
struct Place {
  unsigned number;  ///< of the stream
  const Stream& stream;
  const Buffer<int>& x;
};

/// The objects of a running program. Each step that uses a buffer waits for the buffer's last use
/// in another stream, so that the results are those of a sequential run.
struct State {
  State();

  /// Commits what an encoder has recorded for the stream.
  void flush(unsigned stream);
  /// Makes a buffer usable in a stream. @param how  chooses the way to wait
  const Buffer<int>& use(unsigned buffer, unsigned stream, unsigned how);
  /// The step's stream and its buffer, which is usable there.
  Place place_of(const Step& step);
  /// Waits for all streams.
  void settle();
  /// @throws std::runtime_error if the buffer does not hold what it should
  void check(unsigned buffer);
  /// After a step that failed: waits for what it has started, and writes what the buffers should
  /// hold.
  void restore();
  /// Checks all buffers, and that the completion handlers run once.
  void finish();

  Memory expected{};     ///< what the buffers should hold
  bool compares = true;  ///< `check` compares what it reads; not where no kernel runs
  std::deque<std::vector<int>> staging{};
  std::deque<HostBuffer<int>> pinned{};
  std::deque<std::unique_ptr<void, void (*)(void*)>> pages{};  ///< that are or were registered
  std::shared_ptr<std::atomic<unsigned>> completed = std::make_shared<std::atomic<unsigned>>(0);
  unsigned handlers = 0;
  std::array<std::optional<MemoryPool>, 2> pools{};  ///< of the devices
  std::array<Stream, streams> queues{};
  std::array<Buffer<int>, buffers> arrays{};
  std::array<std::optional<unsigned>, buffers> last{};  ///< the stream that used a buffer last
  std::array<std::optional<KeptGraph>, buffers> graphs{};
  std::array<PreparedLaunch, buffers> prepared{};
  std::array<std::unique_ptr<CommandEncoder>, streams> encoders{};
};

}  // namespace duet::soak
