// Launches with the addresses of the arguments, whose sizes the code tells.

#include <array>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::Each;
using testing::HasSubstr;

class AddressListTest : public DeviceTest {
 protected:
  struct Pair {
    double a;
    char b;
  };

  /// Parameters of many sizes: y = a + b + pair.a + pair.b.
  static const Kernel& mixed() {
    static const Kernel kernel = make_kernel(Device(0), R"(
      struct Pair { double a; char b; };
      extern "C" __global__ void mixed(char a, Pair pair, float* y, short b) {
        y[threadIdx.x] = (float)(a + b + pair.a + pair.b);
      })",
                                             "mixed");
    return kernel;
  }

  /// The addresses of mixed()'s arguments.
  struct Values {
    char a = 1;
    Pair pair{0.5, 2};
    float* y = nullptr;
    short b = 3;
    std::vector<void*> addresses() { return {&a, &pair, &y, &b}; }
  };
  static constexpr float expected = 6.5f;
  static LaunchShape one() { return {{1}, {32}}; }
};

TEST_F(AddressListTest, StreamsTakeSpansVectorsAndArrays) {
  const Stream stream(device());
  const Buffer<float> y(device(), 32);
  Values values;
  values.y = y.data();
  const std::vector<void*> addresses = values.addresses();
  void* array[] = {&values.a, &values.pair, &values.y, &values.b};
  const auto expect_result = [&] {
    EXPECT_THAT(read(stream, y), Each(expected));
    fill(stream, y, 0.0f);
  };
  launch(stream, mixed(), one(), std::span<void* const>(addresses));
  expect_result();
  launch(stream, mixed(), one(), std::span<void*>(array));
  expect_result();
  launch(stream, mixed(), one(), addresses);
  expect_result();
  launch(stream, mixed(), one(), array);
  expect_result();
}

TEST_F(AddressListTest, GraphsCopyTheValues) {
  const Stream stream(device());
  const Buffer<float> y(device(), 32);
  Values values;
  values.y = y.data();
  Graph graph(device());
  graph.launch({}, mixed(), one(), values.addresses());
  values = {};
  const GraphExec exec(graph);
  exec.launch(stream);
  EXPECT_THAT(read(stream, y), Each(expected));
}

TEST_F(AddressListTest, EncodersOrderByTheGivenAccesses) {
  const Stream stream(device());
  for (const bool graphs : {false, true}) {
    CommandEncoder encoder(stream, {.graphs = graphs});
    const Buffer<float> x(device(), 32), y(device(), 32);
    for (int round = 0; round < 3; ++round) {
      Values values;
      values.y = x.data();
      encoder.launch(mixed(), one(), {out(x)}, values.addresses());
      values.y = y.data();
      values.a = static_cast<char>(round);
      const std::vector<Access> written{out(y)};
      encoder.launch(mixed(), one(), written, std::span<void* const>(values.addresses()));
      encoder.copy(x, y);
      values = {};
      const std::vector<GraphNodeInfo> nodes = encoder.pending_nodes();
      ASSERT_EQ(nodes.size(), 3u);
      EXPECT_TRUE(nodes[1].after.empty());
      EXPECT_EQ(nodes[2].after, (std::vector<GraphNode>{{0}, {1}}));
      encoder.synchronize();
      EXPECT_THAT(read(stream, x), Each(expected - 1 + static_cast<float>(round)));
    }
  }
}

TEST_F(AddressListTest, WrongListsAreRefused) {
  const Stream stream(device());
  CommandEncoder encoder(stream);
  Graph graph(device());
  const Buffer<float> y(device(), 32);
  fill(stream, y, 7.0f);
  Values values;
  values.y = y.data();
  std::vector<void*> addresses = values.addresses();
  const auto expect_refused = [&](const char* reason) {
    for (const Error& error :
         {error_of([&] { launch(stream, mixed(), one(), addresses); }),
          error_of([&] { graph.launch({}, mixed(), one(), addresses); }),
          error_of([&] { encoder.launch(mixed(), one(), {inout(y)}, addresses); })}) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("mixed"), HasSubstr(reason)));
    }
  };
  addresses[2] = nullptr;
  expect_refused("the address of argument 2 (counting from 0) is null");
  addresses.pop_back();
  expect_refused("3 arguments were given, the kernel takes 4");
  addresses.clear();
  expect_refused("0 arguments were given, the kernel takes 4");
  EXPECT_EQ(graph.size(), 0u);
  EXPECT_EQ(encoder.pending(), 0u);
  EXPECT_THAT(read(stream, y), Each(7.0f));
}

TEST_F(AddressListTest, AnEmptyListIsForKernelsWithoutParameters) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), "__global__ void nothing() {}", "nothing");
  launch(stream, kernel, one(), std::span<void* const>());
  stream.synchronize();
}

TEST_F(AddressListTest, AStdArrayIsAnArgument) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    struct Two { float* p[2]; };
    __global__ void both(Two two) { two.p[0][threadIdx.x] = two.p[1][threadIdx.x]; })",
                                    "both");
  const Buffer<float> x(device(), 32), y(device(), 32);
  fill(stream, x, 4.0f);
  launch(stream, kernel, one(), std::array<void*, 2>{y.data(), x.data()});
  EXPECT_THAT(read(stream, y), Each(4.0f));
}

}  // namespace
}  // namespace duet::test
