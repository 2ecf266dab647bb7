// The order that an encoder derives for the operations of a batch.

#include <optional>

#include "encoder_test.hpp"

namespace duet::test {
namespace {

using Edges = std::vector<std::vector<unsigned>>;

class EncoderOrderTest : public EncoderTest {
 protected:
  void SetUp() override {
    EncoderTest::SetUp();
    if (IsSkipped()) return;
    stream_ = Stream(device());
    made_.emplace(stream_, options());
    a_ = Buffer<int>(device(), 64);
    b_ = Buffer<int>(device(), 64);
    c_ = Buffer<int>(device(), 64);
  }
  CommandEncoder& encoder() { return *made_; }

  static const Kernel& touch() {
    static const Kernel kernel =
        make_kernel(device(), "__global__ void touch(const int*, const int*) {}", "touch");
    return kernel;
  }
  template <typename A, typename B>
  void use(const A& a, const B& b) {
    encoder().launch(touch(), one(), a, b);
  }
  template <typename A>
  void use(const A& a) {
    use(a, nullptr);
  }
  Edges edges() { return EncoderTest::edges(encoder()); }

  Stream stream_{};
  Buffer<int> a_{}, b_{}, c_{};

 private:
  std::optional<CommandEncoder> made_{};
};

INSTANTIATE_TEST_SUITE_P(, EncoderOrderTest, testing::Values(false));

TEST_P(EncoderOrderTest, AReadFollowsTheWriteBefore) {
  use(out(a_));
  use(in(a_));
  use(in(a_));
  EXPECT_EQ(edges(), (Edges{{}, {0}, {0}}));
}

TEST_P(EncoderOrderTest, AWriteFollowsTheReadsBefore) {
  use(in(a_));
  use(in(a_), in(b_));
  use(out(a_));
  EXPECT_EQ(edges(), (Edges{{}, {}, {0, 1}}));
}

TEST_P(EncoderOrderTest, AWriteFollowsTheWriteBefore) {
  use(out(a_));
  use(out(a_));
  EXPECT_EQ(edges(), (Edges{{}, {0}}));
}

TEST_P(EncoderOrderTest, OtherMemoryIsIndependent) {
  use(out(a_), in(b_));
  use(out(c_), in(b_));
  EXPECT_EQ(edges(), (Edges{{}, {}}));
}

TEST_P(EncoderOrderTest, BuffersCountAsWrittenAndConstSpansAsRead) {
  use(a_);
  use(DeviceSpan<const int>(a_));
  use(DeviceSpan<const int>(a_));
  use(a_.subspan(0, 64));
  use(untracked(a_.data()));
  EXPECT_EQ(edges(), (Edges{{}, {0}, {0}, {1, 2}, {}}));
}

TEST_P(EncoderOrderTest, PartsOfABufferCountSeparately) {
  use(out(a_.subspan(0, 16)));
  use(out(a_.subspan(16, 16)));
  use(in(a_.subspan(0, 16)));
  use(in(a_.subspan(15, 2)));
  use(in(a_.subspan(32, 8)));
  use(inout(a_));
  use(in(a_.subspan(3, 1)));
  EXPECT_EQ(edges(), (Edges{{}, {}, {0}, {0, 1}, {}, {2, 3, 4}, {5}}));
}

TEST_P(EncoderOrderTest, AnOverwrittenPartKeepsTheRestOfTheOldWriter) {
  use(out(a_));
  use(out(a_.subspan(8, 8)));
  use(in(a_.subspan(0, 8)));
  use(in(a_.subspan(8, 8)));
  use(in(a_.subspan(16, 8)));
  EXPECT_EQ(edges(), (Edges{{}, {0}, {0}, {1}, {0}}));
}

TEST_P(EncoderOrderTest, RangesAreComparedByBytes) {
  const DeviceSpan<std::byte> bytes(reinterpret_cast<std::byte*>(a_.data()), a_.size_bytes());
  use(out(bytes.subspan(0, 3)));
  use(out(bytes.subspan(3, 1)));
  use(in(a_.subspan(0, 1)));
  EXPECT_EQ(edges(), (Edges{{}, {}, {0, 1}}));
}

TEST_P(EncoderOrderTest, OneOperationMayUseTheSameMemoryTwice) {
  use(in(a_), out(a_));
  use(in(a_.subspan(0, 40)), out(a_.subspan(20, 40)));
  use(in(a_.subspan(0, 4)));
  use(out(a_.subspan(0, 4)));
  EXPECT_EQ(edges(), (Edges{{}, {0}, {0}, {1, 2}}));
}

TEST_P(EncoderOrderTest, ImpliedEdgesAreLeftOut) {
  use(out(a_));
  use(in(a_), out(b_));
  use(in(a_), in(b_));  // 1 follows 0
  use(inout(a_));       // 2 follows 1
  EXPECT_EQ(edges(), (Edges{{}, {0}, {1}, {2}}));
}

TEST_P(EncoderOrderTest, EdgesImpliedByLongChainsAreLeftOut) {
  use(out(c_));
  for (int i = 0; i < 300; ++i) use(inout(a_), in(c_));
  const Edges all = edges();
  EXPECT_EQ(all[1], std::vector<unsigned>{0});
  for (unsigned i = 2; i <= 300; ++i) EXPECT_EQ(all[i], std::vector<unsigned>{i - 1}) << i;
}

TEST_P(EncoderOrderTest, ManyIndependentOperationsJoin) {
  std::vector<unsigned> all;
  use(out(a_));
  for (unsigned i = 0; i < 50; ++i) {
    use(in(a_), out(b_.subspan(i, 1)));
    all.push_back(i + 1);
  }
  use(in(b_.subspan(0, 50)), out(c_));
  use(in(a_), in(c_));
  EXPECT_EQ(edges()[51], all);
  EXPECT_EQ(edges()[52], std::vector<unsigned>{51});
}

TEST_P(EncoderOrderTest, MemoryThatNoArgumentShowsIsOrdered) {
  encoder().launch(touch(), one(), {out(a_)}, nullptr, nullptr);
  encoder().launch(touch(), one(), {in(a_), out(b_)}, in(c_), nullptr);
  use(out(c_));
  const std::vector<Access> accesses{in(b_)};
  encoder().launch(touch(), one(), accesses, nullptr, nullptr);
  encoder().launch(touch(), one(), {}, in(c_), nullptr);
  EXPECT_EQ(edges(), (Edges{{}, {0}, {1}, {1}, {2}}));
}

TEST_P(EncoderOrderTest, EmptyRangesOrderNothing) {
  use(out(a_.subspan(0, 0)));
  use(in(a_));
  EXPECT_EQ(edges(), (Edges{{}, {}}));
}

TEST_P(EncoderOrderTest, CopiesAndFillsAreOrdered) {
  std::vector<int> host(64);
  encoder().fill(a_, 1);
  encoder().copy(b_, a_);
  encoder().copy(host, b_);
  encoder().fill(a_, 2);
  encoder().copy(c_, host);
  EXPECT_EQ(edges(), (Edges{{}, {0}, {1}, {1}, {2}}));
}

TEST_P(EncoderOrderTest, HostFunctionsWithoutAccessesFollowEverything) {
  use(out(a_));
  use(out(b_));
  encoder().launch_host_function([] {});
  use(out(c_));
  encoder().launch_host_function([] {}, {in(c_)});
  use(in(c_));
  EXPECT_EQ(edges(), (Edges{{}, {}, {0, 1}, {2}, {3}, {3}}));
}

TEST_P(EncoderOrderTest, OperationsOfAGroupAreIndependent) {
  use(out(a_));
  {
    const ConcurrentGroup group = encoder().concurrent();
    use(inout(a_));
    use(inout(a_));
    use(in(a_));
  }
  use(in(a_));
  use(out(a_));
  EXPECT_EQ(edges(), (Edges{{}, {0}, {0}, {0}, {1, 2}, {3, 4}}));
}

TEST_P(EncoderOrderTest, AHostFunctionInAGroupFollowsOperationsBeforeTheGroup) {
  use(out(a_));
  {
    const ConcurrentGroup group = encoder().concurrent();
    use(inout(a_));
    encoder().launch_host_function([] {});
  }
  use(out(b_));
  EXPECT_EQ(edges(), (Edges{{}, {0}, {0}, {1, 2}, {3}}));
}

TEST_P(EncoderOrderTest, NodesOfAGraphKeepTheirOrder) {
  Graph graph(device());
  const GraphNode first = graph.fill({}, a_, 1);
  graph.fill({first}, b_, 2);
  graph.fill({first}, c_, 2);
  use(out(a_));
  use(out(b_));
  encoder().graph(graph, {out(a_), out(c_)});
  use(in(c_));
  use(in(b_));
  EXPECT_EQ(edges(), (Edges{{}, {}, {0}, {2}, {2}, {3, 4}, {1}}));
}

TEST_P(EncoderOrderTest, AGraphWithoutAccessesFollowsEverything) {
  Graph child(device());
  child.fill({}, a_, 1);
  child.fill({}, b_, 1);
  Graph graph(device());
  graph.fill({graph.child({}, child)}, c_, 1);
  use(out(a_));
  encoder().graph(graph);
  use(nullptr);
  EXPECT_EQ(edges(), (Edges{{}, {0}, {0}, {1, 2}, {3}}));
}

TEST_P(EncoderOrderTest, ABatchDoesNotDependOnTheLastOne) {
  use(out(a_));
  encoder().commit();
  use(in(a_));
  EXPECT_EQ(edges(), (Edges{{}}));
  encoder().commit();
  use(out(a_.subspan(0, 4)));
  use(out(a_.subspan(4, 60)));
  use(in(a_));
  EXPECT_EQ(edges(), (Edges{{}, {}, {0, 1}}));
}

TEST_P(EncoderOrderTest, OrderIsDeterministic) {
  Edges first;
  for (int round = 0; round < 3; ++round) {
    for (unsigned i = 0; i < 200; ++i) {
      use(in(a_.subspan(i * 7 % 60, 4)), out(a_.subspan(i * 13 % 50, 1 + i % 10)));
    }
    if (round == 0) first = edges();
    EXPECT_EQ(edges(), first);
    encoder().commit();
  }
}

}  // namespace
}  // namespace duet::test
