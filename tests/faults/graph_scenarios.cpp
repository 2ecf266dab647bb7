#include "ground.hpp"

namespace duet::test {

namespace {

/// x * factors + n, three times.
Graph chain(const Ground& ground, int factor, int n) {
  Graph graph(ground.device);
  GraphNode last = graph.launch({}, step(), Ground::one(), ground.x, factor, n);
  last = graph.launch({last}, step(), Ground::one(), ground.x, factor, n + 1);
  graph.launch({last}, step(), Ground::one(), ground.x, factor + 1, n);
  return graph;
}

std::vector<std::byte> run(const Ground& ground, const GraphExec& exec) {
  ground.reset();
  exec.launch(ground.stream);
  return ground.content();
}

/// The executable is updated to B while calls fail, then to the parameters before, then to C.
Results update(Attempt& attempt) {
  const Ground ground;
  GraphExec exec(chain(ground, 2, 1));
  Results results;
  const bool done = attempt([&] {
    exec.update(chain(ground, 3, 5));
    exec.launch(ground.stream);
    ground.stream.synchronize();
  });
  if (done) results["updated"] = run(ground, exec);
  exec.update(chain(ground, 2, 1));
  results["as before"] = run(ground, exec);
  exec.update(chain(ground, 4, 7));
  results["afterwards"] = run(ground, exec);
  return results;
}

/// What runs after a failed update is the graph before or the new one, as a whole.
Results launch_after_failed_update(Attempt& attempt) {
  const Ground ground;
  GraphExec exec(chain(ground, 2, 1));
  Results results;
  const bool done = attempt([&] { exec.update(chain(ground, 3, 5)); });
  results[done ? "new" : "old"] = run(ground, exec);
  const GraphExec expected(chain(ground, done ? 2 : 3, done ? 1 : 5));
  results[done ? "old" : "new"] = run(ground, expected);
  return results;
}

Results set_arguments(Attempt& attempt) {
  const Ground ground;
  Graph graph(ground.device);
  const GraphNode first = graph.launch({}, step(), Ground::one(), ground.x, 2, 1);
  const GraphNode second = graph.launch({first}, step(), Ground::one(), ground.x, 3, 2);
  GraphExec exec(graph);
  Results results;
  const bool done = attempt([&] {
    exec.set_arguments(first, ground.x, 5, 6);
    exec.set_launch(second, step(), Ground::one(), ground.x, 7, 8);
  });
  if (done) results["set"] = run(ground, exec);
  exec.set_arguments(first, ground.x, 2, 1);
  exec.set_arguments(second, ground.x, 3, 2);
  results["as before"] = run(ground, exec);
  exec.set_arguments(second, ground.x, 9, 9);
  results["afterwards"] = run(ground, exec);
  return results;
}

Results set_copy_and_fill(Attempt& attempt) {
  const Ground ground;
  const Buffer<int> y(ground.device, numbers(100));
  const Buffer<int> z(ground.device, numbers(200));
  Graph graph(ground.device);
  const GraphNode filled = graph.fill({}, ground.x.subspan(0, 8), 3);
  const GraphNode copied = graph.copy({filled}, ground.x.subspan(16, 8), y.subspan(0, 8));
  GraphExec exec(graph);
  Results results;
  const bool done = attempt([&] {
    exec.set_fill(filled, ground.x.subspan(0, 4), 4);
    exec.set_copy(copied, ground.x.subspan(16, 8), z.subspan(0, 8));
  });
  if (done) results["set"] = run(ground, exec);
  exec.set_fill(filled, ground.x.subspan(0, 8), 3);
  exec.set_copy(copied, ground.x.subspan(16, 8), y.subspan(0, 8));
  results["as before"] = run(ground, exec);
  exec.set_fill(filled, ground.x.subspan(8, 4), 9);
  results["afterwards"] = run(ground, exec);
  return results;
}

Graph parent_of(const Ground& ground, int factor, int n) {
  Graph graph(ground.device);
  const GraphNode begin = graph.empty({});
  const GraphNode child = graph.child({begin}, chain(ground, factor, n));
  graph.launch({child}, step(), Ground::one(), ground.x, factor, n);
  return graph;
}

/// An executable is updated while calls fail, then to the graph before, then to another one.
/// @param before, other, another  make the graphs; `other` is called in the attempt
template <typename Before, typename Other, typename Another>
Results updates(Attempt& attempt, const Ground& ground, const Before& before, const Other& other,
                const Another& another) {
  GraphExec exec(before());
  Results results;
  const bool done = attempt([&] { exec.update(other()); });
  if (done) results["updated"] = run(ground, exec);
  exec.update(before());
  results["as before"] = run(ground, exec);
  exec.update(another());
  results["afterwards"] = run(ground, exec);
  return results;
}

Results update_of_child(Attempt& attempt) {
  const Ground ground;
  return updates(
      attempt, ground, [&] { return parent_of(ground, 2, 1); },
      [&] { return parent_of(ground, 3, 5); }, [&] { return parent_of(ground, 3, 4); });
}

Results update_of_another_structure(Attempt& attempt) {
  const Ground ground;
  return updates(
      attempt, ground, [&] { return chain(ground, 2, 1); }, [&] { return parent_of(ground, 3, 5); },
      [&] { return chain(ground, 5, 5); });
}

Results host_nodes_and_events(Attempt& attempt) {
  const Ground ground;
  const Event event(ground.device);
  int calls = 0;
  const auto graph = [&](int more) {
    Graph made(ground.device);
    const GraphNode call = made.launch_host_function({}, [&calls, more] { calls += more; });
    const GraphNode launch = made.launch({call}, step(), Ground::one(), ground.x, more, 1);
    const GraphNode recorded = made.record({launch}, event);
    made.wait({recorded}, event);
    return made;
  };
  GraphExec exec(graph(2));
  Results results;
  const bool done = attempt([&] { exec.update(graph(3)); });
  if (done) results["updated"] = run(ground, exec);
  exec.update(graph(4));
  calls = 0;
  results["afterwards"] = run(ground, exec);
  results["calls"] = bytes_of(std::vector<int>{calls});
  return results;
}

Results instantiate(Attempt& attempt) {
  const Ground ground;
  Results results;
  const bool done = attempt([&] {
    const GraphExec exec(parent_of(ground, 2, 3));
    exec.launch(ground.stream);
    ground.stream.synchronize();
  });
  if (done) results["attempt"] = ground.content();
  results["again"] = run(ground, GraphExec(parent_of(ground, 2, 3)));
  return results;
}

Graph captured(const Ground& ground, int factor, int n) {
  StreamCapture capture(ground.stream);
  launch(ground.stream, step(), Ground::one(), ground.x, factor, n);
  fill(ground.stream, ground.x.subspan(0, 2), n);
  return capture.finish();
}

Results capture(Attempt& attempt) {
  const Ground ground;
  Results results;
  const bool done = attempt([&] {
    const GraphExec exec(captured(ground, 2, 3));
    exec.launch(ground.stream);
    ground.stream.synchronize();
  });
  if (done) results["attempt"] = ground.content();
  results["again"] = run(ground, GraphExec(captured(ground, 2, 3)));
  { const StreamCapture discarded(ground.stream); }
  results["another"] = run(ground, GraphExec(captured(ground, 4, 1)));
  return results;
}

Results update_to_another_capture(Attempt& attempt) {
  const Ground ground;
  const Graph other = captured(ground, 3, 5);
  return updates(
      attempt, ground, [&] { return captured(ground, 2, 3); },
      [&]() -> const Graph& { return other; }, [&] { return captured(ground, 5, 6); });
}

Results describe_capture(Attempt& attempt) {
  const Ground ground;
  const Graph graph = captured(ground, 2, 3);
  const auto described = [&] {
    const std::string text = graph.nodes().front().text + graph.dot();
    return bytes_of(std::vector<char>(text.begin(), text.end()));
  };
  Results results;
  std::vector<std::byte> text;
  if (attempt([&] { text = described(); })) results["text"] = text;
  results["text"] = described();
  return results;
}

/// An executable of a prepared launch changes its parameters while calls fail.
Results prepared(Attempt& attempt, bool graphs) {
  const Ground ground;
  PreparedLaunch prepared(step(), Ground::one(), ground.x, 2, 1);
  prepared.use_graphs(graphs);
  const auto launched = [&](int factor, int n) {
    ground.reset();
    prepared.set_arguments(ground.x, factor, n);
    prepared.launch(ground.stream);
    return ground.content();
  };
  for (int i = 0; i < 3; ++i) (void)launched(2, i);
  Results results;
  const bool done = attempt([&] {
    prepared.set_arguments(ground.x, 3, 5);
    prepared.launch(ground.stream);
    ground.stream.synchronize();
  });
  if (done) results["attempt"] = ground.content();
  results["again"] = launched(3, 5);
  results["as before"] = launched(2, 2);
  results["another"] = launched(4, 1);
  return results;
}

}  // namespace

Scenarios graph_scenarios() {
  return {{"GraphUpdate", update},
          {"GraphLaunchAfterFailedUpdate", launch_after_failed_update},
          {"GraphSetArguments", set_arguments},
          {"GraphSetCopyAndFill", set_copy_and_fill},
          {"GraphUpdateOfChild", update_of_child},
          {"GraphUpdateOfAnotherStructure", update_of_another_structure},
          {"GraphHostNodesAndEvents", host_nodes_and_events},
          {"GraphInstantiate", instantiate},
          {"Capture", capture},
          {"GraphUpdateToAnotherCapture", update_to_another_capture},
          {"GraphDescribeCapture", describe_capture},
          {"PreparedLaunch", [](Attempt& attempt) { return prepared(attempt, false); }},
          {"PreparedLaunchByGraph", [](Attempt& attempt) { return prepared(attempt, true); }}};
}

}  // namespace duet::test
