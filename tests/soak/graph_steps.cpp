#include <utility>

#include "steps.hpp"

namespace duet::soak {

namespace {

KeptGraph build_graph(const Step& step, const Device& device, const Buffer<int>& x) {
  KeptGraph made{Graph(device), {}};
  made.nodes[0] = made.graph.fill({}, x, static_cast<int>(step.value));
  for (unsigned i = 0; i < 2; ++i) {
    made.nodes[i + 1] = made.graph.launch({made.nodes[i]}, kernel(device), one_block(), x,
                                          i + step.value, step.value);
  }
  return made;
}

void make_graph(State& state, const Step& step, const Place& place) {
  KeptGraph made = build_graph(step, place.stream.device(), place.x);
  made.exec = GraphExec(made.graph);
  made.exec.launch(place.stream);
  state.graphs[step.buffer] = std::move(made);
}

}  // namespace

void make_graph(State& state, const Step& step) { make_graph(state, step, state.place_of(step)); }

void update_graph(State& state, const Step& step) {
  const Place place = state.place_of(step);
  const auto& [number, stream, x] = place;
  std::optional<KeptGraph>& kept = state.graphs[step.buffer];
  if (!kept) return make_graph(state, step, place);
  if (step.count % 2 == 0) {
    kept->graph = build_graph(step, stream.device(), x).graph;
    (void)kept->exec.update(kept->graph);
  } else {
    (void)kept->exec.set_fill(kept->nodes[0], x, static_cast<int>(step.value));
    for (unsigned i = 0; i < 2; ++i) {
      (void)kept->exec.set_arguments(kept->nodes[i + 1], x, i + step.value, step.value);
    }
  }
  kept->exec.launch(stream);
}

void capture(State& state, const Step& step) {
  const auto& [number, stream, x] = state.place_of(step);
  StreamCapture capture(stream);
  for (unsigned i = 0; i < step.count; ++i) launch(stream, x, i, step.value);
  GraphExec(capture.finish()).launch(stream);
}

void encode(State& state, const Step& step) {
  const unsigned number = stream_of(step);
  const Buffer<int>& x = state.use(step.buffer, number, step.value);
  std::unique_ptr<CommandEncoder>& encoder = state.encoders[number];
  const Buffer<int>& other = state.use(partner(step), number, step.value);
  if (!encoder) {
    encoder = std::make_unique<CommandEncoder>(
        state.queues[number], EncoderOptions{.graphs = step.value % 2 == 0, .max_executables = 4});
  }
  const Kernel& step_kernel = kernel(state.queues[number].device());
  for (unsigned i = 0; i < step.count; ++i) {
    encoder->launch(step_kernel, one_block(), inout(x), i, step.value);
    if (partner(step) != step.buffer) encoder->copy(other, x);
    encoder->launch(step_kernel, one_block(), inout(other), i, 1u);
  }
  encoder->on_complete([completed = state.completed] { ++*completed; });
  ++state.handlers;
  if (step.value % 3 == 0) encoder->commit();
}

}  // namespace duet::soak
