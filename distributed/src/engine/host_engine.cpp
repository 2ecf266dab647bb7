#include "engine/host_engine.hpp"

#include <exception>
#include <functional>

#include "reduce/host_reduction.hpp"

namespace duet::detail {

namespace {

/// A host function must not throw.
void run_guarded(HostExecutor& executor, const Calls& calls) noexcept {
  if (executor.failure().is_set()) return;
  try {
    executor.run(calls);
  } catch (const Error& error) {
    executor.fail(error.code(), error.what());
  } catch (const std::exception& error) {
    executor.fail(ErrorCode::out_of_memory, error.what());
  }
}

}  // namespace

bool HostEngine::reduces(DataType type, Reduction reduction) const noexcept {
  return host_reduction(type, reduction).combine != nullptr;
}

void HostEngine::submit(const WorkQueue& queue, const std::vector<Access>& accesses,
                        const Calls& calls) {
  std::function<void()> function = [executor = executor_, calls] { run_guarded(*executor, calls); };
  if (queue.encoder() != nullptr) {
    queue.encoder()->launch_host_function(std::move(function), accesses);
  } else {
    queue.stream().launch_host_function(std::move(function));
  }
}

void HostEngine::synchronize(const StreamRef& stream) {
  stream.synchronize();
  check();
}

}  // namespace duet::detail
