#include "bench/collective_sweep.hpp"

#include <algorithm>
#include <chrono>

#include <duet/buffer.hpp>
#include <duet/copy.hpp>
#include <duet/stream.hpp>

namespace duet::tool {
namespace {

/// The arrays of a rank, as large as the largest size.
struct Arrays {
  Buffer<float> send;
  Buffer<float> receive;
};

/// A collective of so many elements in the larger array, a multiple of the number of ranks.
struct Collective {
  const char* name;
  void (*run)(Communicator& ranks, const Stream& stream, const Arrays& arrays, std::size_t count);
  double (*bus_factor)(double ranks);
};

std::size_t part(const Communicator& ranks, std::size_t count) {
  return count / static_cast<std::size_t>(ranks.size());
}

double others(double ranks) { return (ranks - 1) / ranks; }

constexpr Collective collectives[] = {
    {"all_reduce",
     [](Communicator& ranks, const Stream& stream, const Arrays& arrays, std::size_t count) {
       ranks.all_reduce(stream, arrays.send.subspan(0, count), arrays.receive.subspan(0, count),
                        Reduction::sum);
     },
     [](double ranks) { return 2 * others(ranks); }},
    {"all_gather",
     [](Communicator& ranks, const Stream& stream, const Arrays& arrays, std::size_t count) {
       ranks.all_gather(stream, arrays.send.subspan(0, part(ranks, count)),
                        arrays.receive.subspan(0, count));
     },
     others},
    {"reduce_scatter",
     [](Communicator& ranks, const Stream& stream, const Arrays& arrays, std::size_t count) {
       ranks.reduce_scatter(stream, arrays.send.subspan(0, count),
                            arrays.receive.subspan(0, part(ranks, count)), Reduction::sum);
     },
     others},
    {"all_to_all",
     [](Communicator& ranks, const Stream& stream, const Arrays& arrays, std::size_t count) {
       ranks.all_to_all(stream, arrays.send.subspan(0, count), arrays.receive.subspan(0, count));
     },
     others},
    {"broadcast",
     [](Communicator& ranks, const Stream& stream, const Arrays& arrays, std::size_t count) {
       ranks.broadcast(stream, arrays.send.subspan(0, count), 0);
     },
     [](double) { return 1.0; }},
};

double median_of_rounds(const Collective& collective, Communicator& ranks, const Stream& stream,
                        const Arrays& arrays, std::size_t count, int rounds) {
  constexpr int warm_up = 2;
  std::vector<double> times;
  for (int round = -warm_up; round < rounds; ++round) {
    ranks.barrier(stream);
    ranks.synchronize(stream);
    const auto begin = std::chrono::steady_clock::now();
    collective.run(ranks, stream, arrays, count);
    ranks.synchronize(stream);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    if (round >= 0) times.push_back(time.count());
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

bool is_chosen(const Collective& collective, const CollectiveSweep& sweep) {
  return sweep.collectives.empty() || std::ranges::count(sweep.collectives, collective.name) > 0;
}

}  // namespace

std::vector<std::string> collective_names() {
  std::vector<std::string> names;
  for (const Collective& collective : collectives) names.emplace_back(collective.name);
  return names;
}

std::vector<CollectiveTime> measure(Communicator& ranks, const CollectiveSweep& sweep) {
  const Stream stream(ranks.device());
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::size_t most = *std::ranges::max_element(sweep.sizes) / sizeof(float);
  const Arrays arrays{Buffer<float>(stream, most), Buffer<float>(stream, most)};
  fill(stream, arrays.send, 0.0f);
  std::vector<CollectiveTime> times;
  for (const Collective& collective : collectives) {
    if (!is_chosen(collective, sweep)) continue;
    for (const std::size_t bytes : sweep.sizes) {
      const std::size_t count = bytes / sizeof(float) / size * size;
      if (count == 0) continue;
      times.push_back({collective.name, count * sizeof(float),
                       median_of_rounds(collective, ranks, stream, arrays, count, sweep.rounds),
                       collective.bus_factor(static_cast<double>(size))});
    }
  }
  return times;
}

}  // namespace duet::tool
