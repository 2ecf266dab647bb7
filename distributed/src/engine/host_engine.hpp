#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/failure.hpp"

namespace duet::detail {

/// Carries out collectives on the host: in host functions of streams. Shared by the engine and the
/// functions that it submits.
class HostExecutor {
 public:
  HostExecutor() = default;
  HostExecutor(const HostExecutor&) = delete;
  HostExecutor& operator=(const HostExecutor&) = delete;
  virtual ~HostExecutor() = default;

  /// Carries out calls that progress together; blocks.
  /// @throws Error  which makes the communicator fail
  virtual void run(const Calls& calls) = 0;
  virtual Failure& failure() noexcept = 0;
  /// Makes the communicator fail, so that the other ranks need not wait.
  virtual void fail(ErrorCode code, const std::string& text) { failure().set(code, text); }
};

/// The part that engines on the host have in common.
class HostEngine : public Engine {
 public:
  explicit HostEngine(std::shared_ptr<HostExecutor> executor) : executor_(std::move(executor)) {}

  bool reduces(DataType type, Reduction reduction) const noexcept override;
  void submit(const WorkQueue& queue, const std::vector<Access>& accesses,
              const Calls& calls) override;
  void synchronize(const StreamRef& stream) override;
  void check() override { executor_->failure().check(); }

 private:
  std::shared_ptr<HostExecutor> executor_;
};

}  // namespace duet::detail
