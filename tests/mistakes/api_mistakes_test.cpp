// Wrong calls of the API, as the table in docs/errors.md shows them.

#include "mistake_table.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

template <typename Action>
Outcome outcome_of(Action&& action) {
  const Error error = error_of(std::forward<Action>(action));
  return {name_of(error.code()), error.what()};
}

/// A row whose input is the code itself.
#define MISTAKE(title, ...)                                               \
  Mistake {                                                               \
    title, #__VA_ARGS__, [&] { return outcome_of([&] { __VA_ARGS__; }); } \
  }

constexpr const char* source = R"(
template <typename T> __global__ void scale(T* x, T factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}
__global__ void __launch_bounds__(128) small(float* x) { x[threadIdx.x] = 1; }
__constant__ float weights[16];
__global__ void weigh(float* x) { x[threadIdx.x] *= weights[threadIdx.x % 16]; }
)";

Module load(const Device& device) {
  return {
      device,
      compile({.name = "scale.cu", .source = source, .kernels = {"scale<float>", "small", "weigh"}},
              device)};
}

using ApiMistakes = DeviceTest;

TEST_F(ApiMistakes, Launches) {
  const Device device(0);
  const Stream stream(device);
  const Module module = load(device);
  const Kernel scale = module.kernel("scale<float>");
  const Kernel small = module.kernel("small");
  const Buffer<float> x(device, 256);
  const Buffer<double> doubles(device, 256);
  const LaunchShape shape = cover(256);
  Buffer<float> taken(device, 4);
  const Buffer<float> moved(std::move(taken));
  MistakeTable("launch").check({
    MISTAKE("an empty kernel", Kernel none; launch(stream, none, shape, x, 2.0f, 256)),
        MISTAKE("an empty buffer", Buffer<float> none;
                launch(stream, scale, shape, none, 2.0f, 256)),
        MISTAKE("a buffer that was moved from", launch(stream, scale, shape, taken, 2.0f, 256)),
        MISTAKE("an argument is missing", launch(stream, scale, shape, x, 2.0f)),
        MISTAKE("an argument too many", launch(stream, scale, shape, x, 2.0f, 256, 1)),
        MISTAKE("a double for a float", launch(stream, scale, shape, x, 2.0, 256)),
        MISTAKE("an int for a float", launch(stream, scale, shape, x, 2, 256)),
        MISTAKE("a 64-bit size for an int", launch(stream, scale, shape, x, 2.0f, x.size())),
        MISTAKE("a buffer of another type", launch(stream, scale, shape, doubles, 2.0f, 256)),
        MISTAKE("arguments in the wrong order", launch(stream, scale, shape, 2.0f, x, 256)),
        MISTAKE("no blocks", launch(stream, scale, LaunchShape{Dim3(0), Dim3(256)}, x, 2.0f, 256)),
        MISTAKE("too many threads in a block",
                launch(stream, scale, LaunchShape{Dim3(1), Dim3(2048)}, x, 2.0f, 256)),
        MISTAKE("more threads than the launch bounds",
                launch(stream, small, LaunchShape{Dim3(1), Dim3(256)}, x)),
        MISTAKE("too much shared memory",
                launch(stream, scale, LaunchShape{Dim3(1), Dim3(256), std::size_t{1} << 30}, x,
                       2.0f, 256)),
  });
}

TEST_F(ApiMistakes, Modules) {
  const Device device(0);
  const Module module = load(device);
  const std::vector<std::byte> garbage(100);
  MistakeTable("module").check({
      MISTAKE("a misspelled kernel", module.kernel("scael<float>")),
      MISTAKE("a template without its arguments", module.kernel("scale")),
      MISTAKE("arguments that were not compiled", module.kernel("scale<double>")),
      MISTAKE("a misspelled variable", module.symbol<float>("weight")),
      MISTAKE("a variable of another type", module.symbol<float[3]>("weights")),
      MISTAKE("data that is no code", Module(device, garbage)),
      MISTAKE("a file that does not exist", Module::from_file(device, "missing.cubin")),
      MISTAKE("an empty module", Module().kernel("scale<float>")),
  });
}

TEST_F(ApiMistakes, MemoryAndStreams) {
  const Device device(0);
  const Stream stream(device);
  const Buffer<float> x(device, 1000);
  std::vector<float> host(500);
  const Event never(device);
  const Event also(device);
  MistakeTable("memory").check({
      MISTAKE("a device that does not exist", Device(99)),
      MISTAKE("an empty stream", Stream().synchronize()),
      MISTAKE("a copy of different sizes", copy(stream, x, host)),
      MISTAKE("a part beyond the end", x.subspan(900, 200)),
      MISTAKE("more memory than there is", Buffer<float>(device, std::size_t{1} << 55)),
      MISTAKE("a size that overflows", Buffer<float>(device, static_cast<std::size_t>(-1))),
      MISTAKE("the time between events that were never recorded", elapsed_ms(never, also)),
      MISTAKE("an empty function", stream.launch_host_function(nullptr)),
  });
}

TEST_F(ApiMistakes, Graphs) {
  const Device device(0);
  const Stream stream(device);
  const Kernel scale = load(device).kernel("scale<float>");
  const Buffer<float> x(device, 256);
  Graph graph(device);
  const GraphNode first = graph.fill({}, x.span(), 0.0f);
  const GraphNode second = graph.launch({first}, scale, cover(256), x, 2.0f, 256);
  Graph other(device);
  MistakeTable("graph").check({
    MISTAKE("a cycle", graph.follow(first, second)),
        MISTAKE("a node of another graph", other.empty({second})),
        MISTAKE("a wrong argument in a node", graph.launch({}, scale, cover(256), x, 2, 256)),
        MISTAKE("an empty executable", GraphExec().launch(stream)),
        MISTAKE("synchronising a stream that is captured", StreamCapture capture(stream);
                stream.synchronize()),
        MISTAKE("compiling while a stream is captured", StreamCapture capture(stream);
                compile({.source = source}, device)),
  });
}

TEST_F(ApiMistakes, Fusions) {
  const Device device(0);
  Fusion fusion;
  Fusion other;
  const FusionValue x = fusion.input(DataType::f32);
  const FusionValue n = fusion.input(DataType::i32);
  MistakeTable("fusion").check({
      MISTAKE("a misspelled operation", fusion.apply("Multply", x, x)),
      MISTAKE("operands of different types", fusion.apply("Add", x, n)),
      MISTAKE("too few operands", fusion.apply("Add", x)),
      MISTAKE("a value of another fusion", other.apply("Exp", x)),
      MISTAKE("a fusion without an output", FusedKernel(device, fusion)),
  });
}

TEST(SeveralDevices, Mistakes) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  const Device device(0);
  const Device second(1);
  const Stream stream(device);
  const Stream other(second);
  const Kernel scale = make_kernel(device, source, "scale<float>");
  const Buffer<float> x(device, 256);
  const Buffer<float> far(second, 256);
  CommandEncoder encoder(stream);
  Graph graph(device);
  MistakeTable("devices").check({
    MISTAKE("a stream of another device", launch(other, scale, cover(256), x, 2.0f, 256)),
        MISTAKE("a buffer of another device", launch(stream, scale, cover(256), far, 2.0f, 256)),
        MISTAKE("a buffer of another device in a list of arguments", Arguments list;
                list.add(far).add(2.0f).add(256); launch(stream, scale, cover(256), list)),
        MISTAKE("a buffer of another device in an encoder",
                encoder.launch(scale, cover(256), inout(far), 2.0f, 256)),
        MISTAKE("a buffer of another device in a graph",
                graph.launch({}, scale, cover(256), far, 2.0f, 256)),
  });
}

}  // namespace
}  // namespace duet::test
