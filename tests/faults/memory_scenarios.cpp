#include <optional>

#include "ground.hpp"

namespace duet::test {

namespace {

constexpr std::size_t segment_bytes = std::size_t{20} << 20;

/// Allocations on two streams, of which the second one frees memory of the first, and after whose
/// end memory is left; then more than a limit leaves without waiting.
std::vector<std::byte> use(MemoryPool& pool, const Ground& ground) {
  Buffer<int> left;
  {
    const Stream other(ground.device);
    Memory memory = Memory::from(pool, ground.stream, ground_size * sizeof(int));
    const Event event(ground.device, {.timing = false});
    event.record(ground.stream);
    other.wait(event);
    left = Buffer<int>(pool, other, ground_size);
    copy(other, left, ground.x);
    memory.free_on(other);
    event.record(other);
    ground.stream.wait(event);
  }
  launch(ground.stream, step(), Ground::one(), left, 2, 3);
  std::vector<std::byte> content = content_of(ground.stream, left);
  for (int i = 0; i < 3; ++i) {
    const Stream stream(ground.device);
    const Memory large = Memory::from(pool, stream, segment_bytes);
    const Memory small = Memory::from(pool, stream, 1000);
  }
  (void)pool.holders();
  pool.trim();
  return content;
}

constexpr PoolOptions limited{.max_bytes = segment_bytes + (std::size_t{8} << 20)};

std::vector<std::byte> new_pool(const Ground& ground) {
  MemoryPool pool(ground.device, limited);
  return use(pool, ground);
}

/// A pool that is kept over the failure.
Results kept_pool(Attempt& attempt) {
  const Ground ground;
  MemoryPool pool(ground.device, limited);
  Results results;
  std::vector<std::byte> result;
  if (attempt([&] { result = use(pool, ground); })) results["result"] = result;
  ground.device.synchronize();
  ground.reset();
  results["result"] = use(pool, ground);
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
  return results;
}

std::vector<std::byte> in_capture(const Ground& ground) {
  if (!ground.device.info().stream_capture) return ground.content();
  MemoryPool pool(ground.device);
  std::optional<Graph> graph;
  {
    StreamCapture capture(ground.stream);
    const Buffer<int> temporary(pool, ground.stream, ground_size);
    copy(ground.stream, temporary, ground.x);
    launch(ground.stream, step(), Ground::one(), temporary, 2, 3);
    copy(ground.stream, ground.x, temporary);
    graph.emplace(capture.finish());
  }
  std::optional<GraphExec> executable(*graph);
  executable->launch(ground.stream);
  std::vector<std::byte> content = ground.content();
  executable.reset();
  graph.reset();
  pool.trim();
  return content;
}

std::vector<std::byte> temporaries(const Ground& ground) {
  MemoryPool pool(ground.device);
  CommandEncoder encoder(ground.stream, {.temporaries = &pool});
  for (int i = 0; i < 2; ++i) {
    const Buffer<int> temporary = encoder.temporary<int>(ground_size);
    encoder.copy(temporary, ground.x);
    encoder.launch(step(), Ground::one(), temporary, 2, 3);
    encoder.copy(ground.x, temporary);
    encoder.commit();
  }
  encoder.synchronize();
  return ground.content();
}

std::vector<std::byte> adaptors(const Ground& ground) {
  TrackingResource tracking(driver_pool_resource(ground.device));
  LimitingResource bounded(tracking, 4096);
  const Buffer<int> buffer(bounded, ground.stream, ground_size);
  copy(ground.stream, buffer, ground.x);
  return content_of(ground.stream, buffer);
}

}  // namespace

Scenarios memory_scenarios() {
  return {{"MemoryPool", repeated(new_pool)},
          {"MemoryPoolKept", kept_pool},
          {"MemoryPoolInCapture", repeated(in_capture)},
          {"EncoderTemporaries", repeated(temporaries)},
          {"MemoryAdaptors", repeated(adaptors)}};
}

}  // namespace duet::test
