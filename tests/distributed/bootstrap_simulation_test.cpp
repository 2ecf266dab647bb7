// The messages of the TCP bootstrap among many ranks, in one process without a network.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "bootstrap/gather_rounds.hpp"

namespace duet::test {
namespace {

using detail::GatherRounds;

/// What a rank has done.
struct Work {
  std::size_t messages = 0;
  std::size_t connections = 0;
  std::size_t bytes = 0;
};

struct Simulation {
  int steps = 0;  ///< messages of which each waits for the one before
  Work first{};   ///< of rank 0, which all others meet
  Work most{};    ///< of all others: the most of any
  bool is_right = true;
};

/// The list of addresses goes down the tree. @returns the depth of the tree
int pass_on(std::vector<Work>& work, std::size_t table_bytes) {
  const int size = static_cast<int>(work.size());
  std::vector<int> depth(work.size(), -1);
  depth[0] = 0;
  for (int rank = 0; rank < size; ++rank) {
    int sent = 0;
    for (const int child : detail::tree_children(rank, size)) {
      const auto from = static_cast<std::size_t>(rank), to = static_cast<std::size_t>(child);
      EXPECT_EQ(detail::tree_parent(child), rank);
      EXPECT_EQ(depth[to], -1) << "rank " << child << " gets the list twice";
      depth[to] = depth[from] + ++sent;  // one after the other
      work[from].messages += 1;
      work[from].connections += 1;
      work[from].bytes += table_bytes;
    }
  }
  EXPECT_EQ(std::count(depth.begin(), depth.end(), -1), 0);
  return *std::max_element(depth.begin(), depth.end());
}

/// @returns whether all ranks have the bytes of all
bool gather(std::vector<Work>& work, int& steps) {
  const int size = static_cast<int>(work.size());
  std::vector<GatherRounds> ranks;
  for (int rank = 0; rank < size; ++rank) {
    ranks.emplace_back(rank, size, std::as_bytes(std::span(&rank, 1)));
  }
  const int rounds = ranks.front().count();
  steps += rounds;
  for (int round = 0; round < rounds; ++round) {
    // Taking appends, so that what other ranks send in this round is still what was there before.
    for (int rank = 0; rank < size; ++rank) {
      const auto from = static_cast<std::size_t>(rank);
      const int target = ranks[from].target(round);
      const auto message = ranks[from].message(round);
      EXPECT_EQ(ranks[static_cast<std::size_t>(target)].source(round), rank);
      work[from].messages += 1;
      work[from].bytes += message.size();
      const auto children = detail::tree_children(rank, size);
      // The connection to a child of the tree is used again.
      if (std::find(children.begin(), children.end(), target) == children.end()) {
        work[from].connections += 1;
      }
      ranks[static_cast<std::size_t>(target)].take(round, message);
    }
  }
  bool is_right = true;
  for (int rank = 0; rank < size; rank += std::max(1, size / 7)) {
    const GatheredBytes all = ranks[static_cast<std::size_t>(rank)].finish();
    for (int other = 0; other < size; ++other) {
      const auto& bytes = all[static_cast<std::size_t>(other)];
      is_right &= bytes.size() == sizeof(other) && std::memcmp(bytes.data(), &other, 4) == 0;
    }
  }
  return is_right;
}

Simulation simulate(int size) {
  constexpr std::size_t address_bytes = 20;
  std::vector<Work> work(static_cast<std::size_t>(size));
  Simulation result;
  result.steps = 2;  // each rank greets rank 0, which answers
  for (std::size_t rank = 1; rank < work.size(); ++rank) work[rank] = {1, 1, 24};
  work[0] = {work.size() - 1, 0, 4 * (work.size() - 1)};
  result.steps += pass_on(work, address_bytes * work.size());
  result.is_right = gather(work, result.steps);
  result.first = work[0];
  for (std::size_t rank = 1; rank < work.size(); ++rank) {
    result.most.messages = std::max(result.most.messages, work[rank].messages);
    result.most.connections = std::max(result.most.connections, work[rank].connections);
    result.most.bytes = std::max(result.most.bytes, work[rank].bytes);
  }
  return result;
}

class BootstrapSimulationTest : public ::testing::TestWithParam<int> {};

TEST_P(BootstrapSimulationTest, TakesLogarithmicallyManySteps) {
  const int size = GetParam();
  const Simulation result = simulate(size);
  int logarithm = 0;
  while ((1 << logarithm) < size) ++logarithm;
  const auto rounds = static_cast<std::size_t>(logarithm);
  EXPECT_TRUE(result.is_right);
  EXPECT_LE(result.steps, 2 + 2 * logarithm);
  EXPECT_LE(result.most.messages, 1 + 2 * rounds);
  EXPECT_LE(result.most.connections, 1 + 2 * rounds);
  EXPECT_LE(result.first.connections, rounds);
  EXPECT_LE(result.first.messages, static_cast<std::size_t>(size) + 2 * rounds);
  RecordProperty("steps", result.steps);
  RecordProperty("messages", static_cast<int>(result.most.messages));
  RecordProperty("connections", static_cast<int>(result.most.connections));
  RecordProperty("bytes", static_cast<int>(result.most.bytes));
  RecordProperty("bytes_of_rank_0", static_cast<int>(result.first.bytes));
}
INSTANTIATE_TEST_SUITE_P(Ranks, BootstrapSimulationTest,
                         ::testing::Values(1, 2, 3, 7, 8, 64, 100, 512, 4096));

}  // namespace
}  // namespace duet::test
