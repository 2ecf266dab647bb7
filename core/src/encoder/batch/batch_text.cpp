#include "batch_text.hpp"

#include "graph/graph_state.hpp"

namespace duet::detail {

namespace {

GraphNodeInfo describe(const Batch& batch, std::uint32_t i) {
  switch (batch.kind(i)) {
    case CommandKind::launch:
      return {GraphNodeKind::launch, text_of_launch(batch.kernel(i), batch.launch_shape(i))};
    case CommandKind::copy:
      return {GraphNodeKind::copy,
              text_of_copy(batch.copy_direction(i), batch.copy_parameters(i).bytes)};
    case CommandKind::fill: {
      const FillParameters parameters = batch.fill_parameters(i);
      return {GraphNodeKind::fill, text_of_fill(parameters.words * parameters.word_bytes)};
    }
    case CommandKind::host: return {GraphNodeKind::host, text_of(HostCall{})};
    case CommandKind::empty: return {GraphNodeKind::empty, text_of(EmptyCall{})};
    case CommandKind::record: return {GraphNodeKind::record, text_of(RecordCall{})};
    case CommandKind::wait: return {GraphNodeKind::wait, text_of(WaitCall{})};
    case CommandKind::captured: break;
  }
  return {GraphNodeKind::captured, text_of(CapturedCall{batch.captured_graph(i)})};
}

}  // namespace

std::vector<GraphNodeInfo> describe(const Batch& batch) {
  std::vector<GraphNodeInfo> nodes;
  for (std::uint32_t i = 0; i < batch.size(); ++i) {
    nodes.push_back(describe(batch, i));
    for (const std::uint32_t before : batch.after(i)) nodes.back().after.push_back({before});
  }
  return nodes;
}

}  // namespace duet::detail
