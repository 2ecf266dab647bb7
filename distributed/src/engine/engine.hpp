#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <duet/access.hpp>
#include <duet/collective_call.hpp>
#include <duet/communicator.hpp>

namespace duet::detail {

using Calls = std::vector<CollectiveCall>;

/// What connects the ranks of one communicator, seen from one rank. A communicator checks all
/// arguments before it calls its engine. Thread-safety: one thread at a time; `abort` and `check`
/// from any thread.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  /// Never blocks: submitted work keeps what it needs.
  virtual ~Engine() = default;

  /// Which of the engines this is.
  virtual CollectiveEngine kind() const noexcept = 0;
  /// Whether elements of a type can be reduced.
  virtual bool reduces(DataType type, Reduction reduction) const noexcept = 0;
  /// Submits calls that progress together. Their order on a communicator is that of submission.
  /// @param queue     a stream, perhaps captured, or an encoder
  /// @param accesses  the memory that the calls use; empty for a stream
  /// @throws Error
  virtual void submit(const WorkQueue& queue, const std::vector<Access>& accesses,
                      const Calls& calls) = 0;
  /// Blocks until all ranks have called it.
  /// @param color  negative: no new communicator for this rank, and null is returned
  /// @param rank   set to this rank's number in the new communicator
  /// @param size   set to its number of ranks
  /// @throws Error
  virtual std::unique_ptr<Engine> split(int color, int key, int& rank, int& size) = 0;
  /// Blocks until the work of a stream has ended or the communicator has failed.
  /// @throws Error
  virtual void synchronize(const StreamRef& stream) = 0;
  /// @throws Error  the failure, if there is one
  virtual void check() = 0;
  /// Makes the communicator fail on this rank and, if it can, on the others.
  virtual void abort(const std::string& reason) = 0;
};

/// What an engine is made of.
struct EngineSetup {
  Device device;
  const Bootstrap& bootstrap;
  std::chrono::milliseconds timeout;
  bool checks = false;  ///< whether the ranks compare their calls first
};

}  // namespace duet::detail
