#include <vector>

#include "distributed/collective_check.hpp"
#include "distributed/ranks.hpp"

namespace duet::test {
namespace {

void expect_no_errors(const std::vector<std::string>& errors) {
  for (const std::string& error : errors) EXPECT_EQ(error, "");
}

class CollectiveTest : public ::testing::TestWithParam<int> {};

TEST_P(CollectiveTest, EqualsTheSequentialReferenceForEveryType) {
  DUET_NEED_RANKS(GetParam());
  expect_no_errors(run_threads(GetParam(), [](Communicator& communicator, Stream& stream) {
    const bool has_few_ranks = communicator.size() <= 3;
    check_all_types(
        communicator, stream,
        has_few_ranks ? std::vector<std::size_t>{0, 1, 7, 251} : std::vector<std::size_t>{0, 7});
  }));
}
TEST_P(CollectiveTest, LargeCounts) {
  DUET_NEED_RANKS(GetParam());
  expect_no_errors(run_threads(GetParam(), [](Communicator& communicator, Stream& stream) {
    check_types<float, std::uint8_t>(communicator, stream,
                                     {communicator.size() <= 3 ? 30'011U : 3'001U});
  }));
}
INSTANTIATE_TEST_SUITE_P(Ranks, CollectiveTest, ::testing::Values(1, 2, 3, 16));

TEST(CollectiveOrderTest, FollowsTheStream) {
  DUET_NEED_RANKS(1);
  expect_no_errors(run_threads(ranks_up_to(4), [](Communicator& communicator, Stream& stream) {
    const int size = communicator.size();
    const Buffer<int> data(stream, std::vector<int>{communicator.rank()});
    for (int step = 0; step < 50; ++step) {
      communicator.all_reduce(stream, data, Reduction::sum);  // times the size after the first
      communicator.all_reduce(stream, data, Reduction::max);
      duet::fill(stream, data, communicator.rank() + step);
    }
    communicator.all_reduce(stream, data, Reduction::sum);
    communicator.synchronize(stream);
    EXPECT_EQ(data.to_vector(stream), std::vector<int>{size * (size - 1) / 2 + size * 49});
  }));
}

TEST(AllReduceBucketsTest, ReduceArraysOfAnySize) {
  DUET_NEED_RANKS(1);
  expect_no_errors(run_threads(ranks_up_to(3), [](Communicator& communicator, Stream& stream) {
    const int rank = communicator.rank(), size = communicator.size();
    std::vector<Buffer<int>> arrays;
    AllReduceBuckets buckets(communicator, stream, Reduction::sum, 5 * sizeof(int));
    for (int length = 0; length < 6; ++length) {
      arrays.emplace_back(stream.ref(),
                          std::vector<int>(static_cast<std::size_t>(length), rank + length));
      buckets.add(arrays.back());
    }
    buckets.flush();
    buckets.flush();  // no-op
    communicator.synchronize(stream);
    for (int length = 0; length < 6; ++length) {
      EXPECT_EQ(arrays[static_cast<std::size_t>(length)].to_vector(stream),
                std::vector<int>(static_cast<std::size_t>(length),
                                 size * (size - 1) / 2 + size * length));
    }
  }));
}

TEST(CollectiveOrderTest, CapturedGraphsRepeatTheCollective) {
  if (!has_captures()) GTEST_SKIP() << "hip_on_cuda does not capture NCCL's functions";
  DUET_NEED_RANKS(1);
  expect_no_errors(run_threads(ranks_up_to(3), [](Communicator& communicator, Stream& stream) {
    const int size = communicator.size();
    const Buffer<int> data(stream, std::vector<int>{1 + communicator.rank()});
    StreamCapture capture(stream);
    communicator.all_reduce(stream, data, Reduction::sum);
    const Graph graph = capture.finish();
    GraphExec exec(graph);
    stream.synchronize();
    exec.launch(stream);
    exec.launch(stream);
    communicator.synchronize(stream);
    EXPECT_EQ(data.to_vector(stream), std::vector<int>{size * size * (size + 1) / 2});
  }));
}

TEST(CollectiveOrderTest, EncodersOrderByMemory) {
  DUET_NEED_RANKS(1);
  for (const bool graphs : {false, has_captures()}) {
    expect_no_errors(run_threads(ranks_up_to(3), [&](Communicator& communicator, Stream& stream) {
      const int size = communicator.size(), sum_of_ranks = size * (size - 1) / 2 + 4 * size;
      const Buffer<int> ours(stream, std::vector<int>{0, 0});
      const Buffer<int> sum(stream, std::vector<int>{0, 0});
      const Buffer<int> other(stream, std::vector<int>{5});
      EncoderOptions options;
      options.graphs = graphs;
      CommandEncoder encoder(stream, options);
      for (int step = 0; step < 5; ++step) {
        encoder.fill(ours, communicator.rank() + step);
        communicator.all_reduce(encoder, ours, sum, Reduction::sum);
        communicator.broadcast(encoder, other, size - 1);
        encoder.copy(ours, sum);
        encoder.commit();
      }
      encoder.synchronize();
      communicator.check();
      EXPECT_EQ(ours.to_vector(stream), std::vector<int>(2, sum_of_ranks));
    }));
  }
}

TEST(CommunicatorSplitTest, RanksOfAColourFormACommunicator) {
  DUET_NEED_RANKS(5);
  expect_no_errors(run_threads(5, [](Communicator& communicator, Stream& stream) {
    const int rank = communicator.rank();
    Communicator part = communicator.split(rank == 4 ? -1 : rank % 2, -rank);
    EXPECT_EQ(static_cast<bool>(part), rank != 4);
    if (!part) return;
    EXPECT_EQ(part.size(), 2);
    EXPECT_EQ(part.rank(), rank < 2 ? 1 : 0);
    const Buffer<int> data(stream, std::vector<int>{rank});
    part.all_reduce(stream, data, Reduction::sum);
    part.synchronize(stream);
    EXPECT_EQ(data.to_vector(stream), std::vector<int>{rank % 2 == 0 ? 2 : 4});
  }));
}

TEST(CommunicatorSplitTest, KeysReverseTheRanks) {
  DUET_NEED_RANKS(1);
  expect_no_errors(run_threads(ranks_up_to(3), [](Communicator& communicator, Stream& stream) {
    const int last = communicator.size() - 1;
    Communicator reversed = communicator.split(0, -communicator.rank());
    EXPECT_EQ(reversed.rank(), last - communicator.rank());
    Communicator alone = reversed.split(reversed.rank());
    EXPECT_EQ(alone.size(), 1);
    const Buffer<int> data(stream, std::vector<int>{communicator.rank()});
    reversed.broadcast(stream, data, 0);
    alone.all_reduce(stream, data, Reduction::sum);
    alone.synchronize(stream);
    reversed.synchronize(stream);
    EXPECT_EQ(data.to_vector(stream), std::vector<int>{last});
  }));
}

TEST(CommunicatorTest, TakesTheDeviceOfTheLocalRank) {
  DUET_NEED_RANKS(1);
  expect_no_errors(run_threads(ranks_up_to(3), [](Communicator& communicator, Stream&) {
    EXPECT_EQ(communicator.device().ordinal(), communicator.rank() % Device::count());
    EXPECT_EQ(communicator.engine(),
              is_cpu() ? CollectiveEngine::in_process : CollectiveEngine::nccl);
  }));
}

}  // namespace
}  // namespace duet::test
