#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <span>

#include "ground.hpp"

namespace duet::test {

namespace {

std::vector<std::byte> streams(const Ground& ground) {
  const PriorityRange range = Stream::priority_range(ground.device);
  const Stream urgent(ground.device, {.priority = range.greatest});
  Stream moved(ground.device);
  const Stream adopted = Stream::adopt(moved.release());
  launch(urgent, step(), Ground::one(), ground.x, 2, 3);
  urgent.synchronize();
  launch(adopted, step(), Ground::one(), ground.x, 2, 3);
  while (!adopted.query()) {
  }
  (void)adopted.wait_for(std::chrono::seconds(5));
  adopted.synchronize();
  return ground.content();
}

std::vector<std::byte> events(const Ground& ground) {
  const Event begin(ground.device);
  const Event end(ground.device);
  begin.record(ground.stream);
  launch(ground.stream, step(), Ground::one(), ground.x, 2, 3);
  end.record(ground.stream);
  end.synchronize();
  (void)end.query();
  (void)begin.wait_for(std::chrono::seconds(5));
  const bool later = elapsed_ms(begin, end) >= 0;
  std::vector<std::byte> result = ground.content();
  result.push_back(std::byte{later});
  return result;
}

std::vector<std::byte> fences(const Ground& ground) {
  const Stream other(ground.device);
  const Fence fence(ground.device);
  fence.wait(ground.stream, 1);
  launch(ground.stream, step(), Ground::one(), ground.x, 2, 3);
  fence.signal(ground.stream, 2);
  fence.signal(1);
  fence.wait(2);
  fence.wait(other, 2);
  launch(other, step(), Ground::one(), ground.x, 2, 3);
  fence.signal(other, 3);
  fence.wait(3);
  return ground.content();
}

std::vector<std::byte> exports(const Ground& ground) {
  if (!ground.device.info().ipc) return ground.content();
  const Stream other(ground.device);
  const Buffer<int> memory(exportable_resource(ground.device), ground.stream, ground_size);
  (void)export_memory(memory.memory());
  const Event event(ground.device, {.interprocess = true});
  (void)export_event(event);
  copy(ground.stream, memory, ground.x);
  event.record(ground.stream);
  (void)event.query();
  other.wait(event);
  launch(other, step(), Ground::one(), memory, 2, 3);
  event.record(other);
  event.synchronize();
  return content_of(ground.stream, memory);
}

/// The handle as if another process had exported it. No process can export it in this test: it
/// would have to run while calls of this one fail.
template <typename Handle>
Handle of_another_process(Handle handle) {
  ++handle.process;
  return handle;
}

std::vector<std::byte> import_all(const Ground& ground) {
  const Stream other(ground.device);
  const Buffer<int> memory(exportable_resource(ground.device), ground.stream, ground_size);
  const Event event(ground.device, {.interprocess = true});
  const auto imported = Buffer<int>::from(
      import_memory(ground.device, of_another_process(export_memory(memory.memory()))));
  const Event same = import_event(ground.device, of_another_process(export_event(event)));
  copy(ground.stream, memory, ground.x);
  event.record(ground.stream);
  other.wait(same);
  launch(other, step(), Ground::one(), imported, 2, 3);
  other.synchronize();
  return content_of(ground.stream, memory);
}

/// Whether the driver lets a process import its own memory. NVIDIA's does not.
bool imports_its_own(const Ground& ground) {
  if (!ground.device.info().ipc) return false;
  try {
    (void)import_all(ground);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::vector<std::byte> imports(const Ground& ground) {
  static const bool is_possible =
      imports_its_own(ground);  // in the first run, which is undisturbed
  return is_possible ? import_all(ground) : ground.content();
}

std::vector<std::byte> events_between_streams(const Ground& ground) {
  const Stream other(ground.device);
  const Event event(ground.device, {.timing = false});
  for (int i = 0; i < 3; ++i) {
    launch(ground.stream, step(), Ground::one(), ground.x, 2, i);
    event.record(ground.stream);
    other.wait(event);
    launch(other, step(), Ground::one(), ground.x, 3, i);
    event.record(other);
    ground.stream.wait(event);
  }
  return ground.content();
}

std::vector<std::byte> device_memory(const Ground& ground) {
  Buffer<int> first(ground.device, numbers(1));
  Buffer<int> second(ground.device, ground_size);
  copy(ground.stream, second, first);
  first = Buffer<int>();
  return content_of(ground.stream, second);
}

std::vector<std::byte> stream_ordered_memory(const Ground& ground) {
  Memory memory = Memory::on_stream(ground.stream, 4 * ground_size);
  const Buffer<int> buffer(ground.stream, ground_size);
  copy(ground.stream, buffer, ground.x);
  std::vector<std::byte> content = content_of(ground.stream, buffer);
  if (memory.kind() == MemoryKind::stream_ordered) memory.free_on(ground.stream);
  ground.stream.synchronize();
  return content;
}

std::vector<std::byte> host_memory(const Ground& ground) {
  auto pinned = HostBuffer<int>::pinned(ground.device, ground_size);
  auto managed = HostBuffer<int>::managed(ground.device, ground_size);
  for (std::size_t i = 0; i < ground_size; ++i) pinned[i] = managed[i] = static_cast<int>(3 * i);
  copy(ground.stream, ground.x, pinned.host());
  launch(ground.stream, step(), Ground::one(), ground.x, 2, 3);
  copy(ground.stream, managed.host(), ground.x);
  ground.stream.synchronize();
  return bytes_of(std::vector<int>(managed.begin(), managed.end()));
}

std::vector<std::byte> copies(const Ground& ground) {
  const Buffer<int> other(ground.device, ground_size);
  copy(ground.device, other, numbers(9));
  copy(ground.device, ground.x, other);
  std::vector<int> now(ground_size);
  copy(ground.device, now, ground.x);
  copy(ground.stream, other, ground.x);
  copy_box(ground.stream, other, {.row = 8}, ground.x, {.row = 4}, {4, 4});
  try {
    (void)ground.device.limit(DeviceLimit::stack);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_supported) throw;  // some drivers have none
  }
  std::vector<std::byte> content = content_of(ground.stream, other);
  const std::vector<std::byte> more = bytes_of(now);
  content.insert(content.end(), more.begin(), more.end());
  return content;
}

/// Host memory that returns to the system when it is freed, so that a later access is a fault.
class Mapped {
 public:
  explicit Mapped(std::size_t count)
      : values_(static_cast<int*>(mmap(nullptr, count * sizeof(int), PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
                count) {
    if (values_.data() == MAP_FAILED) throw std::bad_alloc();
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  ~Mapped() { (void)munmap(values_.data(), values_.size_bytes()); }
  std::span<int> values() const { return values_; }

 private:
  std::span<int> values_;
};

/// Host memory is freed after an error: what the device reads and writes must not be that memory.
std::vector<std::byte> vectors(const Ground& ground) {
  const Mapped mapped((std::size_t{1} << 18) + 5);  // copied in two pieces
  const std::span<int> many = mapped.values();
  std::iota(many.begin(), many.end(), 7);
  const Buffer<int> buffer(ground.stream, many);
  launch(ground.stream, step(), Ground::one(), buffer, 2, 3);
  std::vector<int> read = buffer.to_vector(ground.stream);
  const bool is_same = std::equal(read.begin() + ground_size, read.end(), many.begin());
  read.resize(ground_size);
  std::vector<std::byte> result = bytes_of(read);
  result.push_back(std::byte{is_same});
  return result;
}

std::vector<std::byte> fills(const Ground& ground) {
  fill(ground.stream, ground.x, 0x01020304);
  const Buffer<short> shorts(ground.device, std::vector<short>(16));
  fill(ground.stream, shorts, short{0x0102});
  const Buffer<double> doubles(ground.device, std::vector<double>(16));
  fill(ground.stream, doubles, 1.25);
  const Buffer<char> chars(ground.device, std::vector<char>(16));
  fill(ground.stream, chars, 'c');
  auto all = ground.content();
  for (const auto& more : {content_of(ground.stream, shorts), content_of(ground.stream, doubles),
                           content_of(ground.stream, chars)}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<std::byte> host_functions(const Ground& ground) {
  const auto seen = std::make_shared<int>(0);
  for (int i = 1; i < 4; ++i) {
    ground.stream.ref().launch_host_function([seen, i] { *seen = 10 * *seen + i; });
  }
  ground.stream.synchronize();
  return bytes_of(std::vector<int>{*seen});
}

std::vector<std::byte> device_queries(const Ground& ground) {
  const bool has_memory = ground.device.free_memory() != 0 &&
                          ground.device.memory_info().total >= ground.device.memory_info().free;
  launch(ground.stream, step(), Ground::one(), ground.x, 2, 3);
  ground.device.synchronize();
  make_current(ground.device);
  auto result = ground.content();
  result.push_back(std::byte{has_memory});
  return result;
}

std::vector<std::byte> several_devices(const Ground& ground) {
  const Device last(Device::count() - 1);
  const Stream stream(last);
  const Buffer<int> there(last, numbers(4));
  if (last != ground.device && last.can_access(ground.device)) {
    last.enable_peer_access(ground.device);
  }
  std::vector<std::byte> content = content_of(stream, there);
  make_current(ground.device);
  return content;
}

std::vector<std::byte> timers(const Ground& ground) {
  Timer timer(ground.stream);
  launch(ground.stream, step(), Ground::one(), ground.x, 2, 3);
  const bool is_time = timer.elapsed().count() >= 0;
  timer.restart();
  Milliseconds sum{};
  { const ScopedTimer scoped(ground.stream, sum); }
  return {std::byte{is_time && sum.count() >= 0}};
}

std::vector<std::byte> device_slots(const Ground& ground) {
  const DeviceSlot<Buffer<int>> slot(
      [](const Device& device) { return Buffer<int>(device, numbers(5)); });
  return content_of(ground.stream, slot.get(ground.device));
}

/// Owners destroyed in an order other than that of their construction, with work pending.
std::vector<std::byte> destruction(const Ground& ground) {
  std::optional<Stream> stream(ground.device);
  std::optional<Buffer<int>> memory(std::in_place, ground.device, numbers(1));
  std::optional<Buffer<int>> of_stream(std::in_place, *stream, numbers(2));
  std::optional<Event> event(ground.device);
  std::optional<CommandEncoder> encoder(std::in_place, *stream, EncoderOptions{.graphs = true});
  Graph graph(ground.device);
  graph.launch({}, step(), Ground::one(), *memory, 2, 1);
  std::optional<GraphExec> exec(graph);
  encoder->launch(step(), Ground::one(), inout(*memory), 3, 4);
  encoder->commit();
  exec->launch(*stream);
  event->record(*stream);
  std::vector<std::byte> content = content_of(*stream, *memory);
  memory.reset();
  event.reset();
  exec.reset();
  encoder.reset();
  of_stream.reset();
  stream.reset();
  return content;
}

}  // namespace

Scenarios resource_scenarios() {
  return {{"Streams", repeated(streams)},
          {"Events", repeated(events)},
          {"EventsBetweenStreams", repeated(events_between_streams)},
          {"Exports", repeated(exports)},
          {"Imports", repeated(imports)},
          {"Fences", repeated(fences)},
          {"DeviceMemory", repeated(device_memory)},
          {"StreamOrderedMemory", repeated(stream_ordered_memory)},
          {"HostMemory", repeated(host_memory)},
          {"Copies", repeated(copies)},
          {"Vectors", repeated(vectors)},
          {"Fills", repeated(fills)},
          {"HostFunctions", repeated(host_functions)},
          {"DeviceQueries", repeated(device_queries)},
          {"SeveralDevices", repeated(several_devices)},
          {"Timers", repeated(timers)},
          {"DeviceSlots", repeated(device_slots)},
          {"Destruction", repeated(destruction)}};
}

}  // namespace duet::test
