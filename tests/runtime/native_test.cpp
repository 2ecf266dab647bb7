#include <duet/device_slot.hpp>
#include <duet/native.hpp>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <typeinfo>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using NativeTest = DeviceTest;

TEST_F(NativeTest, StreamsAndEventsRoundTrip) {
  const Stream stream(device());
  const NativeStream handle = native(stream);
  ASSERT_NE(handle, nullptr);
  const StreamRef view = stream_from_native(device(), handle);
  EXPECT_EQ(view, stream.ref());

  const Event event(device());
  const EventRef event_view = event_from_native(device(), native(event));
  event_view.record(view);
  event.synchronize();
  EXPECT_TRUE(event_view.query());
}

TEST_F(NativeTest, TheDefaultStreamRunsKernels) {
  const StreamRef stream = stream_from_native(device(), nullptr);
  const Buffer<int> buffer(device(), 4);
  const Kernel kernel =
      make_kernel(device(), "__global__ void k(int* x) { x[threadIdx.x] = 7; }", "k");
  launch(stream, kernel, {{1}, {4}}, buffer);
  stream.synchronize();
  std::vector<int> host(4);
  copy(device(), host, buffer);
  EXPECT_THAT(host, testing::Each(7));
}

TEST_F(NativeTest, ModulesAndKernelsHaveNativeHandles) {
  const Code code =
      compile({.source = "extern \"C\" __global__ void k(int* x) { *x = 1; }"}, device());
  const Module module(device(), code);
  EXPECT_NE(native(module), nullptr);
  EXPECT_NE(native(module.kernel("k")), nullptr);
  EXPECT_EQ(native(module.kernel("k")), native(module.kernel("k")));
}

TEST_F(NativeTest, AReleasedHandleCanBeAdopted) {
  Stream stream(device());
  const NativeStream handle = native(stream);
  (void)stream.release();
  const Stream owner = Stream::adopt(stream_from_native(device(), handle));
  EXPECT_EQ(native(owner), handle);
  owner.synchronize();
}

constexpr const char* scale_source =
    "namespace ns { __global__ void scale(float* x, float a) { x[threadIdx.x] *= a; } }";

void expect_scaled(const Kernel& kernel) {
  const Stream stream(kernel.device());
  std::vector<float> host{1, 2};
  const Buffer<float> buffer(kernel.device(), 2);
  copy(stream, buffer, host);
  launch(stream, kernel, {{1}, {2}}, buffer, 3.0f);
  copy(stream, host, buffer);
  stream.synchronize();
  EXPECT_THAT(host, testing::ElementsAre(3, 6));
}

void expect_types_checked(const Kernel& kernel) {
  const Stream stream(kernel.device());
  const Buffer<int> wrong(kernel.device(), 2);
  EXPECT_EQ(error_of([&] {
              launch(stream, kernel, {{1}, {2}}, wrong, 3.0f);
            }).code(),
            ErrorCode::invalid_argument);
}

TEST_F(NativeTest, AFunctionOfOthersIsAKernel) {
  Kernel kernel;
  {
    auto module =
        std::make_shared<const Module>(device(), compile({.source = scale_source}, device()));
    const Kernel original = module->kernel("ns::scale");
    kernel = kernel_from_native(device(), native(original),
                                {.name = original.info().name,
                                 .parameter_bytes = {{8, 4}},
                                 .parameter_types = {{"float*", "float"}},
                                 .owner = module});
    EXPECT_NE(kernel.id(), original.id());
  }
  EXPECT_EQ(kernel.name(), "ns::scale");
  expect_scaled(kernel);  // the owner keeps the module
  expect_types_checked(kernel);
  const Stream stream(device());
  const Buffer<int> wrong(device(), 2);
  EXPECT_EQ(error_of([&] {
              launch(stream, kernel, {{1}, {2}}, wrong);
            }).code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { (void)kernel_from_native(device(), nullptr); }).code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] {
              (void)kernel_from_native(device(), native(kernel),
                                       {.parameter_bytes = {{8}}, .parameter_types = {{}}});
            }).code(),
            ErrorCode::invalid_argument);
}

/// Stands for the host function of a kernel in this test, and for the vendor's runtime.
void scale_stub(float*, float) {}
NativeFunction scale_function{};
enum class QueryStatus { success = 0, invalid_function = 98 };
QueryStatus find_function(NativeFunction* function, const void* stub) {
  if (stub != reinterpret_cast<const void*>(&scale_stub)) return QueryStatus::invalid_function;
  *function = scale_function;
  return QueryStatus::success;
}

TEST_F(NativeTest, AHostFunctionStandsForItsKernel) {
  const Kernel original = make_kernel(device(), scale_source, "ns::scale");
  scale_function = native(original);
  const Kernel kernel = kernel_from_host_stub(device(), &scale_stub, &find_function);
  EXPECT_EQ(native(kernel), native(original));
  EXPECT_THAT(kernel.info().parameter_bytes, testing::Optional(testing::ElementsAre(8, 4)));
  expect_scaled(kernel);
  expect_types_checked(kernel);
}

TEST_F(NativeTest, AHostFunctionOfNoKernelIsAnError) {
  void (*const none)(int*) = nullptr;
  EXPECT_EQ(error_of([&] { (void)kernel_from_host_stub(device(), none, &find_function); }).code(),
            ErrorCode::invalid_argument);
  void (*const other)(int) = [](int) {};
  const Error unknown =
      error_of([&] { (void)kernel_from_host_stub(device(), other, &find_function); });
  EXPECT_EQ(unknown.code(), ErrorCode::unknown_kernel);
  EXPECT_THAT(unknown.what(), testing::HasSubstr("98"));
  // This program is linked with no runtime of a vendor's compiler.
  const Error missing = error_of([&] { (void)kernel_from_host_stub(device(), &scale_stub); });
  EXPECT_EQ(missing.code(), ErrorCode::not_supported);
  EXPECT_THAT(missing.what(), testing::HasSubstr(backend_name() == std::string("CPU")
                                                     ? "the CPU backend"
                                                     : "GetFuncBySymbol is not found"));
}

TEST_F(NativeTest, AModuleOfOthersHasKernels) {
  const Code code = compile({.source = scale_source, .kernels = {"ns::scale"}}, device());
  const Module owner(device(), code);
  const Module known = module_from_native(device(), native(owner), code.bytes);
  EXPECT_THAT(known.kernel_names(), testing::ElementsAre("ns::scale"));
  expect_scaled(known.kernel("ns::scale"));
  const Module unknown = module_from_native(device(), native(owner));
  expect_scaled(unknown.kernel(code.lowered_names.at("ns::scale")));
  EXPECT_EQ(error_of([&] { (void)unknown.kernel("absent"); }).code(), ErrorCode::unknown_kernel);
  EXPECT_EQ(error_of([&] { (void)module_from_native(device(), nullptr); }).code(),
            ErrorCode::invalid_argument);
}

Kernel double_and_add(const Device& device) {
  return make_kernel(
      device, "__global__ void k(int* x, int n) { x[threadIdx.x] = 2 * x[threadIdx.x] + n; }", "k");
}

TEST_F(NativeTest, AGraphOfOthersIsAChild) {
  const Stream stream(device());
  const Kernel kernel = double_and_add(device());
  const Buffer<int> x(device(), 4);
  fill(stream, x, 1);
  Graph inner(device());
  inner.launch({inner.launch({}, kernel, {{1}, {4}}, x, 1)}, kernel, {{1}, {4}}, x, 2);
  const GraphExec owner(inner);
  EXPECT_NE(native(owner), nullptr);
  EXPECT_NE(native(owner, GraphNode{0}), native(owner, GraphNode{1}));
  EXPECT_EQ(error_of([&] { (void)native(owner, GraphNode{2}); }).code(),
            ErrorCode::invalid_argument);

  const Graph foreign = graph_from_native(device(), native_graph(owner));
  Graph outer(device());
  outer.launch({outer.child({}, foreign)}, kernel, {{1}, {4}}, x, 3);
  GraphExec(outer).launch(stream);
  std::vector<int> host(4);
  copy(stream, host, x);
  stream.synchronize();
  EXPECT_THAT(host, testing::Each(((1 * 2 + 1) * 2 + 2) * 2 + 3));
  GraphExec(foreign).launch(stream);  // also alone
  copy(stream, host, x);
  stream.synchronize();
  EXPECT_THAT(host, testing::Each((19 * 2 + 1) * 2 + 2));
  EXPECT_EQ(error_of([&] { (void)graph_from_native(device(), nullptr); }).code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { (void)native(GraphExec()); }).code(), ErrorCode::invalid_handle);
}

TEST_F(NativeTest, GraphsOfOthersRecurInEncoders) {
  const Stream stream(device());
  const Kernel kernel = double_and_add(device());
  const Buffer<int> x(device(), 4);
  CommandEncoder encoder(stream, {.graphs = true});
  const auto run = [&](int n, bool is_nested) {
    Graph inner(device());
    inner.launch({inner.launch({}, kernel, {{1}, {4}}, x, n)}, kernel, {{1}, {4}}, x, 2);
    Graph graph = graph_from_native(device(), native_graph(GraphExec(inner)));
    if (is_nested) graph = graph_from_native(device(), native_graph(GraphExec(graph)));
    encoder.fill(x, n);
    encoder.launch(kernel, {{1}, {4}}, x, 1);
    encoder.graph(graph, {inout(x)});
    encoder.launch(kernel, {{1}, {4}}, x, 3);
    encoder.synchronize();
    std::vector<int> host(4);
    copy(stream, host, x);
    stream.synchronize();
    EXPECT_THAT(host, testing::Each((((n * 2 + 1) * 2 + n) * 2 + 2) * 2 + 3)) << n;
  };
  for (int n = 0; n < 10; ++n) run(n, false);
  EXPECT_EQ(encoder.counters().instantiations, 1u);
  EXPECT_EQ(encoder.counters().reuses, 8u);
  for (int n = 0; n < 10; ++n) run(n, true);
  EXPECT_EQ(encoder.counters().instantiations, 2u) << "a graph in a graph is another structure";
  EXPECT_EQ(encoder.counters().reuses, 16u);
}

TEST_F(NativeTest, TypesHaveTheNamesThatLaunchesCheck) {
  EXPECT_EQ(detail::readable_type(typeid(const float*).name()), "float const*");
  EXPECT_EQ(detail::readable_type(typeid(unsigned).name()), "unsigned int");
}

TEST_F(NativeTest, ASlotMakesOneObjectForADevice) {
  struct Handle {
    Handle(std::vector<std::string>& written, std::string label)
        : log(written), name(std::move(label)) {}
    Handle(const Handle&) = delete;
    ~Handle() { log.push_back(name); }
    std::vector<std::string>& log;
    std::string name;
  };
  std::vector<std::string> log;
  std::atomic<int> made{0};
  {
    const DeviceSlot<Handle> workspace([&](const Device&) { return Handle(log, "workspace"); });
    const DeviceSlot<Handle> handle([&](const Device& owner) {
      if (++made == 1) throw std::runtime_error("first");
      (void)workspace.get(owner);
      return Handle(log, "handle");
    });
    EXPECT_THROW((void)handle.get(device()), std::runtime_error);
    std::vector<std::jthread> threads;
    std::array<const Handle*, 4> found{};
    for (const Handle*& one : found) {
      threads.emplace_back([&] { one = &handle.get(device()); });
    }
    threads.clear();
    EXPECT_THAT(found, testing::Each(&handle.get(device())));
    EXPECT_EQ(made, 2);
    EXPECT_THAT(log, testing::IsEmpty());
  }
  EXPECT_THAT(log, testing::ElementsAre("handle", "workspace"));
}

TEST_F(NativeTest, ASlotHasAnObjectForEachDevice) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  struct Handle {
    Handle(const Device& owner, std::vector<int>& written)
        : device(owner), log(written), memory(owner, 16) {}
    Handle(const Handle&) = delete;
    ~Handle() { log.push_back(device.ordinal()); }
    Device device;
    std::vector<int>& log;
    Buffer<int> memory;  // its end needs the device
  };
  const Device first(0), second(1);
  for (const bool is_reversed : {false, true}) {
    std::vector<int> made, log;
    {
      const DeviceSlot<Handle> slot([&](const Device& owner) {
        made.push_back(owner.ordinal());
        return Handle(owner, log);
      });
      const Handle& one = slot.get(is_reversed ? second : first);
      const Handle& other = slot.get(is_reversed ? first : second);
      EXPECT_NE(&one, &other);
      for (const Device& owner : {first, second, first}) {
        const Handle& found = slot.get(owner);
        EXPECT_EQ(&found, one.device == owner ? &one : &other);
        EXPECT_EQ(found.device, owner);
        const Stream stream(owner);
        fill(stream, found.memory, owner.ordinal());
        EXPECT_THAT(read(stream, found.memory), testing::Each(owner.ordinal()));
      }
      EXPECT_THAT(made, is_reversed ? testing::ElementsAre(1, 0) : testing::ElementsAre(0, 1));
      EXPECT_THAT(log, testing::IsEmpty());
    }
    EXPECT_THAT(log, is_reversed ? testing::ElementsAre(0, 1) : testing::ElementsAre(1, 0))
        << "the last one made is destroyed first";
  }
}

TEST_F(NativeTest, ASlotThatAsksForItselfIsAnError) {
  const DeviceSlot<int>* self = nullptr;
  const DeviceSlot<int> slot([&](const Device& owner) { return self->get(owner); });
  self = &slot;
  EXPECT_EQ(error_of([&] { (void)slot.get(device()); }).code(), ErrorCode::invalid_argument);
}

using NativeDeathTest = NativeTest;

TEST_F(NativeDeathTest, AnObjectOfASlotIsDestroyedAtTheEndOfTheProcess) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";  // a driver does not survive a fork
  EXPECT_EXIT(
      {
        struct Said {
          ~Said() { std::fputs("destroyed\n", stderr); }
        };
        static DeviceSlot<Said>& slot = *new DeviceSlot<Said>([](const Device&) { return Said(); });
        (void)slot.get(Device(0));
        std::exit(0);
      },
      testing::ExitedWithCode(0), "destroyed");
}

TEST_F(NativeTest, DevicesShareOneContext) { EXPECT_EQ(native(Device(0)), native(device())); }

}  // namespace
}  // namespace duet::test
