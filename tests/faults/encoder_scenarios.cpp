#include <atomic>
#include <functional>
#include <string>

#include "ground.hpp"
#include "support/eventually.hpp"

namespace duet::test {

namespace {

EncoderOptions options(bool graphs) { return {.graphs = graphs}; }

/// Records three launches, which depend on each other.
void record(CommandEncoder& encoder, const Ground& ground, int factor, int n) {
  encoder.launch(step(), Ground::one(), inout(ground.x), factor, n);
  encoder.launch(step(), Ground::one(), inout(ground.x), factor, n + 1);
  encoder.launch(step(), Ground::one(), inout(ground.x), factor + 1, n);
}

std::vector<std::byte> run(CommandEncoder& encoder, const Ground& ground, int factor, int n) {
  ground.reset();
  record(encoder, ground, factor, n);
  encoder.synchronize();
  return ground.content();
}

/// The executables of one encoder live on while parameters change and calls fail.
Results changed_parameters(Attempt& attempt, bool graphs) {
  const Ground ground;
  CommandEncoder encoder(ground.stream, options(graphs));
  for (int i = 0; i < 3; ++i) (void)run(encoder, ground, 2, 1);
  Results results;
  ground.reset();
  const bool done = attempt([&] {
    record(encoder, ground, 3, 5);
    encoder.synchronize();
  });
  if (done) results["attempt"] = ground.content();
  encoder.synchronize();  // what the attempt has recorded
  results["as before"] = run(encoder, ground, 2, 1);
  results["again"] = run(encoder, ground, 3, 5);
  results["another"] = run(encoder, ground, 4, 7);
  return results;
}

Results completion(Attempt& attempt) {
  const Ground ground;
  CommandEncoder encoder(ground.stream, options(false));
  std::atomic<int> handled{0};
  const auto record_all = [&](int n) {
    encoder.keep_alive(Buffer<int>(ground.device, std::vector<int>(4, n)));
    encoder.launch(step(), Ground::one(), inout(ground.x), 2, n);
    encoder.launch_host_function([&handled] { handled += 100; });
    encoder.on_complete([&handled] { ++handled; });
  };
  Results results;
  const bool done = attempt([&] {
    record_all(1);
    encoder.synchronize();
  });
  if (done) {
    results["attempt"] = ground.content();
    results["handled"] = bytes_of(std::vector<int>{handled.load()});
  }
  encoder.synchronize();
  handled = 0;
  ground.reset();
  record_all(2);
  encoder.synchronize();
  results["again"] = ground.content();
  results["handled afterwards"] = bytes_of(std::vector<int>{handled.load()});
  return results;
}

/// Each handler of a commit is called, also if the commit fails and the encoder ends.
Results handlers(Attempt& attempt) {
  const Ground ground;
  std::atomic<int> called{0};
  int registered = 0;
  {
    CommandEncoder encoder(ground.stream, options(false));
    (void)attempt([&] {
      for (int i = 0; i < 3; ++i) {
        encoder.launch(step(), Ground::one(), inout(ground.x), 2, i);
        encoder.on_complete([&called] { ++called; });
        ++registered;
        encoder.commit();
      }
    });
  }
  const bool all = eventually([&] { return called == registered; });
  return {{"all called", bytes_of(std::vector<int>{all ? 1 : 0})}};
}

/// Memory kept for a batch is not released while the batch runs, whatever the driver's calls
/// return.
Results kept_memory(Attempt& attempt) {
  const Ground ground;
  const Event begun(ground.device);
  Results results;
  bool done = false;
  {
    CommandEncoder encoder(ground.stream, options(false));
    done = attempt([&] {
      for (int i = 0; i < 3; ++i) {
        Buffer<int> more(ground.device, numbers(i));
        encoder.copy(ground.x, more);
        encoder.launch(step(), Ground::one(), inout(ground.x), 2, i);
        encoder.keep_alive(std::move(more));
        encoder.commit();
      }
      encoder.synchronize();
    });
    if (done) results["attempt"] = ground.content();
    ground.stream.synchronize();
  }
  ground.reset();
  CommandEncoder encoder(ground.stream, options(false));
  results["another"] = run(encoder, ground, 3, 4);
  return results;
}

/// Records and runs the same operations with other numbers, first undisturbed, then in the attempt,
/// then undisturbed again.
/// @param record_all  records operations that use a number, and synchronizes
/// @param recover     runs after the attempt
template <typename RecordAll>
Results recorded(
    Attempt& attempt, const Ground& ground, CommandEncoder& encoder, const RecordAll& record_all,
    const std::function<void()>& recover = [] {}) {
  for (int i = 0; i < 3; ++i) record_all(i);
  ground.reset();
  Results results;
  if (attempt([&] { record_all(7); })) results["attempt"] = ground.content();
  recover();
  encoder.synchronize();  // what the attempt has recorded
  for (const int n : {2, 7, 9}) {
    ground.reset();
    record_all(n);
    results["afterwards" + std::to_string(n)] = ground.content();
  }
  return results;
}

Results groups_copies_and_fills(Attempt& attempt) {
  const Ground ground;
  const Buffer<int> y(ground.device, numbers(50));
  CommandEncoder encoder(ground.stream, options(true));
  const auto record_all = [&](int n) {
    {
      const auto group = encoder.concurrent();
      encoder.fill(ground.x.subspan(0, 4), n);
      encoder.copy(ground.x.subspan(4, 4), y.subspan(4, 4));
      encoder.fill(ground.x.subspan(8, 4), n + 1);
    }
    encoder.launch(step(), Ground::one(), inout(ground.x), 2, n);
    encoder.synchronize();
  };
  return recorded(attempt, ground, encoder, record_all);
}

Results captures(Attempt& attempt) {
  const Ground ground;
  Graph nested(ground.device);
  nested.launch({}, step(), Ground::one(), ground.x, 5, 6);
  const GraphExec inner(nested);
  CommandEncoder encoder(ground.stream, options(true));
  const auto record_all = [&](int n) {
    encoder.launch(step(), Ground::one(), inout(ground.x), 2, n);
    encoder.capture([&](StreamRef stream) {
      launch(stream, step(), Ground::one(), ground.x, 3, n);
      stream.launch_host_function([] {});
      if (ground.device.info().graph_launch_capture) inner.launch(stream);
    });
    encoder.launch(step(), Ground::one(), inout(ground.x), 2, n);
    encoder.synchronize();
  };
  return recorded(attempt, ground, encoder, record_all, [&] {
    (void)Event(ground.device);  // its destructor ends a capture that could not be ended
  });
}

Results graphs_and_events(Attempt& attempt) {
  const Ground ground;
  const Event event(ground.device);
  CommandEncoder encoder(ground.stream, options(true));
  const auto record_all = [&](int n) {
    Graph graph(ground.device);
    const GraphNode first = graph.launch({}, step(), Ground::one(), ground.x, 2, n);
    graph.launch({first}, step(), Ground::one(), ground.x, 3, n);
    encoder.graph(graph);
    encoder.record(event);
    encoder.wait(event);
    encoder.launch(step(), Ground::one(), inout(ground.x), 2, n);
    encoder.synchronize();
  };
  return recorded(attempt, ground, encoder, record_all);
}

Results limited_batches(Attempt& attempt) {
  const Ground ground;
  CommandEncoder encoder(ground.stream, {.graphs = false, .max_batches_in_flight = 2});
  const auto run_all = [&](int n) {
    for (int i = 0; i < 6; ++i) {
      encoder.launch(step(), Ground::one(), inout(ground.x), 2, n + i);
      encoder.commit();
    }
    encoder.synchronize();
  };
  Results results;
  if (attempt([&] { run_all(1); })) results["attempt"] = ground.content();
  encoder.synchronize();  // what the attempt has recorded
  ground.reset();
  run_all(1);
  results["again"] = ground.content();
  return results;
}

/// More structures than executables are kept.
Results evicted_executables(Attempt& attempt) {
  const Ground ground;
  CommandEncoder encoder(ground.stream, {.graphs = true, .max_executables = 2});
  const auto run_all = [&](int n) {
    for (int length = 2; length < 6; ++length) {
      for (int i = 0; i < length; ++i) {
        encoder.launch(step(), Ground::one(), inout(ground.x), 2, n + i);
      }
      encoder.launch_host_function([] {});
      encoder.commit();
    }
    encoder.synchronize();
  };
  for (int i = 0; i < 2; ++i) run_all(i);
  ground.reset();
  Results results;
  if (attempt([&] { run_all(1); })) results["attempt"] = ground.content();
  encoder.synchronize();  // what the attempt has recorded
  ground.reset();
  run_all(1);
  results["again"] = ground.content();
  return results;
}

Results whole_life(Attempt& attempt) {
  const Ground ground;
  const auto live = [&] {
    CommandEncoder encoder(ground.stream, options(true));
    for (int i = 0; i < 3; ++i) record(encoder, ground, 2, i), encoder.commit();
    encoder.on_complete([] {});
    encoder.synchronize();
  };
  Results results;
  if (attempt(live)) results["attempt"] = ground.content();
  ground.stream.synchronize();
  ground.reset();
  live();
  results["again"] = ground.content();
  return results;
}

}  // namespace

Scenarios encoder_scenarios() {
  return {{"EncoderByGraphs", [](Attempt& attempt) { return changed_parameters(attempt, true); }},
          {"EncoderDirectly", [](Attempt& attempt) { return changed_parameters(attempt, false); }},
          {"EncoderCompletion", completion},
          {"EncoderHandlers", handlers},
          {"EncoderKeptMemory", kept_memory},
          {"EncoderGroups", groups_copies_and_fills},
          {"EncoderCaptures", captures},
          {"EncoderGraphsAndEvents", graphs_and_events},
          {"EncoderLimitedBatches", limited_batches},
          {"EncoderEvictedExecutables", evicted_executables},
          {"EncoderWholeLife", whole_life}};
}

}  // namespace duet::test
