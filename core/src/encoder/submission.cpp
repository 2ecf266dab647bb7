#include "submission.hpp"

#include "driver/device_state.hpp"
#include "driver/fill.hpp"
#include "encoder_policy.hpp"
#include "launch/launch_check.hpp"
#include "module/module_state.hpp"

namespace duet::detail {

void Submission::submit(Batch& batch, Retained& retained) {
  ++counters_.batches;
  make_current(stream_.device());
  if (!uses_graphs_) {
    submit_directly(batch, retained, counters_.direct_without_graphs);
  } else if (batch.size() < min_graph_operations) {
    submit_directly(batch, retained, counters_.direct_small);
  } else if (!batch.is_for_graphs()) {
    submit_directly(batch, retained, counters_.direct_special);
  } else {
    submit_graph(batch, retained);
  }
}

void Submission::submit_graph(Batch& batch, Retained& retained) {
  const std::uint64_t hash = batch.structure_hash();
  Executable* executable = update(batch, hash, retained);
  if (executable == nullptr) {
    if (!executables_.record_structure(hash))
      return submit_directly(batch, retained, counters_.direct_first);
    executable = instantiate(batch, hash, retained);
    if (executable == nullptr) return submit_directly(batch, retained, counters_.direct_failed);
  }
  executable->launch(stream_);
}

/// Finds an executable and updates it to the batch. @returns null if there is none
Executable* Submission::update(Batch& batch, std::uint64_t hash, Retained& retained) {
  Executable* const executable = executables_.find(batch, hash);
  if (executable == nullptr) return nullptr;
  if (executable->batch().has_parameters_of(batch)) {
    ++counters_.unchanged;
  } else if (const auto changed = executable->update(batch)) {
    counters_.node_updates += *changed;
    batch.move_host_functions(retained);  // runs in flight may still call the replaced functions
  } else {
    ++counters_.refused_updates;
    retained.push_back(executables_.remove(executable));
    return nullptr;
  }
  ++counters_.reuses;
  return executable;
}

/// Makes an executable of the batch. @returns null if the driver fails
Executable* Submission::instantiate(Batch& batch, std::uint64_t hash, Retained& retained) {
  std::shared_ptr<Executable> made;
  try {
    made = std::make_shared<Executable>(stream_.device(), batch);
  } catch (const Error&) {
    return nullptr;
  }
  ++counters_.instantiations;
  Executable* const executable = made.get();
  if (auto evicted = executables_.insert(hash, std::move(made))) {
    ++counters_.evictions;
    retained.push_back(std::move(evicted));
  }
  return executable;
}

void Submission::submit_directly(const Batch& batch, Retained& retained, std::uint64_t& reason) {
  ++counters_.direct;
  ++reason;
  for (std::uint32_t i = 0; i < batch.size(); ++i) launch_directly(batch, i, retained);
}

void Submission::launch_directly(const Batch& batch, std::uint32_t i, Retained& retained) {
  switch (batch.kind(i)) {
    case CommandKind::launch:
      batch.argument_addresses(i, addresses_);
      return start_launch(stream_, batch.kernel(i).state(), batch.launch_shape(i),
                          addresses_.data());
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
    case CommandKind::captured: {
      Batch alone;
      alone.captured({}, batch.captured_graph(i));
      const auto executable = std::make_shared<Executable>(stream_.device(), alone);
      retained.push_back(executable);
      return executable->launch(stream_);
    }
  }
}

Submission::Retained Submission::take_executables() {
  Retained all;
  for (auto& executable : executables_.take_all()) all.push_back(std::move(executable));
  return all;
}

}  // namespace duet::detail
