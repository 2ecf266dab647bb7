#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/ranks.hpp"

namespace duet::test {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;

/// A port for each test, and others for processes that run beside this. Below those that the
/// system gives to connections.
int next_port() {
  static int number = 0;
  return 10'000 + static_cast<int>(getpid() % 1000) * 20 + number++;
}

LaunchedRank rank_of(int rank, int size, int port) { return {rank, size, rank, "localhost", port}; }

std::vector<std::byte> bytes_of(int rank, std::size_t scale) {
  return std::vector<std::byte>(static_cast<std::size_t>(rank) * scale,
                                static_cast<std::byte>(rank));
}

/// Gathers once. @returns the error, or nothing
std::string gather_error(const LaunchedRank& rank, std::chrono::milliseconds timeout) {
  try {
    (void)Bootstrap::tcp(rank, timeout).all_gather({});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Gathers once on several ranks.
std::vector<std::string> gather_errors(const std::vector<LaunchedRank>& ranks,
                                       std::chrono::milliseconds timeout) {
  std::vector<std::string> errors(ranks.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    threads.emplace_back([&, i] { errors[i] = gather_error(ranks[i], timeout); });
  }
  for (std::thread& thread : threads) thread.join();
  return errors;
}

class TcpBootstrapTest : public ::testing::TestWithParam<int> {};

TEST_P(TcpBootstrapTest, GathersFromAllRanks) {
  const int size = GetParam(), port = next_port();
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([=] {
      const Bootstrap bootstrap = Bootstrap::tcp(rank_of(rank, size, port));
      for (const std::size_t scale : {1U, 0U, 100'000U}) {
        const GatheredBytes all = bootstrap.all_gather(bytes_of(rank, scale));
        ASSERT_EQ(all.size(), static_cast<std::size_t>(size));
        for (int other = 0; other < size; ++other) {
          EXPECT_TRUE(all[static_cast<std::size_t>(other)] == bytes_of(other, scale));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}
INSTANTIATE_TEST_SUITE_P(Ranks, TcpBootstrapTest, ::testing::Values(1, 2, 3, 8, 13));

TEST(TcpBootstrapErrorTest, MissingRanksAreNamedOnAllThatHaveCome) {
  const int port = next_port();
  EXPECT_THAT(gather_errors({rank_of(0, 5, port), rank_of(2, 5, port), rank_of(3, 5, port)},
                            std::chrono::milliseconds(300)),
              Each(HasSubstr("ranks 1, 4 did not come to localhost:")));
}

TEST(TcpBootstrapErrorTest, WithoutRankZero) {
  EXPECT_THAT(gather_error(rank_of(1, 2, next_port()), std::chrono::milliseconds(100)),
              AllOf(HasSubstr("rank 1 of 2, which meets rank 0 at localhost:"),
                    HasSubstr("cannot connect to "), HasSubstr("Connection refused")));
}

TEST(TcpBootstrapErrorTest, RanksThatContradictEachOther) {
  const int port = next_port();
  const auto errors =
      gather_errors({rank_of(0, 3, port), rank_of(1, 4, port)}, std::chrono::milliseconds(300));
  EXPECT_THAT(errors[0], HasSubstr("ranks 1, 2 did not come"));
  EXPECT_THAT(errors[1], HasSubstr("rank 1 says that there are 4 ranks, and rank 0 that there"));
  const int other = next_port();
  EXPECT_THAT(gather_errors({rank_of(0, 3, other), rank_of(1, 3, other), rank_of(1, 3, other)},
                            std::chrono::milliseconds(300)),
              ::testing::Contains(HasSubstr("two processes have this rank")));
}

TEST(TcpBootstrapErrorTest, WrongAddresses) {
  const std::chrono::milliseconds timeout(100);
  EXPECT_THAT(gather_error({0, 1, 0, "no.such.host.invalid", 7}, timeout),
              HasSubstr("'no.such.host.invalid' of rank 0 cannot be resolved"));
  EXPECT_THAT(gather_error({0, 1, 0, "localhost", 70'000}, timeout), HasSubstr("1 to 65535"));
  EXPECT_THAT(gather_error({2, 2, 0, "localhost", 7}, timeout), HasSubstr("rank 2 (local rank 0)"));
  const int port = next_port();
  const Bootstrap first = Bootstrap::tcp(rank_of(0, 1, port));
  EXPECT_THAT(gather_error(rank_of(0, 1, port), timeout), HasSubstr("Address already in use"));
}

TEST(TcpBootstrapErrorTest, ARankThatEndsBetweenGatherings) {
  const int port = next_port();
  std::vector<std::string> errors(4);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 4; ++rank) {
    threads.emplace_back([&, rank] {
      const Bootstrap bootstrap = Bootstrap::tcp(rank_of(rank, 4, port), std::chrono::seconds(20));
      (void)bootstrap.all_gather({});
      if (rank == 2) return;
      try {
        (void)bootstrap.all_gather({});
      } catch (const Error& error) {
        errors[static_cast<std::size_t>(rank)] = error.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int rank : {0, 1, 3}) {
    EXPECT_THAT(errors[static_cast<std::size_t>(rank)], HasSubstr("gathers by TCP from rank"));
  }
}

TEST(TcpCommunicatorTest, TakesTheDeviceOfTheLocalRank) {
  DUET_NEED_RANKS(3);
  const int port = next_port();
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 3; ++rank) {
    threads.emplace_back([=] {
      const Communicator communicator(Bootstrap::tcp(rank_of(rank, 3, port)));
      EXPECT_EQ(communicator.rank(), rank);
      EXPECT_EQ(communicator.device().ordinal(), rank % Device::count());
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace duet::test
