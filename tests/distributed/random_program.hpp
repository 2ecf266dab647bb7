#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "distributed/ranks.hpp"

namespace duet::test {

inline constexpr int ranks = 4;  // usually
inline constexpr std::size_t arrays = 3;
inline constexpr int operations = 12;

using Array = std::vector<std::uint32_t>;
/// The arrays of all ranks, by rank.
using State = std::vector<std::vector<Array>>;

enum class Step { all_reduce, all_gather, broadcast, scatter, all_to_all, ring, count };

/// One operation, the same on all ranks, from one array to another.
struct Operation {
  Step step;
  std::size_t from, to;
  int root;
  Reduction reduction;
};

inline Operation random_operation(std::mt19937& random, std::size_t size) {
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  const std::size_t from = below(arrays);
  return {static_cast<Step>(below(static_cast<std::size_t>(Step::count))), from,
          (from + 1 + below(arrays - 1)) % arrays, static_cast<int>(below(size)),
          below(2) == 0 ? Reduction::sum : Reduction::max};
}

inline std::uint32_t reduced(const State& state, const Operation& operation, std::size_t index) {
  std::uint32_t result = 0;
  for (const std::vector<Array>& own : state) {
    const std::uint32_t value = own[operation.from][index];
    result = operation.reduction == Reduction::sum ? result + value : std::max(result, value);
  }
  return result;
}

/// The value that an element of `to` gets; `part` elements belong to each rank.
inline std::uint32_t result_of(const State& state, const Operation& operation, std::size_t rank,
                               std::size_t index, std::size_t part) {
  const auto root = static_cast<std::size_t>(operation.root);
  const std::size_t other = index / part, place = index % part;
  switch (operation.step) {
    case Step::all_reduce: return reduced(state, operation, index);
    case Step::all_gather: return state[other][operation.from][place];
    case Step::broadcast: return state[root][operation.to][index];
    case Step::scatter:
      return other > 0 ? state[rank][operation.to][index]
                       : state[root][operation.from][rank * part + place];
    case Step::all_to_all: return state[other][operation.from][rank * part + place];
    case Step::ring: return state[(rank + state.size() - 1) % state.size()][operation.from][index];
    case Step::count: break;
  }
  return 0;
}

inline void run_reference(State& state, const Operation& operation, std::size_t part) {
  State next = state;
  for (std::size_t rank = 0; rank < state.size(); ++rank) {
    for (std::size_t i = 0; i < part * state.size(); ++i) {
      next[rank][operation.to][i] = result_of(state, operation, rank, i, part);
    }
  }
  state = std::move(next);
}

inline void run(Communicator& communicator, WorkQueue queue, const Operation& operation,
                const std::vector<Buffer<std::uint32_t>>& data, std::size_t part) {
  const Buffer<std::uint32_t>& from = data[operation.from];
  const Buffer<std::uint32_t>& to = data[operation.to];
  switch (operation.step) {
    case Step::all_reduce: return communicator.all_reduce(queue, from, to, operation.reduction);
    case Step::all_gather: return communicator.all_gather(queue, from.subspan(0, part), to);
    case Step::broadcast: return communicator.broadcast(queue, to, operation.root);
    case Step::scatter:
      return communicator.scatter(queue, from, to.subspan(0, part), operation.root);
    case Step::all_to_all: return communicator.all_to_all(queue, from, to);
    case Step::ring: {
      CollectiveGroup group = communicator.group();
      const int size = communicator.size();
      communicator.send(queue, from, (communicator.rank() + 1) % size);
      communicator.receive(queue, to, (communicator.rank() + size - 1) % size);
      return group.submit();
    }
    case Step::count: return;
  }
}

/// The program of a seed: half of them through an encoder.
inline void run_program(Communicator& communicator, Stream& stream, unsigned seed) {
  std::mt19937 random(seed);
  const std::size_t part = random() % 5 + (seed % 16 == 0 ? 1000 : 1);
  const bool encodes = random() % 2 == 0;
  const auto size = static_cast<std::size_t>(communicator.size());
  State state(size, std::vector<Array>(arrays, Array(part * size)));
  for (auto& own : state) {
    for (Array& array : own) {
      for (std::uint32_t& value : array) value = static_cast<std::uint32_t>(random());
    }
  }
  std::vector<Buffer<std::uint32_t>> data;
  for (const Array& array : state[static_cast<std::size_t>(communicator.rank())]) {
    data.emplace_back(stream.ref(), array);
  }
  CommandEncoder encoder(stream);
  for (int i = 0; i < operations; ++i) {
    const Operation operation = random_operation(random, size);
    run_reference(state, operation, part);
    run(communicator, encodes ? WorkQueue(encoder) : WorkQueue(stream), operation, data, part);
    if (random() % 4 == 0) encoder.commit();
  }
  encoder.synchronize();
  communicator.synchronize(stream);
  for (std::size_t i = 0; i < arrays; ++i) {
    EXPECT_EQ(data[i].to_vector(stream), state[static_cast<std::size_t>(communicator.rank())][i])
        << "seed " << seed << ", array " << i;
  }
}

/// How many random programs are run.
inline unsigned program_count(unsigned usual) {
  const char* const wanted = std::getenv("DUET_TEST_PROGRAMS");
  return wanted == nullptr ? usual : static_cast<unsigned>(std::strtoul(wanted, nullptr, 10));
}

}  // namespace duet::test
