#include "prepared_graphs.hpp"

#include <algorithm>
#include <utility>

#include <duet/relaxed_captures.hpp>

#include "driver/destruction.hpp"
#include "driver/device_wait.hpp"
#include "vendor_node.hpp"

namespace duet::detail {

bool PreparedGraphs::launch(StreamRef stream, const vendor::KernelNode& node,
                            std::uint64_t version) {
  Slot* const slot = find(stream.handle());
  if (slot == nullptr) {
    add(stream.handle());
    return false;
  }
  if (slot->exec == nullptr) [[unlikely]] {
    if (!instantiate(*slot, stream.device(), node)) return false;
    slot->version = version;
  } else if (slot->version != version) {
    make_current(stream.device());
    if (!update(*slot, node)) return false;
    slot->version = version;
  }
  const DeviceWait wait(stream.device());
  DUET_DRIVER(graph_launch, slot->exec, static_cast<vendor::StreamHandle>(stream.handle()));
  if (!vendor::updates_running_graphs) slot->finished.record(stream);
  return true;
}

PreparedGraphs::Slot* PreparedGraphs::find(void* stream) noexcept {
  if (last_ < slots_.size() && slots_[last_].stream == stream) [[likely]] {
    return &slots_[last_];
  }
  const auto found = std::ranges::find(slots_, stream, &Slot::stream);
  if (found == slots_.end()) return nullptr;
  last_ = static_cast<std::size_t>(found - slots_.begin());
  return &*found;
}

/// Gives a stream a slot, without an executable, in place of the oldest one if there are too many.
void PreparedGraphs::add(void* stream) {
  if (slots_.size() < most_streams) {
    slots_.emplace_back();
    next_ = slots_.size() - 1;
  }
  empty(slots_[next_]);
  slots_[next_].stream = stream;
  last_ = next_;
  next_ = (next_ + 1) % most_streams;
}

bool PreparedGraphs::instantiate(Slot& slot, const Device& device, const vendor::KernelNode& node) {
  if (refusals_ >= most_refusals) return false;
  try {
    make_current(device);
    const RelaxedCaptures relaxed;
    relaxed.require();
    slot.graph = OwnedGraph::create();
    slot.node = add_node(slot.graph.handle(), {}, node);
    if (!vendor::updates_running_graphs && !slot.finished) {
      slot.finished = Event(device, {.timing = false});
    }
    DUET_DRIVER(graph_instantiate, &slot.exec, slot.graph.handle(), 0);
    refusals_ = 0;
    return true;
  } catch (const Error&) {
    ++refusals_;
    return false;
  }
}

bool PreparedGraphs::update(Slot& slot, const vendor::KernelNode& node) {
  if (!vendor::updates_running_graphs && !slot.finished.query()) return false;
  if (slot.updates < vendor::most_graph_updates) {
    ++slot.updates;
    if (set_node(slot.exec, slot.node, node) == vendor::success) [[likely]] {
      return true;
    }
    vendor::clear_pending_error();
    ++refusals_;
  }
  empty(slot);
  return false;
}

void PreparedGraphs::destroy(vendor::GraphExecHandle exec) noexcept {
  log_failed_call(driver_table().graph_exec_destroy(exec), "destroying an executable graph");
}

void PreparedGraphs::empty(Slot& slot) noexcept {
  if (slot.exec != nullptr) destroy(std::exchange(slot.exec, {}));
  slot.graph = OwnedGraph();
  slot.updates = 0;
}

void PreparedGraphs::clear(const DeviceState& device) noexcept {
  for (const Slot& slot : slots_) {
    if (slot.exec == nullptr) continue;
    destroy_on(device, [exec = slot.exec] { destroy(exec); });
  }
  slots_.clear();
}

}  // namespace duet::detail
