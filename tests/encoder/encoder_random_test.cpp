// Random programs over overlapping ranges: run by encoders, and compared with a sequential run on
// the host.

#include "encoder_test.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace duet::test {
namespace {

constexpr unsigned cells = 96;

/// An operation on the memory, described by numbers only.
struct Operation {
  enum Kind { mix, copy, fill, host, graph, captured, kinds } kind;
  unsigned to, from, count;
  unsigned value;
};

/// The result of `mix` for one element. It depends on the old values of target and source.
constexpr unsigned mixed(unsigned to, unsigned from, unsigned value) {
  return (to * 5 + from * 3 + value) % 1000003;
}

class RandomPrograms {
 public:
  explicit RandomPrograms(unsigned seed) : random_(seed) {}

  unsigned below(unsigned end) {
    return std::uniform_int_distribution<unsigned>(0, end - 1)(random_);
  }

  Operation operation() {
    Operation made{};
    made.kind = static_cast<Operation::Kind>(below(16) < 10 ? 0 : below(Operation::kinds));
    made.count = 1 + below(below(3) == 0 ? 40 : 6);
    made.to = below(cells - made.count);
    made.from = below(cells - made.count);
    made.value = below(1000);
    if (made.kind == Operation::copy) {
      // The ranges of a copy must not overlap.
      made.from = made.to < cells / 2
                      ? std::max(made.from, made.to + made.count)
                      : std::min(made.from, made.to - std::min(made.to, made.count));
      if (made.from + made.count > cells) made.count = cells - made.from;
      if (made.from < made.to) made.count = std::min(made.count, made.to - made.from);
      if (made.from > made.to) made.count = std::min(made.count, made.from - made.to);
    }
    return made;
  }

 private:
  std::mt19937 random_;
};

void run_here(const Operation& operation, std::vector<unsigned>& memory) {
  const auto [kind, to, from, count, value] = operation;
  switch (kind) {
    case Operation::mix:
    case Operation::captured: {
      const std::vector<unsigned> before = memory;
      for (unsigned i = 0; i < count; ++i) {
        memory[to + i] = mixed(before[to + i], before[from + i], value);
      }
      break;
    }
    case Operation::copy: std::copy_n(memory.begin() + from, count, memory.begin() + to); break;
    case Operation::fill:
    case Operation::host: std::fill_n(memory.begin() + to, count, value); break;
    case Operation::graph:
      std::fill_n(memory.begin() + to, count, value);
      for (unsigned i = 0; i < count; ++i) {
        memory[to + i] = mixed(memory[to + i], memory[to + i], 1);
      }
      break;
    case Operation::kinds: break;
  }
}

class EncoderRandomTest : public EncoderTest {
 protected:
  void SetUp() override {
    EncoderTest::SetUp();
    if (IsSkipped()) return;
    prepare_for_capture();
    if (!IsSkipped()) (void)mix();  // a capture cannot compile it
  }

  /// Reads all values before it writes, so that source and target may overlap. Needs a single
  /// block.
  static const Kernel& mix() {
    static const Kernel kernel = make_kernel(device(), R"(
      __global__ void mix(unsigned* to, const unsigned* from, unsigned value) {
        const unsigned i = threadIdx.x;
        const unsigned mixed = (to[i] * 5 + from[i] * 3 + value) % 1000003;
        __syncthreads();
        to[i] = mixed;
      })",
                                             "mix");
    return kernel;
  }

  /// @param memory  pinned memory, which host functions can write, too
  static void encode(const Operation& operation, CommandEncoder& encoder,
                     const HostBuffer<unsigned>& memory) {
    const auto [kind, first, second, count, value] = operation;
    const DeviceSpan<unsigned> to = memory.span().subspan(first, count);
    const DeviceSpan<unsigned> from = memory.span().subspan(second, count);
    switch (kind) {
      case Operation::mix: return launch(operation, encoder, to, from);
      case Operation::copy: return encoder.copy(to, from);
      case Operation::fill: return encoder.fill(to, value);
      case Operation::host: {
        const auto write = [place = to.data(), n = count, v = value] { std::fill_n(place, n, v); };
        return value % 2 == 0 ? encoder.launch_host_function(write)
                              : encoder.launch_host_function(write, {out(to)});
      }
      case Operation::graph: {
        Graph graph(encoder.stream().device());
        const GraphNode filled = graph.fill({}, to, value);
        graph.launch({filled}, mix(), {{1}, {count}}, to, to, 1u);
        return value % 2 == 0 ? encoder.graph(graph) : encoder.graph(graph, {out(to)});
      }
      case Operation::captured: {
        const auto submit = [&](StreamRef stream) {
          duet::launch(stream, mix(), {{1}, {operation.count}}, to, from, operation.value);
        };
        return count % 2 == 0 ? encoder.capture(submit)
                              : encoder.capture({inout(to), in(from)}, submit);
      }
      case Operation::kinds: return;
    }
  }

  /// Launches `mix` in one of the forms that the encoder takes.
  static void launch(const Operation& operation, CommandEncoder& encoder, DeviceSpan<unsigned> to,
                     DeviceSpan<unsigned> from) {
    const LaunchShape shape{{1}, {operation.count}};
    unsigned value = operation.value;
    unsigned* const target = to.data();
    unsigned* const source = from.data();
    const std::array<Access, 2> accesses{inout(to), in(from)};
    switch (operation.to % 4) {
      case 0: {
        const std::array<void*, 3> values{const_cast<unsigned**>(&target),
                                          const_cast<unsigned**>(&source), &value};
        return encoder.launch(mix(), shape, accesses, std::span<void* const>(values));
      }
      case 1: {
        Arguments arguments;
        arguments.add(target).add(source).add(value);
        return encoder.launch(mix(), shape, accesses, arguments);
      }
      case 2:
        return encoder.launch(mix(), shape, std::span(accesses).subspan(1), inout(to),
                              untracked(source), value);
      default: return encoder.launch(mix(), shape, inout(to), in(from), value);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(, EncoderRandomTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Graphs" : "Direct"; });

/// Reads $DUET_TEST_SEED or $DUET_TEST_PROGRAMS, which serve for long runs and to repeat a program.
unsigned from_environment(const char* variable, unsigned by_default) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? by_default : static_cast<unsigned>(std::strtoul(value, nullptr, 10));
}

TEST_P(EncoderRandomTest, ProgramsGiveSequentialResults) {
  const unsigned first = from_environment("DUET_TEST_SEED", 1);
  const unsigned programs = from_environment("DUET_TEST_PROGRAMS", 300);
  const Stream stream(device());
  auto memory = HostBuffer<unsigned>::pinned(device(), cells);
  CommandEncoder encoder(stream,
                         {.graphs = uses_graphs(), .max_operations = 24, .max_executables = 8});
  for (unsigned seed = first; seed < first + programs; ++seed) {
    RandomPrograms random(seed / 4);  // so that structures recur
    RandomPrograms values(seed);
    std::vector<unsigned> expected(cells);
    for (unsigned i = 0; i < cells; ++i) expected[i] = memory[i] = i;
    const unsigned length = 1 + random.below(40);
    for (unsigned i = 0; i < length; ++i) {
      Operation operation = random.operation();
      operation.value = values.below(1000) / 2 * 2 + operation.value % 2;
      encode(operation, encoder, memory);
      run_here(operation, expected);
      if (random.below(12) == 0) encoder.commit();
    }
    encoder.synchronize();
    ASSERT_EQ(std::vector<unsigned>(memory.begin(), memory.end()), expected)
        << "DUET_TEST_SEED=" << seed << " DUET_TEST_PROGRAMS=1";
  }
  if (uses_graphs()) {
    EXPECT_GT(encoder.counters().reuses, 0u);
  }
}

TEST_P(EncoderRandomTest, EventsOrderStreams) {
  const unsigned first = from_environment("DUET_TEST_SEED", 1);
  const unsigned programs = from_environment("DUET_TEST_PROGRAMS", 60);
  constexpr unsigned streams = 3;
  auto memory = HostBuffer<unsigned>::pinned(device(), cells);
  for (unsigned seed = first; seed < first + programs; ++seed) {
    RandomPrograms random(seed);
    std::vector<Stream> all;
    std::vector<CommandEncoder> encoders;
    std::vector<Event> events;
    for (unsigned i = 0; i < streams; ++i) {
      all.emplace_back(device());
      encoders.emplace_back(all.back(), EncoderOptions{.graphs = uses_graphs()});
      events.emplace_back(device(), EventOptions{.timing = false});
    }
    std::vector<unsigned> expected(cells);
    for (unsigned i = 0; i < cells; ++i) expected[i] = memory[i] = i;
    // One encoder at a time uses the memory; events pass it on to the next one.
    unsigned turn = 0;
    for (unsigned round = 0; round < 12; ++round) {
      for (unsigned i = 0; i < 1 + random.below(6); ++i) {
        const Operation operation = random.operation();
        encode(operation, encoders[turn], memory);
        run_here(operation, expected);
      }
      encoders[turn].record(events[turn]);
      const unsigned next = random.below(streams);
      encoders[next].wait(events[turn]);
      turn = next;
    }
    for (CommandEncoder& encoder : encoders) encoder.synchronize();
    ASSERT_EQ(std::vector<unsigned>(memory.begin(), memory.end()), expected)
        << "DUET_TEST_SEED=" << seed << " DUET_TEST_PROGRAMS=1";
  }
}

}  // namespace
}  // namespace duet::test
