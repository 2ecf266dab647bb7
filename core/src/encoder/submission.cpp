#include "submission.hpp"

#include "base/reserve_more.hpp"
#include "driver/device_state.hpp"
#include "driver/memory/fill.hpp"
#include "encoder_policy.hpp"
#include "launch/launch_check.hpp"
#include "module/module_state.hpp"

namespace duet::detail {

namespace {

/// Replaced graphs are released in groups of this size, since each release needs an event.
constexpr std::size_t most_replaced = 32;

}  // namespace

void Submission::submit(Batch& batch, Retained& retained) {
  make_current(stream_.device());
  std::uint32_t begin = 0;
  for (const std::uint32_t i : batch.special()) {
    if (batch.size() == 1 || !runs_alone(batch, i)) continue;
    submit_range(batch, begin, i, retained);
    submit_range(batch, i, i + 1, retained);
    begin = i + 1;
  }
  if (begin == 0) return submit_whole(batch, retained);
  submit_range(batch, begin, batch.size(), retained);
}

/// Whether a special operation cannot be part of a graph with others.
bool Submission::runs_alone(const Batch& batch, std::uint32_t i) const noexcept {
  const bool is_capture = batch.kind(i) == CommandKind::captured;
  return uses_graphs_ && (is_capture || !vendor::graphs_take_special_launches);
}

/// Submits the operations from `begin` to `end` as a batch of their own.
void Submission::submit_range(const Batch& batch, std::uint32_t begin, std::uint32_t end,
                              Retained& retained) {
  if (begin == end) return;
  Batch part;
  for (std::uint32_t i = begin; i < end; ++i) part.append(batch, i, begin);
  submit_whole(part, retained);
}

void Submission::submit_whole(Batch& batch, Retained& retained) {
  ++counters_.batches;
  if (!uses_graphs_) {
    submit_directly(batch, retained, counters_.direct_without_graphs);
  } else if (!batch.is_capture() && batch.special().size() == 1 && batch.size() == 1) {
    submit_directly(batch, retained, counters_.direct_special);
  } else if (!batch.is_capture() && batch.size() < min_graph_operations) {
    submit_directly(batch, retained, counters_.direct_small);
  } else {
    submit_graph(batch, retained);
  }
}

void Submission::submit_graph(Batch& batch, Retained& retained) {
  const std::uint64_t hash = batch.structure_hash();
  Executable* executable = update(batch, hash, retained);
  if (executable != nullptr) {
    ++counters_.reuses;
  } else {
    // A captured graph can only run as an executable.
    if (!executables_.record_structure(hash) && !batch.is_capture()) {
      return submit_directly(batch, retained, counters_.direct_first);
    }
    executable = try_instantiate(batch, hash, retained);
    if (executable == nullptr) return submit_directly(batch, retained, counters_.direct_failed);
    ++counters_.instantiations;
  }
  executable->launch(stream_);
}

/// Finds an executable and updates it to the batch. @returns null if there is none
Executable* Submission::update(Batch& batch, std::uint64_t hash, Retained& retained) {
  const auto [executable, has_parameters] = executables_.find(batch, hash);
  if (executable == nullptr) return nullptr;
  // After the update, no exception may lose an object that runs in flight use.
  reserve_more(retained, 1 + replaced_.size() + batch.object_count());
  reserve_more(replaced_, batch.object_count());
  if (has_parameters) {
    ++counters_.unchanged;
  } else if (const auto changed = executable->update(batch)) {
    counters_.node_updates += *changed;
    batch.move_objects(retained, replaced_);  // runs in flight may still use them
    if (replaced_.size() >= most_replaced) {
      retained.insert(retained.end(), replaced_.begin(), replaced_.end());
      replaced_.clear();
    }
  } else {
    ++counters_.refused_updates;
    retained.push_back(executables_.remove(executable));
    return nullptr;
  }
  return executable;
}

/// Makes an executable of the batch. @throws Error  reported by the driver
Executable& Submission::instantiate(Batch& batch, std::uint64_t hash, Retained& retained) {
  reserve_more(retained, 1);
  auto made = std::make_shared<Executable>(stream_.device(), batch);
  Executable& executable = *made;
  if (auto evicted = executables_.insert(hash, std::move(made))) {
    ++counters_.evictions;
    retained.push_back(std::move(evicted));
  }
  return executable;
}

/// @returns null if the driver fails
Executable* Submission::try_instantiate(Batch& batch, std::uint64_t hash, Retained& retained) {
  try {
    return &instantiate(batch, hash, retained);
  } catch (const Error&) {
    return nullptr;
  }
}

void Submission::submit_directly(const Batch& batch, Retained& retained, std::uint64_t& reason) {
  ++counters_.direct;
  ++reason;
  for (std::uint32_t i = 0; i < batch.size(); ++i) launch_directly(batch, i, retained);
}

void Submission::launch_directly(const Batch& batch, std::uint32_t i, Retained& retained) {
  switch (batch.kind(i)) {
    case CommandKind::launch:
      return start_launch(stream_, batch.kernel(i).state(), batch.launch_shape(i),
                          batch.argument_addresses(i));
    case CommandKind::copy: {
      const CopyParameters copy = batch.copy_parameters(i);
      return run_copy(stream_,
                      {batch.copy_direction(i), copy.to, copy.bytes, copy.from, copy.bytes});
    }
    case CommandKind::fill: {
      const FillParameters fill = batch.fill_parameters(i);
      return start_fill(stream_, fill.to, fill.word, fill.word_bytes, fill.words);
    }
    case CommandKind::host:
      return stream_.launch_host_function([function = batch.host_function(i)] { (*function)(); });
    case CommandKind::empty: return;
    case CommandKind::record: return EventRef(stream_.device(), batch.event(i)).record(stream_);
    case CommandKind::wait: return stream_.wait(EventRef(stream_.device(), batch.event(i)));
    case CommandKind::captured: return launch_captured(batch, i, retained);
  }
}

void Submission::launch_captured(const Batch& batch, std::uint32_t i, Retained& retained) {
  Batch alone;
  alone.captured({}, batch.captured_graph(i));
  const std::uint64_t hash = alone.structure_hash();
  Executable* executable = update(alone, hash, retained);
  if (executable == nullptr) executable = &instantiate(alone, hash, retained);
  executable->launch(stream_);
}

std::size_t Submission::object_count() const noexcept {
  return executables_.size() + replaced_.size();
}

void Submission::move_objects(Retained& to) noexcept {
  while (std::shared_ptr<Executable> executable = executables_.take_last()) {
    to.push_back(std::move(executable));
  }
  for (auto& graph : replaced_) to.push_back(std::move(graph));
  replaced_.clear();
}

}  // namespace duet::detail
