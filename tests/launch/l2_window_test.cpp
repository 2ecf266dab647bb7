#include <cmath>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

constexpr int count = 1000;

/// Launches that add 1 to each element, with a window over the elements.
class L2WindowTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    kernel_ = make_kernel(device(),
                          "__global__ void more(int* x, int n) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  if (i < n) x[i] += 1; }",
                          "more");
    x_ = Buffer<int>(device(), std::vector<int>(count, 0));
  }
  LaunchShape shape() const {
    LaunchShape made = cover(count);
    made.l2_window = L2Window{.data = x_.data(), .bytes = x_.size_bytes()};
    return made;
  }
  std::string refused(const L2Window& window) const {
    LaunchShape wrong = cover(count);
    wrong.l2_window = window;
    const Error error = error_of([&] { launch(Stream(device()), kernel_, wrong, x_, count); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  void expect_each(int value) const {
    EXPECT_EQ(read(Stream(device()), x_), std::vector<int>(count, value));
  }

  Kernel kernel_;
  Buffer<int> x_;
};

TEST_F(L2WindowTest, LaunchesGiveTheSameResult) {
  const Stream stream(device());
  LaunchShape special = shape();
  launch(stream, kernel_, special, x_, count);
  special.programmatic = true;
  launch(stream, kernel_, special, x_, count);
  special.l2_window->hit = L2Access::streaming;
  special.l2_window->miss = L2Access::normal;
  special.l2_window->hit_ratio = 0.5F;
  launch(stream, kernel_, special, x_, count);
  stream.synchronize();
  device().reset_persisting_l2();
  expect_each(3);
}

TEST_F(L2WindowTest, EncodersAndGraphsGiveTheSameResult) {
  const Stream stream(device());
  CommandEncoder encoder(stream);
  for (int i = 0; i < 3; ++i) {
    LaunchShape changed = shape();
    if (i == 2) changed.l2_window->hit_ratio = 0.25F;
    encoder.launch(kernel_, changed, x_, count);
    encoder.launch(kernel_, cover(count), x_, count);
    encoder.commit();
  }
  encoder.synchronize();
  expect_each(6);
  if (!device().info().graph_launch) return;
  Graph graph(device());
  graph.launch({}, kernel_, shape(), x_, count);
  const GraphExec executable(graph);
  executable.launch(stream);
  stream.synchronize();
  expect_each(7);
}

TEST_F(L2WindowTest, PreparedLaunchesGiveTheSameResult) {
  const Stream stream(device());
  PreparedLaunch prepared(kernel_, shape(), x_, count);
  for (int i = 0; i < 3; ++i) prepared.launch(stream);
  stream.synchronize();
  expect_each(3);
}

TEST_F(L2WindowTest, WrongWindowsAreNamed) {
  EXPECT_THAT(refused({.data = nullptr, .bytes = 64}), HasSubstr("address is null"));
  EXPECT_THAT(refused({.data = x_.data(), .bytes = 0}), HasSubstr("0 bytes"));
  for (const float ratio : {-0.1F, 1.5F, std::nanf("")}) {
    EXPECT_THAT(refused({.data = x_.data(), .bytes = 64, .hit_ratio = ratio}),
                HasSubstr("from 0 to 1"));
  }
  EXPECT_THAT(refused({.data = x_.data(), .bytes = 64, .miss = L2Access::persisting}),
              HasSubstr("cannot persist"));
  if (const std::size_t most = device().info().max_l2_window; most != 0) {
    EXPECT_THAT(refused({.data = x_.data(), .bytes = most + 1}), HasSubstr("takes at most"));
  }
}

TEST_F(L2WindowTest, TheLimitIsSetWhereThereAreWindows) {
  const std::size_t most = device().info().max_persisting_l2;
  if (device().info().max_l2_window == 0) {
    EXPECT_EQ(most, 0u);
    const Error error = error_of([] { device().set_limit(DeviceLimit::persisting_l2, 1 << 16); });
    EXPECT_EQ(error.code(), ErrorCode::not_supported);
    EXPECT_THAT(error.what(), HasSubstr("'persisting_l2'"));
    return;
  }
  const std::size_t before = device().limit(DeviceLimit::persisting_l2);
  device().set_limit(DeviceLimit::persisting_l2, most);
  EXPECT_GE(device().limit(DeviceLimit::persisting_l2), most / 2);
  launch(Stream(device()), kernel_, shape(), x_, count);
  device().synchronize();
  device().set_limit(DeviceLimit::persisting_l2, 0);
  EXPECT_EQ(device().limit(DeviceLimit::persisting_l2), 0u);
  device().set_limit(DeviceLimit::persisting_l2, before);
  expect_each(1);
}

}  // namespace
}  // namespace duet::test
