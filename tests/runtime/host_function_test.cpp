// What a host function of a stream may not do, and what its end must not wait for.

#include <chrono>
#include <functional>
#include <memory>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using namespace std::chrono_literals;

/// An object of duet, made by a function.
using Make = std::shared_ptr<void> (*)(const Device&);

class HostFunctionOwnerTest : public DeviceTest, public testing::WithParamInterface<Make> {};

/// The last owner of an object may be a function that the stream calls, and that keeps the object
/// alive until then.
TEST_P(HostFunctionOwnerTest, TheFunctionMayBeTheLastOwner) {
  const Stream stream(device());
  std::shared_ptr<void> object = GetParam()(device());
  stream.launch_host_function([object] {});
  object.reset();
  ASSERT_TRUE(stream.wait_for(30s));
  device().synchronize();
  const Buffer<int> x(device(), 1);  // frees, so that what is left is destroyed
}

TEST_P(HostFunctionOwnerTest, TheFunctionMayDestroyIt) {
  const Stream stream(device());
  std::shared_ptr<void> object = GetParam()(device());
  stream.launch_host_function([&] { object.reset(); });
  ASSERT_TRUE(stream.wait_for(30s));
  EXPECT_EQ(object, nullptr);
  device().synchronize();
}

template <typename T, typename... Values>
std::shared_ptr<void> make(Values&&... values) {
  return std::make_shared<T>(std::forward<Values>(values)...);
}

std::shared_ptr<void> make_pinned(const Device& device) {
  return make<HostBuffer<int>>(HostBuffer<int>::pinned(device, 9));
}
std::shared_ptr<void> make_module(const Device& device) {
  return make<Module>(device, compile({.source = "__global__ void k() {}"}, device));
}
std::shared_ptr<void> make_graph(const Device& device) {
  Graph graph(device);
  graph.empty({});
  return make<GraphExec>(graph);
}
std::shared_ptr<void> make_buffer(const Device& device) { return make<Buffer<int>>(device, 100u); }
std::shared_ptr<void> make_pool(const Device& device) { return make<MemoryPool>(device); }
std::shared_ptr<void> make_event(const Device& device) { return make<Event>(device); }
std::shared_ptr<void> make_stream(const Device& device) { return make<Stream>(device); }
constexpr const char* made[] = {"DeviceMemory", "PinnedMemory", "Pool", "Event",
                                "Stream",       "Module",       "Graph"};

INSTANTIATE_TEST_SUITE_P(, HostFunctionOwnerTest,
                         testing::Values(make_buffer, make_pinned, make_pool, make_event,
                                         make_stream, make_module, make_graph),
                         [](const auto& test) { return made[test.index]; });

using HostFunctionTest = DeviceTest;

TEST_F(HostFunctionTest, CopiesThatWaitAreRefused) {
  const Stream stream(device());
  const Buffer<int> x(device(), std::vector<int>{7});
  std::vector<ErrorCode> codes;
  const auto attempt = [&](const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      codes.push_back(error.code());
    }
  };
  stream.launch_host_function([&] {
    std::vector<int> host(1);
    attempt([&] { copy(device(), host, x); });
    attempt([&] { (void)x.to_vector(stream); });
    attempt([&] { copy(device(), x, host); });
  });
  ASSERT_TRUE(stream.wait_for(30s));
  EXPECT_EQ(codes, std::vector<ErrorCode>(3, ErrorCode::invalid_argument));
  EXPECT_EQ(x.to_vector(stream), std::vector<int>{7});
}

TEST_F(HostFunctionTest, WaitsWithATimeAreRefused) {
  const Stream stream(device());
  const Event event(device());
  const Fence fence(device());
  std::vector<ErrorCode> codes;
  const auto attempt = [&](const auto& wait) {
    try {
      (void)wait();
    } catch (const Error& error) {
      codes.push_back(error.code());
    }
  };
  stream.launch_host_function([&] {
    attempt([&] { return stream.wait_for(1ms); });
    attempt([&] { return event.wait_for(1ms); });
    attempt([&] { return fence.wait_for(1, 1ms); });
  });
  event.record(stream);
  ASSERT_TRUE(stream.wait_for(30s));
  EXPECT_EQ(codes, std::vector<ErrorCode>(3, ErrorCode::invalid_argument));
}

}  // namespace
}  // namespace duet::test
