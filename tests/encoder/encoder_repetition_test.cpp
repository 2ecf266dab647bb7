// Batches with the same beginning as the batch before.

#include <random>

#include "encoder_test.hpp"

namespace duet::test {
namespace {

class EncoderRepetitionTest : public EncoderTest {
 protected:
  static constexpr std::size_t size = 64;

  void SetUp() override {
    EncoderTest::SetUp();
    if (IsSkipped()) return;
    kernel_ = make_kernel(device(), "__global__ void k(const int*, const int*) {}", "k");
    for (Buffer<int>& buffer : buffers_) buffer = Buffer<int>(device(), size);
  }

  /// Adds the operation with this number. Most are launches.
  void add(CommandEncoder& encoder, unsigned number) {
    std::minstd_rand random(number + 1);
    const auto below = [&](std::size_t end) { return random() % end; };
    const auto part = [&] {
      const std::size_t first = below(4) * 16;
      return buffers_[below(buffers_.size())].subspan(first, 16 + below(2) * (size - 16 - first));
    };
    const auto a = part(), b = part();
    switch (below(12)) {
      case 0: return encoder.fill(a, 1);
      case 1: return encoder.copy(buffers_[0].subspan(0, 8), buffers_[1].subspan(below(56), 8));
      case 2: return encoder.launch_host_function([] {}, {in(a), out(b)});
      case 3:
        if (below(6) == 0) return encoder.launch_host_function([] {});
        [[fallthrough]];
      case 4:
        if (below(3) == 0) {
          const auto group = encoder.concurrent();
          encoder.launch(kernel_, one(), in(a), out(b));
          encoder.launch(kernel_, one(), in(b), out(a));
          return;
        }
        [[fallthrough]];
      case 5: return encoder.launch(kernel_, one(), out(a), out(b));
      default: return encoder.launch(kernel_, one(), in(a), out(b));
    }
  }
  void add(CommandEncoder& encoder, const std::vector<unsigned>& numbers) {
    for (const unsigned number : numbers) add(encoder, number);
  }

  Kernel kernel_{};
  std::array<Buffer<int>, 3> buffers_{};
};

INSTANTIATE_TEST_SUITE_P(, EncoderRepetitionTest, testing::Values(false));

TEST_P(EncoderRepetitionTest, OrderEqualsThatOfANewEncoder) {
  std::mt19937 random(7);
  const auto operation = [&] { return static_cast<unsigned>(random() % 1000); };
  const Stream stream(device());
  CommandEncoder old(stream, options());
  std::vector<unsigned> numbers(30);
  for (unsigned& number : numbers) number = operation();
  add(old, numbers);
  for (int round = 0; round < 100; ++round) {
    old.commit();
    // The same batch again, or a part of it, with other operations after it.
    numbers.resize(random() % (numbers.size() + 1));
    const std::size_t more = random() % 20;
    for (std::size_t i = 0; i < more; ++i) numbers.push_back(operation());
    add(old, numbers);
    CommandEncoder fresh(stream, options());
    add(fresh, numbers);
    ASSERT_EQ(edges(old), edges(fresh)) << "round " << round;
    if (round % 3 == 0) {
      old.commit();
      add(old, numbers);
      ASSERT_EQ(edges(old), edges(fresh)) << "again after round " << round;
    }
  }
  old.synchronize();
}

TEST_P(EncoderRepetitionTest, AnotherAccessToTheSameMemoryIsNoRepetition) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const auto& [a, b, c] = buffers_;
  encoder.launch(kernel_, one(), in(a), in(b));
  encoder.launch(kernel_, one(), in(a), in(b));
  encoder.commit();
  encoder.launch(kernel_, one(), in(a), in(b));
  encoder.launch(kernel_, one(), in(a), out(b));
  EXPECT_EQ(edges(encoder), (std::vector<std::vector<unsigned>>{{}, {0}}));
  encoder.commit();
  encoder.launch(kernel_, one(), in(a), in(b));
  encoder.launch(kernel_, one(), in(a), out(c));
  encoder.launch(kernel_, one(), in(a), out(b.subspan(0, 1)));
  encoder.launch(kernel_, one(), in(a), untracked(b.data()));
  EXPECT_EQ(edges(encoder), (std::vector<std::vector<unsigned>>{{}, {}, {0}, {}}));
}

TEST_P(EncoderRepetitionTest, AnotherKernelOrShapeIsNoRepetition) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const LaunchShape two{{2}, {1}};
  const auto texts = [&] {
    std::vector<std::string> all;
    for (const GraphNodeInfo& node : encoder.pending_nodes()) all.push_back(node.text);
    return all;
  };
  const auto add = [&](const Kernel& kernel, const LaunchShape& shape) {
    encoder.launch(kernel, shape, in(buffers_[0]), out(buffers_[1]));
  };
  add(kernel_, one());
  const std::string with_one = texts().front();
  add(kernel_, two);
  const std::string with_two = texts().back();
  encoder.commit();
  add(kernel_, one());
  add(kernel_, one());
  EXPECT_EQ(texts(), (std::vector{with_one, with_one}));
  encoder.commit();
  {
    const Kernel other = make_kernel(device(), "__global__ void j(const int*, const int*) {}", "j");
    add(kernel_, one());
    add(other, one());
    add(kernel_, two);
    EXPECT_EQ(texts(), (std::vector{with_one, "j" + with_one.substr(1), with_two}));
    encoder.commit();
  }
  add(kernel_, one());
  const auto too_large = static_cast<unsigned>(kernel_.info().max_threads.value_or(1 << 20)) + 1;
  EXPECT_THROW(add(kernel_, {{1}, {too_large}}), Error);
  EXPECT_THROW(add(kernel_, {{1}, {1}, std::size_t{1} << 32}), Error);
  EXPECT_EQ(texts(), std::vector{with_one});
  encoder.synchronize();
}

TEST_P(EncoderRepetitionTest, TheStrictModeChecksRepeatedLaunches) {
  if (device().info().pageable_memory_access) GTEST_SKIP() << "kernels may use all host memory";
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const auto use = [&](const int* memory) {
    encoder.launch(kernel_, one(), in(buffers_[0]), untracked(memory));
  };
  const int on_the_host = 0;
  use(buffers_[1].data());
  encoder.commit();
  set_strict_mode(true);
  EXPECT_THROW(use(&on_the_host), Error);
  EXPECT_NO_THROW(use(buffers_[1].data()));
  set_strict_mode(false);
  EXPECT_EQ(encoder.pending(), 1u);
  encoder.synchronize();
}

TEST_P(EncoderRepetitionTest, ARefusedOperationDoesNotAffectTheOrder) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const auto use = [&](std::size_t from, std::size_t to) {
    encoder.launch(kernel_, one(), in(buffers_[from]), out(buffers_[to]));
  };
  use(0, 1);
  use(1, 2);
  const auto right = edges(encoder);
  encoder.commit();
  use(0, 1);
  EXPECT_THROW(encoder.launch(kernel_, one(), in(buffers_[1]), out(buffers_[2]), 1), Error);
  use(1, 2);
  EXPECT_EQ(edges(encoder), right);
  encoder.synchronize();
}

TEST_P(EncoderRepetitionTest, AGroupMaySpanBatches) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const auto& [a, b, c] = buffers_;
  for (int round = 0; round < 2; ++round) {
    encoder.launch(kernel_, one(), out(a), out(b));
    encoder.launch(kernel_, one(), in(a), out(c));
    const auto group = encoder.concurrent();
    encoder.commit();
    encoder.launch(kernel_, one(), out(a), out(b));
    encoder.launch(kernel_, one(), in(a), out(c));
    EXPECT_EQ(edges(encoder), (std::vector<std::vector<unsigned>>{{}, {}}));
    encoder.commit();
  }
}

}  // namespace
}  // namespace duet::test
