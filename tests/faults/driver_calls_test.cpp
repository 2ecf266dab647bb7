// Which calls of the driver are made, and that those of other code work on duet's handles.
#include <duet/native.hpp>

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "call_faults.hpp"
#include "ground.hpp"

namespace duet::test {
namespace {

class DriverCallsTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped()) (void)CallFaults::instance();
  }

  static std::uint64_t calls(const std::string& row) { return CallFaults::instance().calls()[row]; }
  /// All calls of the driver so far.
  static std::uint64_t all_calls() {
    std::uint64_t sum = 0;
    for (const CallFaults::Row* const row : CallFaults::instance().rows()) {
      if (row->table == CallFaults::Table::driver) sum += row->calls.load();
    }
    return sum;
  }
  static const Code& code() {
    static const Code compiled = compile(
        {.source = "extern \"C\" __global__ void twice(int* x) { x[threadIdx.x] *= 2; }\n"
                   "namespace a { __global__ void thrice(int* x) { x[threadIdx.x] *= 3; } }\n",
         .kernels = {"a::thrice"}},
        device());
    return compiled;
  }
  /// Loads the code as other code would do.
  static NativeModule loaded() {
    make_current(device());
    const std::vector<std::byte> image = vendor::loadable(code().bytes, code().architecture);
    NativeModule module{};
    EXPECT_EQ(driver_table().module_load(&module, image.data(), 0, nullptr, nullptr),
              vendor::success);
    return module;
  }
};

TEST_F(DriverCallsTest, LookUpsOfKernelsAreRemembered) {
  const Module module(device(), code());
  const std::uint64_t before = calls("module_function");
  const Kernel first = module.kernel("twice");
  EXPECT_EQ(calls("module_function"), before + 1);
  const std::uint64_t all = all_calls();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(module.kernel("twice"), first);
  EXPECT_EQ(all_calls(), all);
  const Kernel other = module.kernel("a::thrice");
  EXPECT_EQ(calls("module_function"), before + 2);
  // Another name of the same kernel.
  for (const char* const name : {"::a::thrice", "&a::thrice"})
    EXPECT_EQ(module.kernel(name), other);
  EXPECT_EQ(calls("module_function"), before + 2);
}

TEST_F(DriverCallsTest, CapturesThatCannotBeChildrenRunBetweenGraphs) {
  if (!device().info().stream_capture) GTEST_SKIP() << "the driver does not capture launches";
  const Ground ground;
  (void)step();
  CommandEncoder encoder(ground.stream, {.graphs = true});
  const auto run = [&] {
    ground.reset();
    for (int i = 0; i < 8; ++i) {
      if (i != 4) {
        encoder.launch(step(), Ground::one(), inout(ground.x), 2, i);
      } else {
        encoder.capture({inout(ground.x)}, [&](StreamRef stream) {
          launch(stream, step(), Ground::one(), ground.x, 2, i);
        });
      }
    }
    encoder.synchronize();
    return ground.content();
  };
  const std::vector<std::byte> expected = run();
  CallFaults::instance().start({.status = static_cast<int>(CallFaults::driver_statuses(false)[0]),
                                .extent = CallFaults::Extent::rest,
                                .row = "graph_add_child"});
  for (int i = 0; i < 8; ++i) EXPECT_EQ(run(), expected);
  EXPECT_EQ(CallFaults::instance().stop(), 2u) << "the driver is not asked again and again";
  const EncoderCounters counters = encoder.counters();
  EXPECT_EQ(counters.batches, 1u + 8 * 3);
  EXPECT_EQ(counters.direct_failed, 0u);
  EXPECT_GE(counters.reuses, 6u * 3);
}

TEST_F(DriverCallsTest, OnlyTheThreadThatBeganACaptureEndsItLater) {
  if (!device().info().stream_capture) GTEST_SKIP() << "the driver does not capture launches";
  const Stream stream(device());
  StreamCapture capture(stream);
  CallFaults::instance().start({.status = static_cast<int>(CallFaults::driver_statuses(false)[0]),
                                .extent = CallFaults::Extent::rest,
                                .row = "stream_end_capture"});
  EXPECT_THROW((void)capture.finish(), Error);
  (void)CallFaults::instance().stop();
  const std::uint64_t before = calls("stream_end_capture");
  std::thread([] { (void)Event(device()); }).join();
  EXPECT_EQ(calls("stream_end_capture"), before) << "drivers refuse that";
  (void)Event(device());
  EXPECT_EQ(calls("stream_end_capture"), before + 1);
  stream.synchronize();
}

TEST_F(DriverCallsTest, BestBlocksAreRemembered) {
  const Module module(device(), code());
  const Kernel kernel = module.kernel("twice");
  const BestBlock first = best_block(kernel);
  const BestBlock with_shared = best_block(kernel, 1024);
  const int resident = active_blocks(kernel, 64);
  const std::uint64_t all = all_calls();
  for (int i = 0; i < 10; ++i) {
    const BestBlock again = best_block(module.kernel("twice"));
    EXPECT_EQ(again.threads, first.threads);
    EXPECT_EQ(again.blocks, first.blocks);
    EXPECT_EQ(best_block(kernel, 1024).threads, with_shared.threads);
    EXPECT_EQ(active_blocks(kernel, 64), resident);
  }
  EXPECT_EQ(all_calls(), all);
}

TEST_F(DriverCallsTest, AnAdoptedModuleIsUnloadedWithItsLastHandle) {
  const Ground ground;
  const std::uint64_t before = calls("module_unload");
  const std::int64_t modules = CallFaults::instance().handles()["module"];
  std::optional<Kernel> kernel;
  {
    const Module module = adopt_module(device(), loaded(), code().bytes);
    EXPECT_THAT(module.kernel_names(), testing::ElementsAre("a::thrice", "twice"));
    kernel = module.kernel("twice");
  }
  EXPECT_EQ(calls("module_unload"), before) << "a kernel of it exists";
  {
    const Module own(device(), code());
    launch(ground.stream, own.kernel("twice"), Ground::one(), ground.x);
  }
  const std::vector<std::byte> expected = ground.content();
  ground.reset();
  launch(ground.stream, *kernel, Ground::one(), ground.x);
  EXPECT_EQ(ground.content(), expected);
  kernel.reset();
  EXPECT_EQ(calls("module_unload"), before + 2);
  EXPECT_EQ(CallFaults::instance().handles()["module"], modules);
}

TEST_F(DriverCallsTest, AModuleOfOthersIsNotUnloaded) {
  const NativeModule handle = loaded();
  const std::uint64_t before = calls("module_unload");
  const auto owner = std::make_shared<int>();
  {
    const Module module = module_from_native(device(), handle, code().bytes, owner);
    EXPECT_EQ(native(module), handle);
    (void)module.kernel("twice");
    EXPECT_EQ(owner.use_count(), 2);
  }
  EXPECT_EQ(owner.use_count(), 1);
  EXPECT_EQ(calls("module_unload"), before);
  EXPECT_EQ(driver_table().module_unload(handle), vendor::success);
}

TEST_F(DriverCallsTest, ANativeNodeHasTheParametersOfItsLaunch) {
  const Ground ground;
  // Some drivers of tests run no kernels: the results are compared with those of launches.
  const auto launched = [&](int factor, int n) {
    ground.reset();
    launch(ground.stream, step(), Ground::one(), ground.x, factor, n);
    std::vector<std::byte> content = ground.content();
    ground.reset();
    return content;
  };
  Graph graph(device());
  const GraphNode empty = graph.empty({});
  const GraphNode node = graph.launch({empty}, step(), Ground::one(), ground.x, 1, 0);
  GraphExec exec(graph);
  const NativeGraphNode handle = native(exec, node);

  // Read: the kernel, where the driver tells it.
  const void* const kernel = vendor::kernel_of(handle);
  if (kernel != nullptr) {
    EXPECT_EQ(kernel, static_cast<const void*>(native(step())));
  }
  vendor::GraphNodeType type{};
  ASSERT_EQ(driver_table().graph_node_type(handle, &type), vendor::success);
  EXPECT_EQ(vendor::describe(type), "kernel");

  // Set: later launches use them.
  void* x = ground.x.data();
  int factor = 5, n = 7;
  void* values[] = {&x, &factor, &n};
  const LaunchShape shape = Ground::one();
  const vendor::KernelNodeParameters parameters =
      vendor::parameters({native(step()), shape.grid, shape.block, 0, values});
  ASSERT_EQ(driver_table().graph_set_kernel(native(exec), handle, &parameters), vendor::success);
  const std::vector<std::byte> expected = launched(5, 7);
  exec.launch(ground.stream);
  EXPECT_EQ(ground.content(), expected);

  // GraphExec does not know of it, and sets what differs from its own last parameters.
  EXPECT_EQ(exec.set_arguments(node, ground.x, 1, 0), GraphUpdate::nothing);
  EXPECT_EQ(exec.set_arguments(node, ground.x, 5, 6), GraphUpdate::in_place);
  const std::vector<std::byte> changed = launched(5, 6);
  exec.launch(ground.stream);
  EXPECT_EQ(ground.content(), changed);
}

}  // namespace
}  // namespace duet::test
