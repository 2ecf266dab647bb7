#include <array>
#include <memory>
#include <optional>

#include <duet/adopted_memory.hpp>
#include <duet/dlpack.hpp>

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

/// Memory of another owner, once freed with the device and once in a stream's order. Each deleter
/// runs at most once, and exactly once if the memory was adopted.
std::vector<std::byte> adoption(const Ground& ground) {
  const Memory original = Memory::device(ground.device, ground_size * sizeof(int));
  std::array<int, 2> released{};
  std::vector<std::byte> content;
  {
    const auto x =
        Buffer<int>::from(adopt_memory(ground.device, original.data(), original.bytes(),
                                       MemoryKind::device, [&](void*) { ++released[0]; }));
    copy(ground.stream, x, ground.x);
    content = content_of(ground.stream, x);
  }
  {
    Memory memory = adopt_memory(ground.stream.ref(), original.data(), original.bytes(),
                                 [&](void*, StreamRef) { ++released[1]; });
    fill(ground.stream, DeviceSpan<int>(static_cast<int*>(memory.data()), ground_size), 5);
    memory.free_on(ground.stream);
  }
  ground.stream.synchronize();
  for (const int count : released) content.push_back(std::byte(count));
  return content;
}

/// A buffer that is given away and taken back, in both forms of DLPack. The tensor is released once
/// even if taking it fails: the harness counts the memory.
std::vector<std::byte> dlpack(const Ground& ground) {
  Buffer<int> x(ground.device, ground_size);
  copy(ground.stream, x, ground.x);
  ground.stream.synchronize();
  const DlpackArray array(ground.device, to_dlpack(std::move(x)));
  Buffer<int> y(ground.device, numbers(6));
  const DlpackArray versioned(ground.device, to_dlpack_versioned(std::move(y)));
  std::vector<std::byte> content;
  for (const DlpackArray* part : {&array, &versioned}) {
    const Buffer<int> target(ground.device, ground_size);
    copy(ground.stream, target,
         DeviceSpan<const int>(static_cast<const int*>(part->view().data()), ground_size));
    const std::vector<std::byte> bytes = content_of(ground.stream, target);
    content.insert(content.end(), bytes.begin(), bytes.end());
  }
  return content;
}

/// Managed memory that moves to the device and back.
std::vector<std::byte> managed(const Ground& ground) {
  const auto x = HostBuffer<int>::managed(ground.device, ground_size);
  std::iota(x.begin(), x.end(), 0);
  advise(x, MemoryAdvice::preferred_at, MemoryPlace::host());
  prefetch(ground.stream, x, ground.device);
  launch(ground.stream, step(), Ground::one(), x, 2, 3);
  prefetch(ground.stream, x, MemoryPlace::host());
  ground.stream.synchronize();
  return bytes_of(std::vector<int>(x.begin(), x.end()));
}

/// The program's memory is registered, copied from, and can be registered again.
std::vector<std::byte> registered(const Ground& ground) {
  static std::vector<int> host = numbers(7);  // outlives copies of failed attempts
  std::vector<std::byte> content;
  for (int i = 0; i < 2; ++i) {
    const RegisteredMemory registration(ground.device, host);
    copy(ground.stream, ground.x, host);
    content = ground.content();
  }
  return content;
}

/// A window of the level-2 cache in a stream, and in an encoder whose window changes.
std::vector<std::byte> l2_window(const Ground& ground) {
  LaunchShape shape = Ground::one();
  shape.l2_window = L2Window{.data = ground.x.data(), .bytes = ground.x.size_bytes()};
  launch(ground.stream, step(), shape, ground.x, 2, 3);
  CommandEncoder encoder(ground.stream);
  for (int i = 0; i < 3; ++i) {
    if (i == 2) shape.l2_window->hit_ratio = 0.5F;
    encoder.launch(step(), shape, ground.x, 2, i);
    encoder.commit();
  }
  encoder.synchronize();
  ground.device.reset_persisting_l2();
  return ground.content();
}

}  // namespace

Scenarios memory_scenarios() {
  return {{"MemoryPool", repeated(new_pool)},
          {"MemoryPoolKept", kept_pool},
          {"MemoryPoolInCapture", repeated(in_capture)},
          {"EncoderTemporaries", repeated(temporaries)},
          {"MemoryAdaptors", repeated(adaptors)},
          {"MemoryAdoption", repeated(adoption)},
          {"Dlpack", repeated(dlpack)},
          {"ManagedMemory", repeated(managed)},
          {"RegisteredMemory", repeated(registered)},
          {"L2Window", repeated(l2_window)}};
}

}  // namespace duet::test
