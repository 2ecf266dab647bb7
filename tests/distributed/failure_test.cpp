#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/ranks.hpp"
#include "distributed/values.hpp"

namespace duet::test {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;

/// The message of the error that a function throws.
template <typename F>
std::string error_of(const F& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string join_error(const Bootstrap& bootstrap) {
  return error_of([&] { Communicator communicator(bootstrap); });
}

TEST(CommunicatorErrorTest, WrongBootstraps) {
  DUET_NEED_RANKS(1);
  Bootstrap bootstrap = Bootstrap::threads(1).front();
  bootstrap.rank = 1;
  EXPECT_THAT(join_error(bootstrap), HasSubstr("rank 1 of 1 ranks"));
  EXPECT_THAT(join_error(Bootstrap{}), HasSubstr("no function all_gather"));
  EXPECT_THAT(error_of([] { Bootstrap::threads(0); }), HasSubstr("0 is no number of ranks"));
  Bootstrap foreign{0, 2, 0, [](std::span<const std::byte>) { return GatheredBytes(2); }};
  EXPECT_THAT(join_error(foreign), HasSubstr("gathered 0 bytes of rank 0"));
}

TEST(CommunicatorErrorTest, WithoutMpi) {
  (void)setenv("DUET_MPI_LIBRARY", "/no/such/libduet_mpi.so", 1);
  EXPECT_THAT(error_of([] { (void)Bootstrap::mpi(); }),
              AllOf(HasSubstr("MPI cannot be used: libduet_mpi.so"), HasSubstr("/no/such")));
  (void)unsetenv("DUET_MPI_LIBRARY");
}

TEST(CommunicatorErrorTest, AnEmptyCommunicator) {
  const Communicator communicator;
  EXPECT_FALSE(communicator);
  EXPECT_THAT(error_of([&] { (void)communicator.size(); }), HasSubstr("Communicator is empty"));
}

TEST(CommunicatorErrorTest, WrongArguments) {
  DUET_NEED_RANKS(1);
  Communicator communicator(Bootstrap::threads(1).front());
  const Stream stream(communicator.device());
  const Buffer<float> four(stream, 4), five(stream, 5);
  const Buffer<Point> points(stream, 4);
  const Buffer<std::complex<float>> complex(stream, 4);
  EXPECT_THAT(error_of([&] { communicator.all_reduce(stream, four, five, Reduction::sum); }),
              HasSubstr("receive has 5 elements and send has 4"));
  EXPECT_THAT(error_of([&] { communicator.broadcast(stream, four, 1); }),
              HasSubstr("there is no rank 1"));
  EXPECT_THAT(error_of([&] { communicator.send(stream, four, 0); }), HasSubstr("names itself"));
  EXPECT_THAT(error_of([&] { communicator.all_reduce(stream, points, Reduction::sum); }),
              HasSubstr("elements of 12 bytes have no reduction"));
  EXPECT_THAT(error_of([&] { communicator.all_reduce(stream, complex, Reduction::max); }),
              HasSubstr(std::string("the engine ") + name_of(communicator.engine()) +
                        " has no max of c64"));
  EXPECT_THAT(
      error_of([&] { communicator.all_to_all(stream, five.subspan(0, 4), five.subspan(1, 4)); }),
      HasSubstr("overlap"));
  EXPECT_NO_THROW(communicator.check());
}

TEST(CommunicatorErrorTest, MemoryAndStreamsOfAnotherDevice) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  Communicator communicator(Bootstrap::threads(1).front());
  const Stream stream(Device(0)), foreign_stream(Device(1));
  const Buffer<float> data(stream, 4), foreign(Device(1), 4);
  EXPECT_THAT(error_of([&] { communicator.all_reduce(stream, foreign, Reduction::sum); }),
              HasSubstr("memory of device 1, but the communicator uses device 0"));
  EXPECT_THAT(error_of([&] { communicator.all_reduce(foreign_stream, data, Reduction::sum); }),
              HasSubstr("the stream is of device 1"));
}

TEST(CommunicatorErrorTest, GroupsNameOneStream) {
  DUET_NEED_RANKS(1);
  Communicator communicator(Bootstrap::threads(1).front());
  const Stream stream(communicator.device()), other(communicator.device());
  const Buffer<float> data(stream, 4);
  {
    CollectiveGroup group = communicator.group();
    EXPECT_THAT(error_of([&] { (void)communicator.group(); }), HasSubstr("has an open group"));
    communicator.broadcast(stream, data, 0);
    EXPECT_THAT(error_of([&] { communicator.broadcast(other, data, 0); }),
                HasSubstr("must name one stream or encoder"));
    group.submit();
    EXPECT_THAT(error_of([&] { group.submit(); }), HasSubstr("submitted already"));
  }
  EXPECT_NO_THROW((void)communicator.group());
}

/// @param checks  the engine in_process always compares the calls
std::vector<std::string> run_short(int size, const RankFunction& function, bool checks = true) {
  CommunicatorOptions options;
  options.timeout = short_timeout();
  options.checks = checks;
  return run_threads(size, function, options);
}

TEST(CommunicatorFailureTest, DifferentCollectivesAreNamedOnAllRanks) {
  DUET_NEED_RANKS(2);
  const auto errors = run_short(ranks_up_to(3), [](Communicator& communicator, Stream& stream) {
    const Buffer<float> data(stream, 4);
    if (communicator.rank() == 1) {
      communicator.all_reduce(stream, data, Reduction::max);
    } else {
      communicator.all_reduce(stream, data, Reduction::sum);
    }
    communicator.synchronize(stream);
  });
  EXPECT_THAT(errors,
              Each(AllOf(HasSubstr("all_reduce(max) of 4 f32 by rank 1"),
                         HasSubstr(most_ranks() < 3 ? "all_reduce(sum) of 4 f32 by rank 0"
                                                    : "all_reduce(sum) of 4 f32 by ranks 0, 2"))));
}

TEST(CommunicatorFailureTest, MessagesOfDifferentSizes) {
  DUET_NEED_RANKS(2);
  const auto errors = run_short(2, [](Communicator& communicator, Stream& stream) {
    const Buffer<float> data(stream, 4);
    if (communicator.rank() == 0) communicator.send(stream, data, 1);
    if (communicator.rank() == 1) communicator.receive(stream, data.subspan(0, 3), 0);
    communicator.synchronize(stream);
  });
  EXPECT_THAT(errors, Each(AllOf(HasSubstr("rank 0 called send of 4 f32 to rank 1"),
                                 HasSubstr("rank 1 called receive of 3 f32 from rank 0"))));
}

/// The last rank does not come. @returns the errors of the others
std::vector<std::string> errors_without_last(
    const std::function<void(Communicator&, Stream&)>& call, bool checks) {
  const auto begin = std::chrono::steady_clock::now();
  auto errors = run_short(
      ranks_up_to(3),
      [&](Communicator& communicator, Stream& stream) {
        const bool is_last = communicator.rank() + 1 == communicator.size();
        if (!is_last) call(communicator, stream);
        communicator.synchronize(stream);
        communicator.check();
        EXPECT_TRUE(is_last);
      },
      checks);
  EXPECT_LT(std::chrono::steady_clock::now() - begin,
            4 * short_timeout() + std::chrono::seconds(10));
  errors.pop_back();
  return errors;
}

TEST(CommunicatorFailureTest, TheLongestTimesWaitForLateRanks) {
  DUET_NEED_RANKS(2);
  for (const Timeout& timeout :
       {Timeout(std::chrono::milliseconds::max()), Timeout(std::chrono::hours::max())}) {
    CommunicatorOptions options;
    options.timeout = timeout;
    const auto errors = run_threads(
        2,
        [](Communicator& communicator, Stream& stream) {
          const Buffer<float> data(communicator.device(), std::vector<float>{1, 2});
          if (communicator.rank() == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
          communicator.all_reduce(stream, data, Reduction::sum);
          communicator.synchronize(stream);
          EXPECT_EQ(data.to_vector(stream), (std::vector<float>{2, 4}));
        },
        options);
    EXPECT_THAT(errors, Each(""));
  }
}

class MissingRankTest : public ::testing::TestWithParam<bool> {};

TEST_P(MissingRankTest, IsReportedWithinTheTimeout) {
  DUET_NEED_RANKS(2);
  const auto errors = errors_without_last(
      [](Communicator& communicator, Stream& stream) {
        const Buffer<float> data(stream, 4);
        communicator.all_reduce(stream, data, Reduction::sum);
        communicator.synchronize(stream);
      },
      GetParam());
  EXPECT_THAT(errors, Each(HasSubstr("all_reduce(sum) of 4 f32")));
  EXPECT_THAT(errors, Each(HasSubstr(is_cpu() ? "and rank 2 did not come" : "waited")));
}

TEST_P(MissingRankTest, LeavesMessagesWithoutAnAnswer) {
  DUET_NEED_RANKS(2);
  const auto errors = errors_without_last(
      [](Communicator& communicator, Stream& stream) {
        const Buffer<float> data(stream, 4);
        const int last = communicator.size() - 1;
        // The engine nccl ends small messages without the receiver.
        if (communicator.rank() == 0) communicator.receive(stream, data, last);
        if (communicator.rank() == 1 && is_cpu()) communicator.send(stream, data, last);
        if (communicator.rank() == 1 && !is_cpu()) communicator.receive(stream, data, last);
        communicator.synchronize(stream);
      },
      GetParam());
  EXPECT_THAT(errors, Each(HasSubstr(is_cpu() ? "which rank 2 did not answer" : "waited")));
}

TEST_P(MissingRankTest, DoesNotSplit) {
  DUET_NEED_RANKS(2);
  const auto errors = errors_without_last(
      [](Communicator& communicator, Stream&) { (void)communicator.split(0); }, GetParam());
  EXPECT_THAT(errors, Each(HasSubstr(is_cpu() ? "and rank 2 did not come" : "waited")));
}
INSTANTIATE_TEST_SUITE_P(Checks, MissingRankTest, ::testing::Bool());

/// Waits that know nothing of communicators end, too.
TEST(MissingRankOfGraphsTest, EndsTheWaitForAStream) {
  DUET_NEED_RANKS(2);
  const auto errors = errors_without_last(
      [](Communicator& communicator, Stream& stream) {
        const Buffer<float> data(stream, 4);
        CommandEncoder encoder(stream);
        for (int i = 0; i < 3; ++i) {
          communicator.all_reduce(encoder, data, Reduction::sum);
          encoder.commit();
        }
        stream.synchronize();
      },
      false);
  EXPECT_THAT(errors, Each(HasSubstr(is_cpu() ? "and rank 2 did not come" : "waited")));
}

TEST(MissingRankOfGraphsTest, EndsLaunchesThatWaitForTheQueue) {
  DUET_NEED_RANKS(2);
  if (!has_captures()) GTEST_SKIP() << "hip_on_cuda does not capture NCCL's functions";
  constexpr int more_than_a_queue_takes = 2000;
  const auto errors = errors_without_last(
      [](Communicator& communicator, Stream& stream) {
        const Buffer<float> data(stream, 4);
        const GraphExec exec = [&] {
          StreamCapture capture(stream);
          communicator.all_reduce(stream, data, Reduction::sum);
          return GraphExec(capture.finish());
        }();
        for (int i = 0; i < more_than_a_queue_takes; ++i) exec.launch(stream);
        stream.synchronize();  // the graph must outlive its runs
        communicator.check();
      },
      false);
  EXPECT_THAT(errors, Each(HasSubstr(is_cpu() ? "and rank 2 did not come" : "waited")));
}

TEST(CommunicatorFailureTest, AbortEndsTheOthers) {
  DUET_NEED_RANKS(2);
  const auto errors = run_threads(ranks_up_to(3), [](Communicator& communicator, Stream& stream) {
    const Buffer<float> data(stream, 4);
    if (communicator.rank() == 1) {
      communicator.abort("no more work");
    } else {
      communicator.all_reduce(stream, data, Reduction::sum);
    }
    communicator.synchronize(stream);
  });
  EXPECT_THAT(errors, Each(HasSubstr("rank 1: no more work")));
}

TEST(CommunicatorFailureTest, AbortsWhileAnotherThreadCalls) {
  DUET_NEED_RANKS(1);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  for (int round = 0; round < 200 && std::chrono::steady_clock::now() < end; ++round) {
    Communicator communicator(Bootstrap::threads(1).front());
    const Stream stream(communicator.device());
    const Buffer<float> data(stream, 4);
    std::string refusal;
    std::thread caller([&] {
      refusal = error_of([&] {
        for (;;) communicator.all_reduce(stream, data, Reduction::sum);
      });
    });
    std::this_thread::sleep_for(std::chrono::microseconds(20 * (round % 20)));
    communicator.abort();
    caller.join();
    EXPECT_THAT(refusal, HasSubstr("abort was called"));
  }
}

TEST(CommunicatorFailureTest, AFailedCommunicatorRefusesCalls) {
  DUET_NEED_RANKS(1);
  Communicator communicator(Bootstrap::threads(1).front());
  const Stream stream(communicator.device());
  const Buffer<float> data(stream, 4);
  communicator.abort();
  EXPECT_THAT(error_of([&] { communicator.all_reduce(stream, data, Reduction::sum); }),
              HasSubstr("abort was called"));
}

}  // namespace
}  // namespace duet::test
