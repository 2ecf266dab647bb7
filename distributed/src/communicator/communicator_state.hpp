#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <duet/device.hpp>

#include "engine/engine.hpp"

namespace duet::detail {

/// One rank of a communicator. Thread-safety: as Communicator.
class CommunicatorState {
 public:
  CommunicatorState(const Device& device, std::unique_ptr<Engine> engine, int rank, int size)
      : device_(device), engine_(std::move(engine)), rank_(rank), size_(size) {}

  const Device& device() const noexcept { return device_; }
  Engine& engine() const noexcept { return *engine_; }
  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }

  /// Submits a call, or adds it to the open group. @throws Error
  void submit(const WorkQueue& queue, const CollectiveCall& call);
  /// @throws Error  if a group is open
  void begin_group();
  /// Submits the calls of the group. @throws Error
  void submit_group();
  void drop_group() noexcept;

 private:
  void check_queue(const WorkQueue& queue) const;
  void submit_all(const WorkQueue& queue, const Calls& calls);

  const Device device_;
  const std::unique_ptr<Engine> engine_;
  const int rank_;
  const int size_;
  bool has_group_ = false;
  Calls group_{};
  Calls single_{};  ///< a call without a group; keeps its memory
  std::optional<WorkQueue> group_queue_{};
  /// Encoders order operations by memory; all collectives write this.
  char order_ = 0;
};

}  // namespace duet::detail
