#include "api_mistakes.hpp"

#include <array>
#include <memory>

namespace duet::test {

namespace {

using enum ErrorCode;

/// What mistakes are made with.
struct World {
  Device device{0};
  Stream stream{device};
  Module module{jit(device, {.name = "mistakes.cu",
                             .source = R"(
      __device__ int limit;
      __global__ void scale(float* x, const float* y, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] *= y[i] + limit;
      })",
                             .kernels = {"scale"}})};
  Kernel kernel{module.kernel("scale")};
  Buffer<float> x{device, 1000};
  Buffer<float> y{device, 500};
  LaunchShape shape{cover(1000)};
};

using Mistakes = std::vector<ApiMistake>;
using Shared = std::shared_ptr<World>;

// Some mistakes are uses of objects that were moved from.
// NOLINTBEGIN(bugprone-use-after-move)

void add_handles(Mistakes& all, const Shared& w) {
  all.push_back({"a default-constructed Stream is used", invalid_handle, "the Stream is empty",
                 [] { Stream().synchronize(); }});
  all.push_back({"a Stream that was moved from is used", invalid_handle, "moved from", [] {
                   Stream stream(Device(0));
                   const Stream taken = std::move(stream);
                   stream.synchronize();
                 }});
  all.push_back({"a default-constructed Kernel is launched", invalid_handle, "the Kernel is empty",
                 [w] { launch(w->stream, Kernel(), w->shape); }});
  all.push_back({"a Buffer that was moved from is passed to a kernel", invalid_handle,
                 "the Buffer is empty", [w] {
                   Buffer<float> buffer(w->device, 1000);
                   const Buffer<float> taken = std::move(buffer);
                   launch(w->stream, w->kernel, w->shape, buffer, w->y, 1000);
                 }});
  all.push_back({"an empty Event is waited for", invalid_handle, "the Event is empty",
                 [] { Event().synchronize(); }});
  all.push_back({"an empty Module is asked for a kernel", invalid_handle, "the Module is empty",
                 [] { (void)Module().kernel("scale"); }});
  all.push_back({"an empty FusedKernel is launched", invalid_handle, "the FusedKernel is empty",
                 [w] { FusedKernel().launch(w->stream, {w->x}, {w->x}); }});
  all.push_back({"an empty JitRequest is compiled", invalid_handle, "the JitRequest is empty",
                 [w] { (void)jit(w->device, JitRequest()); }});
  all.push_back({"the function that builds a program for a key asks for the key", invalid_argument,
                 "asks for the module itself", [w] {
                   const auto none = [] { return Program{}; };
                   (void)jit(w->device, "asks", [&] {
                     (void)jit(w->device, "asks", none);
                     return Program{};
                   });
                 }});
  all.push_back({"a device that does not exist is opened", invalid_argument,
                 "the ordinals are 0 to", [] { (void)Device(99); }});
  all.push_back({"a device of a negative number is opened", invalid_argument,
                 "there is no device -1", [] { (void)Device(-1); }});
}

void add_memory(Mistakes& all, const Shared& w) {
  all.push_back({"a buffer of a negative number of elements", invalid_argument,
                 "(-5 was converted to an unsigned number)",
                 [w] { (void)Buffer<float>(w->device, static_cast<std::size_t>(-5)); }});
  all.push_back({"more memory than the device has", out_of_memory, "bytes are free",
                 [w] { (void)Buffer<char>(w->device, std::size_t{1} << 46); }});
  all.push_back({"a copy between different numbers of elements", invalid_argument,
                 "the source has 500 elements of 4 bytes, the destination 1000",
                 [w] { copy(w->stream, w->x, w->y); }});
  all.push_back({"a copy to a vector that is empty", invalid_argument, "the destination 0", [w] {
                   std::vector<float> host;
                   copy(w->stream, host, w->x);
                 }});
  all.push_back({"a copy within a buffer to a range that overlaps", invalid_argument, "overlap",
                 [w] { copy(w->stream, w->x.subspan(0, 20), w->x.subspan(10, 20)); }});
  all.push_back({"a part that ends behind the end of a buffer", invalid_argument, "1000",
                 [w] { (void)w->x.subspan(900, 200); }});
  all.push_back({"a part that begins at a negative index", invalid_argument, "1000",
                 [w] { (void)w->x.subspan(static_cast<std::size_t>(-1), 1); }});
  all.push_back(
      {"free_on for memory that is not stream-ordered", invalid_argument, "Memory::on_stream", [w] {
         Memory memory = Memory::device(w->device, 64);
         memory.free_on(w->stream);
       }});
}

void add_launches(Mistakes& all, const Shared& w) {
  const auto wrong_shape = [&](const char* title, const char* part, LaunchShape shape) {
    all.push_back({title, invalid_argument, part,
                   [w, shape] { launch(w->stream, w->kernel, shape, w->x, w->y, 1000); }});
  };
  wrong_shape("a grid of 0 blocks", "each dimension must be at least 1", {{0}, {256}});
  wrong_shape("a block of 0 threads", "each dimension must be at least 1", {{4}, {0}});
  wrong_shape("a block of too many threads", "the device takes at most", {{4}, {4096}});
  wrong_shape("a block whose threads are too many in all dimensions together", "but this kernel",
              {{1}, {64, 64}});
  wrong_shape("a block of a negative number of threads", "may be -1",
              {{1}, {static_cast<unsigned>(-1)}});
  wrong_shape("more shared memory than a block can have", "shared memory",
              {{4}, {256}, std::size_t{1} << 30});
  all.push_back({"an argument is missing", invalid_argument,
                 "2 arguments were given, the kernel takes 3",
                 [w] { launch(w->stream, w->kernel, w->shape, w->x, w->y); }});
  all.push_back({"there is an argument too many", invalid_argument,
                 "4 arguments were given, the kernel takes 3",
                 [w] { launch(w->stream, w->kernel, w->shape, w->x, w->y, 1000, 1); }});
  all.push_back({"a double for an int", invalid_argument, "argument 2 (counting from 0)",
                 [w] { launch(w->stream, w->kernel, w->shape, w->x, w->y, 1000.0); }});
  all.push_back({"a float for an int", invalid_argument,
                 "argument 2 (counting from 0) is a floating-point number of 4 bytes",
                 [w] { launch(w->stream, w->kernel, w->shape, w->x, w->y, 1000.0f); }});
  all.push_back({"a buffer of int for float*", invalid_argument,
                 "argument 1 (counting from 0) is a pointer to an integer of 4 bytes", [w] {
                   const Buffer<int> y(w->device, 1000);
                   launch(w->stream, w->kernel, w->shape, w->x, y, 1000);
                 }});
  all.push_back({"a buffer of float* for float*", invalid_argument,
                 "argument 1 (counting from 0) is a pointer to an integer of 8 bytes", [w] {
                   const Buffer<float*> y(w->device, 1000);
                   launch(w->stream, w->kernel, w->shape, w->x, y, 1000);
                 }});
  all.push_back({"an argument list with a wrong type", invalid_argument, "argument 0", [w] {
                   Arguments list;
                   list.add(1).add(w->y).add(1000);
                   launch(w->stream, w->kernel, w->shape, list);
                 }});
  if (w->device.info().cooperative_launch) {
    all.push_back(
        {"a cooperative grid of too many blocks", invalid_argument, "can be resident at once", [w] {
           launch(w->stream, w->kernel, {.grid = {1u << 20}, .block = {256}, .cooperative = true},
                  w->x, w->y, 1000);
         }});
  }
  const bool has_clusters = w->device.info().cluster_launch;
  all.push_back({"a cluster that does not divide the grid, or without clusters any",
                 has_clusters ? invalid_argument : not_supported, "clusters of scale", [w] {
                   launch(w->stream, w->kernel, {.grid = {5}, .block = {256}, .cluster = Dim3{2}},
                          w->x, w->y, 1000);
                 }});
  all.push_back({"blocks of 0 threads for a number of elements", invalid_argument, "0",
                 [] { (void)cover(1000, 0); }});
  all.push_back({"an empty host function", invalid_argument, "the host function is empty",
                 [w] { w->stream.launch_host_function({}); }});
}

void add_strict(Mistakes& all, const Shared& w) {
  if (w->device.info().pageable_memory_access) return;
  const auto strict = [](auto make) {
    return [make] {
      struct Scope {
        Scope() { set_strict_mode(true); }
        ~Scope() { set_strict_mode(false); }
      } scope;
      make();
    };
  };
  all.push_back({"strict mode: the data of a std::vector is passed to a kernel", invalid_argument,
                 "argument 1 (counting from 0) at", strict([w] {
                   const std::vector<float> host(1000);
                   launch(w->stream, w->kernel, w->shape, w->x, host.data(), 1000);
                 })});
  all.push_back({"strict mode: the address of a local variable is passed to a kernel",
                 invalid_argument, "is no device memory", strict([w] {
                   float local = 0;
                   launch(w->stream, w->kernel, w->shape, &local, w->y, 1);
                 })});
  all.push_back({"strict mode: memory that was freed is passed to a kernel", invalid_argument,
                 "or was freed", strict([w] {
                   const float* freed = nullptr;
                   {
                     const Buffer<float> buffer(w->device, 1000);
                     freed = buffer.data();
                   }
                   launch(w->stream, w->kernel, w->shape, w->x, freed, 1000);
                 })});
  all.push_back({"strict mode: a host pointer in a list of arguments", invalid_argument,
                 "argument 0 (counting from 0) at", strict([w] {
                   std::vector<float> host(1000);
                   Arguments list;
                   list.add(host.data()).add(w->y).add(1000);
                   launch(w->stream, w->kernel, w->shape, list);
                 })});
  all.push_back({"strict mode: a host pointer in a node of a graph", invalid_argument,
                 "argument 0 (counting from 0) at", strict([w] {
                   std::vector<float> host(1000);
                   Graph(w->device).launch({}, w->kernel, w->shape, host.data(), w->y, 1000);
                 })});
  all.push_back({"strict mode: an untracked host pointer in an encoder", invalid_argument,
                 "argument 0 (counting from 0) at", strict([w] {
                   std::vector<float> host(1000);
                   CommandEncoder(w->stream).launch(w->kernel, w->shape, untracked(host.data()),
                                                    w->y, 1000);
                 })});
  all.push_back({"strict mode: a copy to a span of host memory", invalid_argument,
                 "copy: the destination at", strict([w] {
                   std::vector<float> host(500);
                   copy(w->stream, DeviceSpan<float>(host.data(), 500), w->y);
                 })});
  all.push_back({"strict mode: a copy from behind the end of an allocation", invalid_argument,
                 "its allocation ends", strict([w] {
                   std::vector<float> host(5000);
                   copy(w->stream, host, DeviceSpan<const float>(w->x.data(), 5000));
                 })});
  all.push_back({"strict mode: a fill behind the end of an allocation", invalid_argument,
                 "fill: the range at", strict([w] {
                   fill(w->stream, DeviceSpan<float>(w->x.data() + 990, 5000), 1.0f);
                 })});
}

void add_two_devices(Mistakes& all, const Shared& w) {
  if (Device::count() < 2) return;
  const auto far = std::make_shared<Buffer<float>>(Device(1), 1000);
  const char* const part = "is memory of device 1, which device 0 cannot access";
  all.push_back({"a buffer of another device is passed to a kernel", invalid_argument, part,
                 [w, far] { launch(w->stream, w->kernel, w->shape, *far, w->y, 1000); }});
  all.push_back(
      {"a part of another device's buffer is passed to a kernel", invalid_argument, part,
       [w, far] { launch(w->stream, w->kernel, w->shape, w->x, far->subspan(10, 10), 10); }});
  all.push_back(
      {"a buffer of another device in a list of arguments", invalid_argument, part, [w, far] {
         Arguments list;
         list.add(w->x).add(*far).add(1000);
         launch(w->stream, w->kernel, w->shape, list);
       }});
  all.push_back({"a buffer of another device in an encoder", invalid_argument, part, [w, far] {
                   CommandEncoder(w->stream).launch(w->kernel, w->shape, w->x, in(*far), 1000);
                 }});
  all.push_back({"a buffer of another device in a node of a graph", invalid_argument, part,
                 [w, far] { Graph(w->device).launch({}, w->kernel, w->shape, *far, w->y, 1000); }});
  all.push_back({"an array of another device in a fusion", invalid_argument, part, [w, far] {
                   Fusion fusion;
                   fusion.output(-fusion.input(DataType::f32));
                   FusedKernel(w->device, fusion).launch(w->stream, {*far}, {w->x});
                 }});
  all.push_back({"a fill in a stream of another device", invalid_argument,
                 "the memory belongs to device 1, the stream to device 0",
                 [w, far] { fill(w->stream, *far, 1.0f); }});
  all.push_back({"a copy in a stream of another device", invalid_argument,
                 "the memory belongs to device 1, the stream to device 0", [w, far] {
                   std::vector<float> host(1000);
                   copy(w->stream, host, *far);
                 }});
  all.push_back({"a kernel is launched in a stream of another device", invalid_argument,
                 "the stream is on device 1, the kernel on device 0", [w] {
                   const Stream stream(Device(1));
                   launch(stream, w->kernel, w->shape, nullptr, nullptr, 0);
                 }});
  all.push_back({"an event is recorded in a stream of another device", invalid_argument,
                 "a stream of its own device", [w] { Event(Device(1)).record(w->stream); }});
  all.push_back({"a graph is launched in a stream of another device", invalid_argument,
                 "a stream of its own device", [] {
                   const Stream stream(Device(1));
                   GraphExec(Graph(Device(0))).launch(stream);
                 }});
}

void add_events_and_captures(Mistakes& all, const Shared& w) {
  all.push_back({"the time to an event that was never recorded", invalid_argument, "recorded", [w] {
                   const Event start(w->device), stop(w->device);
                   start.record(w->stream);
                   (void)elapsed_ms(start, stop);
                 }});
  all.push_back({"the time between events without timing", invalid_argument, "timing", [w] {
                   const Event start(w->device, {.timing = false});
                   const Event stop(w->device, {.timing = false});
                   start.record(w->stream);
                   stop.record(w->stream);
                   stop.synchronize();
                   (void)elapsed_ms(start, stop);
                 }});
  all.push_back({"a stream is captured twice", capture_failed, "already being captured", [w] {
                   const Stream stream(w->device);
                   const StreamCapture capture(stream);
                   const StreamCapture second(stream);
                 }});
  all.push_back({"a captured stream is waited for", capture_failed, "", [w] {
                   const Stream stream(w->device);
                   const StreamCapture capture(stream);
                   stream.synchronize();
                 }});
  all.push_back({"a captured stream is destroyed", capture_failed, "the stream was destroyed", [w] {
                   auto stream = std::make_unique<Stream>(w->device);
                   StreamCapture capture(*stream);
                   stream.reset();
                   (void)capture.finish();
                 }});
  all.push_back({"a kernel is compiled during a capture", capture_failed, "prepare", [w] {
                   const Stream stream(w->device);
                   const StreamCapture capture(stream);
                   (void)compile({.source = "extern \"C\" __global__ void k() {}"}, w->device);
                 }});
  all.push_back({"memory is allocated in a captured stream", capture_failed, "", [w] {
                   const Stream stream(w->device);
                   const StreamCapture capture(stream);
                   const Buffer<int> buffer(stream, std::vector<int>{1, 2});
                 }});
  all.push_back({"a capture is finished twice", invalid_handle, "the capture has ended", [w] {
                   const Stream stream(w->device);
                   StreamCapture capture(stream);
                   (void)capture.finish();
                   (void)capture.finish();
                 }});
}

void add_graphs(Mistakes& all, const Shared& w) {
  all.push_back({"a node of a graph follows one that does not exist", invalid_argument,
                 "there is no node 7; the graph has 0 nodes",
                 [w] { Graph(w->device).empty({GraphNode{7}}); }});
  all.push_back(
      {"nodes of a graph wait for each other", invalid_argument, "would wait for each other", [w] {
         Graph graph(w->device);
         const GraphNode first = graph.empty({});
         const GraphNode second = graph.empty({first});
         graph.follow(first, second);
       }});
  all.push_back({"an empty GraphExec is launched", invalid_handle, "the GraphExec is empty",
                 [w] { GraphExec().launch(w->stream); }});
  all.push_back(
      {"a Graph that was moved from is used", invalid_handle, "the Graph was moved from", [w] {
         Graph graph(w->device);
         const Graph taken = std::move(graph);
         graph.empty({});
       }});
  all.push_back({"the arguments of a node that copies are changed", invalid_argument,
                 "node 0 (copy 2000 bytes, device to device) is no launch", [w] {
                   const Buffer<float> z(w->device, 500);
                   Graph graph(w->device);
                   const GraphNode node = graph.copy({}, z, w->y);
                   GraphExec(graph).set_arguments(node, w->x, w->y, 1000);
                 }});
  all.push_back({"a node is changed that the executable does not have", invalid_argument,
                 "there is no node 3; the executable has 0 nodes",
                 [w] { GraphExec(Graph(w->device)).set_fill(GraphNode{3}, w->x, 1.0f); }});
}

void add_encoder(Mistakes& all, const Shared& w) {
  all.push_back({"a CommandEncoder that was moved from is used", invalid_handle,
                 "the CommandEncoder was moved from", [w] {
                   CommandEncoder encoder(w->stream);
                   const CommandEncoder taken = std::move(encoder);
                   encoder.commit();
                 }});
  all.push_back({"an encoder for batches of 0 operations", invalid_argument, "",
                 [w] { (void)CommandEncoder(w->stream, {.max_operations = 0}); }});
  all.push_back({"an empty completion handler", invalid_argument, "the completion handler is empty",
                 [w] { CommandEncoder(w->stream).on_complete({}); }});
  all.push_back({"an encoder copies different numbers of elements", invalid_argument,
                 "the source has 500 elements",
                 [w] { CommandEncoder(w->stream).copy(w->x, w->y); }});
}

void add_fusion(Mistakes& all, const Shared& w) {
  const auto f32 = DataType::f32;
  all.push_back({"a misspelled operation", invalid_argument, "is it one of Multiply?", [] {
                   Fusion fusion;
                   const auto x = fusion.input(DataType::f32);
                   (void)fusion.apply("Mutliply", x, x);
                 }});
  all.push_back({"an operation with an operand too few", invalid_argument,
                 "Add takes 2 operands, not 1", [f32] {
                   Fusion fusion;
                   (void)fusion.apply("add", fusion.input(f32));
                 }});
  all.push_back({"an operation on different types", invalid_argument, "cast them", [f32] {
                   Fusion fusion;
                   (void)(fusion.input(f32) + fusion.input(DataType::i32));
                 }});
  all.push_back(
      {"values of two fusions in one operation", invalid_argument, "another fusion", [f32] {
         Fusion first, second;
         (void)(first.input(f32) + second.input(f32));
       }});
  all.push_back({"a division of integers", invalid_argument, "Divide takes", [] {
                   Fusion fusion;
                   (void)(fusion.input(DataType::i32) / 2);
                 }});
  all.push_back({"1.5 as a constant of integers", invalid_argument, "1.5", [] {
                   Fusion fusion;
                   (void)(fusion.input(DataType::i32) * 1.5);
                 }});
  all.push_back({"a fusion without outputs", invalid_argument, "has no output",
                 [w] { (void)FusedKernel(w->device, Fusion()); }});
  all.push_back({"the name of a fusion has a space", invalid_argument, "letters, digits and _",
                 [] { (void)Fusion("two words"); }});
  const auto add = [f32] {
    Fusion fusion("sum");
    const auto x = fusion.input(f32), y = fusion.input(f32);
    fusion.output(x + y);
    return fusion;
  };
  all.push_back({"a fusion with an array too few", invalid_argument, "expected 2 inputs, got 1",
                 [w, add] { FusedKernel(w->device, add()).launch(w->stream, {w->x}, {w->x}); }});
  all.push_back({"a fusion with arrays of different shapes", invalid_argument,
                 "cannot be broadcast", [w, add] {
                   FusedKernel(w->device, add()).launch(w->stream, {w->x, w->y}, {w->x});
                 }});
  all.push_back({"a fusion with an array of another type", invalid_argument,
                 "is an array of i32, not of f32", [w, add] {
                   const Buffer<int> z(w->device, 1000);
                   FusedKernel(w->device, add()).launch(w->stream, {w->x, z}, {w->x});
                 }});
  all.push_back({"the output of a fusion is a part of its input", invalid_argument, "", [w, add] {
                   FusedKernel(w->device, add())
                       .launch(w->stream, {w->x.subspan(0, 500), w->y}, {w->x.subspan(1, 500)});
                 }});
  all.push_back({"an array of more elements than its buffer", invalid_argument, "", [w] {
                   (void)ArrayView(w->x, {100, 100});
                 }});
  all.push_back({"an array of a negative extent", invalid_argument, "-3",
                 [w] { (void)ArrayView(w->x, {-3}); }});
}

void add_code(Mistakes& all, const Shared& w) {
  all.push_back({"a kernel that the module does not have", unknown_kernel, "scale",
                 [w] { (void)w->module.kernel("scael"); }});
  all.push_back({"a variable that the module does not have", unknown_symbol, "limt",
                 [w] { (void)w->module.symbol<int>("limt"); }});
  all.push_back({"a variable as elements of a wrong size", invalid_argument, "4 bytes",
                 [w] { (void)w->module.symbol<double>("limit"); }});
  all.push_back({"a kernel with a fault in its source", compile_failed, "unknown_name", [w] {
                   (void)jit(w->device,
                             {.source = "__global__ void k() { unknown_name; }", .kernels = {"k"}});
                 }});
  all.push_back({"code that is none is loaded", load_failed, "", [w] {
                   const std::array<std::byte, 64> bytes{};
                   (void)Module(w->device, bytes);
                 }});
  all.push_back({"a share of shared memory above 100 percent", invalid_argument, "101",
                 [w] { w->kernel.set_shared_carveout(101); }});
}

// NOLINTEND(bugprone-use-after-move)

}  // namespace

std::vector<ApiMistake> api_mistakes() {
  const auto world = std::make_shared<World>();
  std::vector<ApiMistake> all;
  for (const auto& add : {add_handles, add_memory, add_launches, add_strict, add_two_devices,
                          add_events_and_captures, add_graphs, add_encoder, add_fusion, add_code}) {
    add(all, world);
  }
  return all;
}

}  // namespace duet::test
