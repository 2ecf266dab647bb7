#include "executable.hpp"

#include <cstring>
#include <span>
#include <utility>

#include <duet/profiling_range.hpp>

#include "driver/destruction.hpp"
#include "graph/vendor_graph.hpp"

namespace duet::detail {

namespace {

bool is_same(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

Executable::Executable(const Device& device, Batch& batch, BatchGraph& graph)
    : device_(device), origins_(batch.captured_graphs()) {
  const ProfilingRange range("instantiate graph");
  graph.describe(batch);
  if (!vendor::updates_running_graphs) finished_ = Event(device, {.timing = false});
  DUET_DRIVER(graph_instantiate, &handle_, graph.handle(), 0);
  std::swap(graph, graph_);
  std::swap(batch, batch_);
}

Executable::~Executable() {
  destroy_on(device_.state(), [handle = handle_] {
    log_failed_call(driver_table().graph_exec_destroy(handle), "destroying an executable graph");
  });
}

bool Executable::may_be_updated() const {
  return updates_ < vendor::most_graph_updates &&
         (vendor::updates_running_graphs || finished_.query());
}

std::optional<std::size_t> Executable::update(Batch& batch, const BatchGraph& graph) noexcept try {
  const bool is_whole = batch.base().has_value();
  std::size_t changed = 0;
  vendor::Status status = vendor::success;
  for (std::uint32_t i = 0; i < batch.size() && status == vendor::success; ++i) {
    if (is_same(batch.parameters(i), batch_.parameters(i))) continue;
    ++changed;
    if (!is_whole) status = graph_.set(handle_, i, batch);
  }
  if (is_whole) status = vendor::update(handle_, graph.handle());
  if (status != vendor::success) {
    vendor::clear_pending_error();
    return std::nullopt;
  }
  updates_ += changed;
  std::swap(batch, batch_);
  return changed;
} catch (...) {
  return std::nullopt;  // some nodes may have been changed
}

void Executable::launch(StreamRef stream) {
  launch_executable(handle_, stream);
  if (!vendor::updates_running_graphs) finished_.record(stream);
}

}  // namespace duet::detail
