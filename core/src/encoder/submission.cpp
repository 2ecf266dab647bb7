#include "submission.hpp"

#include "base/reserve_more.hpp"
#include "driver/device_state.hpp"
#include "driver/memory/fill.hpp"
#include "encoder_policy.hpp"
#include "launch/launch_check.hpp"
#include "module/module_state.hpp"

namespace duet::detail {

void Submission::submit(Batch& batch, Retained& retained) {
  make_current(stream_.device());
  std::uint32_t begin = 0;
  bool has_base = false;
  for (const std::uint32_t i : batch.special()) {
    if (batch.size() == 1) break;
    if (can_be_base(batch, i)) {
      if (has_base) {
        submit_range(batch, begin, i, retained);
        begin = i;
      }
      has_base = true;
    } else if (runs_alone(batch, i)) {
      submit_range(batch, begin, i, retained);
      submit_range(batch, i, i + 1, retained);
      begin = i + 1;
      has_base = false;
    }
  }
  if (begin == 0) return submit_whole(batch, retained);
  submit_range(batch, begin, batch.size(), retained);
}

/// Whether a special operation cannot be part of a graph with others.
bool Submission::runs_alone(const Batch& batch, std::uint32_t i) const noexcept {
  const bool is_capture = batch.kind(i) == CommandKind::captured;
  return uses_graphs_ && (is_capture || !vendor::graphs_take_special_launches);
}

/// Whether the graph of the other operations can be made by adding them to that of operation `i`.
/// Only the batch may own that graph, since another owner would run what is added.
bool Submission::can_be_base(const Batch& batch, std::uint32_t i) const {
  return uses_graphs_ && batch.kind(i) == CommandKind::captured && vendor::adds_graph_edges() &&
         batch.captured_graph(i).use_count() == 1;
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
  if (executables_.is_refused(hash)) return submit_refused(batch, retained);
  BatchGraph graph;
  Executable* executable = update(batch, hash, graph, retained);
  if (executable != nullptr) {
    ++counters_.reuses;
  } else {
    // A captured graph can only run as an executable.
    if (!executables_.record_structure(hash) && !batch.is_capture()) {
      return submit_directly(batch, retained, counters_.direct_first);
    }
    executable = try_instantiate(batch, hash, graph, retained);
    if (executable == nullptr) return submit_refused(batch, retained);
    ++counters_.instantiations;
  }
  executable->launch(stream_);
}

/// Finds an executable and updates it to the batch. @returns null if there is none
Executable* Submission::update(Batch& batch, std::uint64_t hash, BatchGraph& graph,
                               Retained& retained) {
  const auto [executable, has_parameters] = executables_.find(batch, hash);
  if (executable == nullptr) return nullptr;
  if (const std::size_t count = batch.captured_graphs().size()) {
    replaced_.release(stream_, count, retained);
  }
  // After the update, no exception may lose an object that runs in flight use.
  reserve_more(retained, 1 + batch.object_count());
  replaced_.reserve(batch);
  if (batch.base()) graph.describe(batch);
  if (has_parameters) {
    ++counters_.unchanged;
  } else if (const auto changed = executable->update(batch, graph)) {
    counters_.node_updates += *changed;
    replaced_.take(batch, retained);
  } else {
    ++counters_.refused_updates;
    retained.push_back(executables_.remove(executable));
    return nullptr;
  }
  return executable;
}

/// Makes an executable of the batch. @throws Error  reported by the driver
Executable& Submission::instantiate(Batch& batch, std::uint64_t hash, BatchGraph& graph,
                                    Retained& retained) {
  reserve_more(retained, 1);
  const bool may_recur = batch.may_recur();
  auto made = std::make_shared<Executable>(stream_.device(), batch, graph);
  Executable& executable = *made;
  if (!may_recur) {
    retained.push_back(std::move(made));
  } else if (auto evicted = executables_.insert(hash, std::move(made))) {
    ++counters_.evictions;
    retained.push_back(std::move(evicted));
  }
  return executable;
}

/// @returns null if the driver fails and the batch can be submitted directly
Executable* Submission::try_instantiate(Batch& batch, std::uint64_t hash, BatchGraph& graph,
                                        Retained& retained) {
  try {
    return &instantiate(batch, hash, graph, retained);
  } catch (const Error&) {
    if (batch.base()) throw;  // it may contain the other operations by now
    executables_.record_refusal(hash);
    return nullptr;
  }
}

/// Submits a batch of which the driver makes no executable. It may refuse captured graphs as
/// children: they run alone then, between what was recorded before and after them.
void Submission::submit_refused(const Batch& batch, Retained& retained) {
  if (batch.captured_graphs().empty()) {
    return submit_directly(batch, retained, counters_.direct_failed);
  }
  --counters_.batches;  // its parts count
  std::uint32_t begin = 0;
  for (std::uint32_t i = 0; i < batch.size(); ++i) {
    if (batch.kind(i) != CommandKind::captured) continue;
    submit_range(batch, begin, i, retained);
    submit_range(batch, i, i + 1, retained);
    begin = i + 1;
  }
  submit_range(batch, begin, batch.size(), retained);
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
  BatchGraph graph;
  Executable* executable = update(alone, hash, graph, retained);
  if (executable == nullptr) executable = &instantiate(alone, hash, graph, retained);
  executable->launch(stream_);
}

std::size_t Submission::object_count() const noexcept {
  return executables_.size() + replaced_.size();
}

void Submission::move_objects(Retained& to) noexcept {
  while (std::shared_ptr<Executable> executable = executables_.take_last()) {
    to.push_back(std::move(executable));
  }
  replaced_.move_all(to);
}

}  // namespace duet::detail
