// Runs as every rank of mpirun.
#include <chrono>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/collective_check.hpp"
#include "distributed/random_program.hpp"

namespace duet::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Communicator communicator_of(const CommunicatorOptions& options = {}) {
  static const Bootstrap bootstrap = Bootstrap::mpi();
  return Communicator(bootstrap, options);
}

/// Options of communicators whose ranks compare their calls.
CommunicatorOptions checked() {
  CommunicatorOptions options;
  options.checks = true;
  return options;
}

/// The failure of a communicator after a function.
template <typename F>
std::string failure_of(const Communicator& communicator, const Stream& stream, const F& function) {
  try {
    function();
    communicator.synchronize(stream);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(MpiTest, EveryCollectiveEqualsTheSequentialReference) {
  Communicator communicator = communicator_of();
  Stream stream(communicator.device());
  EXPECT_EQ(communicator.engine(), CollectiveEngine::mpi);
  check_all_types(communicator, stream, {0, 1, 7, 251});
  check_types<float, std::uint8_t>(communicator, stream, {10'007});
}

TEST(MpiTest, RandomProgramsEqualASequentialReference) {
  Communicator all = communicator_of();
  Communicator communicator = all.split(all.rank() < ranks ? 0 : -1, -all.rank());
  if (!communicator) return;
  ASSERT_EQ(communicator.size(), ranks) << "needs at least " << ranks << " ranks";
  Stream stream(communicator.device());
  for (unsigned seed = 0; seed < program_count(50); ++seed) run_program(communicator, stream, seed);
}

TEST(MpiTest, CapturedGraphsRepeatTheCollective) {
  Communicator communicator = communicator_of();
  Stream stream(communicator.device());
  const Buffer<int> data(stream, std::vector<int>{1});
  StreamCapture capture(stream);
  communicator.all_reduce(stream, data, Reduction::sum);
  const Graph graph = capture.finish();
  GraphExec exec(graph);
  exec.launch(stream);
  exec.launch(stream);
  communicator.synchronize(stream);
  EXPECT_EQ(data.to_vector(stream), std::vector<int>{communicator.size() * communicator.size()});
}

TEST(MpiTest, TheCheckingModeNamesRanksThatDiffer) {
  Communicator communicator = communicator_of(checked());
  Stream stream(communicator.device());
  const Buffer<float> data(stream, 8);
  const std::size_t count = communicator.rank() == 1 ? 3 : 4;
  EXPECT_THAT(
      failure_of(communicator, stream,
                 [&] { communicator.all_reduce(stream, data.subspan(0, count), Reduction::sum); }),
      AllOf(HasSubstr("all_reduce(sum) of 3 f32 by rank 1"), HasSubstr("of 4 f32 by rank")));
}

TEST(MpiTest, TheCheckingModeNamesMessagesThatDiffer) {
  Communicator communicator = communicator_of(checked());
  Stream stream(communicator.device());
  const Buffer<float> data(stream, 8);
  const int rank = communicator.rank();
  if (rank > 1) return;
  const auto exchange = [&](std::size_t sent, std::size_t received) {
    CollectiveGroup group = communicator.group();
    communicator.send(stream, data.subspan(0, rank == 0 ? sent : 2), 1 - rank);
    communicator.receive(stream, data.subspan(4, rank == 0 ? 2 : received), 1 - rank);
    group.submit();
  };
  EXPECT_EQ(failure_of(communicator, stream, [&] { exchange(3, 3); }), "no error");
  EXPECT_THAT(failure_of(communicator, stream, [&] { exchange(3, 4); }),
              AllOf(HasSubstr("rank 0 called send of 3 f32 to rank 1"),
                    HasSubstr("rank 1 called receive of 4 f32 from rank 0")));
}

TEST(MpiOrderTest, TheCheckingModeNamesCommunicatorsInDifferentOrder) {
  CommunicatorOptions options = checked();
  options.timeout = std::chrono::milliseconds(500);
  Communicator first = communicator_of(options), second = communicator_of(options);
  Stream stream(first.device());
  const Buffer<float> data(stream, 4);
  if (first.rank() == 1) std::swap(first, second);
  const std::string failure = failure_of(first, stream, [&] {
    first.all_reduce(stream, data, Reduction::sum);
    second.all_reduce(stream, data, Reduction::max);
  });
  const int other = first.rank() == 1 ? 0 : 1;
  EXPECT_THAT(failure, HasSubstr("ms in all_reduce(sum) of 4 f32 of communicator " +
                                 std::to_string(other == 1 ? 1 : 2)));
  EXPECT_THAT(failure, HasSubstr("; rank " + std::to_string(other) +
                                 " waits in all_reduce(sum) of 4 f32 of communicator " +
                                 std::to_string(other == 1 ? 2 : 1)));
}

TEST(MpiKilledRankTest, AKilledRankIsAnErrorOnTheOthers) {
  CommunicatorOptions options;
  options.timeout = std::chrono::milliseconds(1000);
  Communicator communicator = communicator_of(options);
  Stream stream(communicator.device());
  const Buffer<float> data(stream, 1000);
  communicator.all_reduce(stream, data, Reduction::sum);
  communicator.synchronize(stream);
  if (communicator.rank() == 1) (void)std::raise(SIGKILL);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(failure_of(communicator, stream,
                         [&] { communicator.all_reduce(stream, data, Reduction::sum); }),
              HasSubstr("in all_reduce(sum) of 1000 f32: "));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace duet::test
