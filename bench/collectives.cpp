// Times collectives over sizes, with the definitions of nccl-tests: the size is that of the larger
// array of a rank, and the bus bandwidth is what each rank's link must carry with the best
// algorithm. The ranks are threads (--ranks 4) or the processes that mpirun has started.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <duet/distributed.hpp>
#include <duet/duet.hpp>

namespace {

struct Options {
  int ranks = 0;
  int rounds = 20;
  std::size_t least = 64;
  std::size_t most = 1 << 24;
  bool json = false;
};

/// The arrays of a rank, as large as the largest size.
struct Arrays {
  duet::Buffer<float> send, receive;
};

/// A collective for so many elements in the larger array.
struct Collective {
  const char* name;
  std::function<void(duet::Communicator&, duet::Stream&, const Arrays&, std::size_t)> run;
  std::function<double(double)> bus_factor;  ///< of the number of ranks
};

double others(double n) { return (n - 1) / n; }

std::vector<Collective> collectives() {
  using duet::Communicator, duet::Stream, duet::Reduction;
  const auto part = [](const Communicator& ranks, std::size_t count) {
    return count / static_cast<std::size_t>(ranks.size());
  };
  return {
      {"all_reduce",
       [](Communicator& ranks, Stream& stream, const Arrays& arrays, std::size_t count) {
         ranks.all_reduce(stream, arrays.send.subspan(0, count), arrays.receive.subspan(0, count),
                          Reduction::sum);
       },
       [](double n) { return 2 * others(n); }},
      {"all_gather",
       [=](Communicator& ranks, Stream& stream, const Arrays& arrays, std::size_t count) {
         const std::size_t own = part(ranks, count);
         ranks.all_gather(stream, arrays.send.subspan(0, own),
                          arrays.receive.subspan(0, own * static_cast<std::size_t>(ranks.size())));
       },
       others},
      {"reduce_scatter",
       [=](Communicator& ranks, Stream& stream, const Arrays& arrays, std::size_t count) {
         const std::size_t own = part(ranks, count);
         ranks.reduce_scatter(stream,
                              arrays.send.subspan(0, own * static_cast<std::size_t>(ranks.size())),
                              arrays.receive.subspan(0, own), Reduction::sum);
       },
       others},
      {"broadcast",
       [](Communicator& ranks, Stream& stream, const Arrays& arrays, std::size_t count) {
         ranks.broadcast(stream, arrays.send.subspan(0, count), 0);
       },
       [](double) { return 1.0; }},
  };
}

/// @returns seconds for one call, the median over the rounds
double time_of(const Collective& collective, duet::Communicator& ranks, duet::Stream& stream,
               const Arrays& arrays, std::size_t count, int rounds) {
  std::vector<double> seconds;
  for (int round = -2; round < rounds; ++round) {
    ranks.barrier(stream);
    ranks.synchronize(stream);
    const auto begin = std::chrono::steady_clock::now();
    collective.run(ranks, stream, arrays, count);
    ranks.synchronize(stream);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (round >= 0) seconds.push_back(time.count());
  }
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

void print(const Options& options, const char* name, int ranks, std::size_t bytes, double seconds,
           double factor) {
  const double bandwidth = static_cast<double>(bytes) / seconds * 1e-9;
  if (options.json) {
    fmt::print(
        "{{\"collective\": \"{}\", \"ranks\": {}, \"bytes\": {}, \"microseconds\": {:.2f}, "
        "\"algorithm_gb_per_s\": {:.4f}, \"bus_gb_per_s\": {:.4f}}}\n",
        name, ranks, bytes, seconds * 1e6, bandwidth, bandwidth * factor);
  } else {
    fmt::print("{:15} {:5} {:12} {:12.2f} {:14.3f} {:10.3f}\n", name, ranks, bytes, seconds * 1e6,
               bandwidth, bandwidth * factor);
  }
}

void run(const duet::Bootstrap& bootstrap, const Options& options) {
  duet::Communicator ranks(bootstrap);
  duet::Stream stream(ranks.device());
  const std::size_t most = options.most / sizeof(float);
  const Arrays arrays{duet::Buffer<float>(stream, most), duet::Buffer<float>(stream, most)};
  duet::fill(stream, arrays.send, 0.0f);
  if (ranks.rank() == 0 && !options.json) {
    fmt::print("{:15} {:>5} {:>12} {:>12} {:>14} {:>10}\n", "collective", "ranks", "bytes", "µs",
               "algorithm GB/s", "bus GB/s");
  }
  for (const Collective& collective : collectives()) {
    for (std::size_t bytes = options.least; bytes <= options.most; bytes *= 8) {
      // A multiple of the number of ranks, so that each has as large a part.
      const auto size = static_cast<std::size_t>(ranks.size());
      const std::size_t count = bytes / sizeof(float) / size * size;
      if (count == 0) continue;
      const double seconds = time_of(collective, ranks, stream, arrays, count, options.rounds);
      if (ranks.rank() > 0) continue;
      print(options, collective.name, ranks.size(), count * sizeof(float), seconds,
            collective.bus_factor(static_cast<double>(ranks.size())));
    }
  }
}

void run_threads(const Options& options) {
  std::vector<std::thread> threads;
  for (const duet::Bootstrap& bootstrap : duet::Bootstrap::threads(options.ranks)) {
    threads.emplace_back([&options, bootstrap] {
      try {
        run(bootstrap, options);
      } catch (const std::exception& error) {
        fmt::print(stderr, "rank {}: {}\n", bootstrap.rank, error.what());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

int main(int argc, char** argv) try {
  Options options;
  CLI::App app("Times of collectives over sizes");
  app.add_option("--ranks", options.ranks, "Ranks, each a thread (default: mpirun's processes)")
      ->check(CLI::Range(1, 64));
  app.add_option("--rounds", options.rounds, "Repetitions")->check(CLI::PositiveNumber);
  app.add_option("--least", options.least, "Bytes to begin with; each size is 8 times the last")
      ->check(CLI::Range(4, 1 << 30));
  app.add_option("--most", options.most, "Bytes to end with")->check(CLI::Range(4, 1 << 30));
  app.add_flag("--json", options.json, "Print a JSON object for each line");
  CLI11_PARSE(app, argc, argv);
  if (options.ranks > 0) {
    run_threads(options);
  } else {
    run(duet::Bootstrap::mpi(), options);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
