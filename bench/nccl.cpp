// Compares all_reduce of a Communicator with NCCL's own function in the same run: many calls in a
// row, one call with its wait, and calls captured into a graph. The ranks are threads (--ranks 2)
// or processes that a launcher has started.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <duet/distributed.hpp>
#include <duet/duet.hpp>

#include "raw/nccl.hpp"

namespace {

struct Options {
  int ranks = 0;
  int rounds = 9;
  std::size_t least = 8;
  std::size_t most = 1 << 30;
};

constexpr int calls_of_graph = 10;

/// One way to do the same.
struct Way {
  std::function<void()> submit;
  std::function<void()> wait;
};

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

class Comparison {
 public:
  Comparison(const duet::Bootstrap& bootstrap, const Options& options)
      : options_(options),
        stream_(duet::Device(bootstrap.local_rank % duet::Device::count())),
        older_(library(), bootstrap),
        ranks_(stream_.device(), bootstrap),
        newer_(library(), bootstrap),
        send_(stream_, options.most / sizeof(float)),
        receive_(stream_, options.most / sizeof(float)) {
    duet::fill(stream_, send_, 0.0f);
    stream_.synchronize();
  }

  void run() {
    if (ranks_.rank() == 0) {
      fmt::print(
          "all_reduce of floats, {} ranks, {}\n{:>11} | in a row: NCCL µs, duet µs, ratio, bus "
          "GB/s | one call: NCCL, duet, more | graph of {}: NCCL, duet, ratio\n",
          ranks_.size(), ranks_.device().info().name, "bytes", calls_of_graph);
    }
    for (std::size_t bytes = options_.least; bytes <= options_.most; bytes *= 8) run(bytes);
  }

 private:
  static std::string library() {
    return std::string(duet::backend_name()) == "HIP" ? "librccl.so.1" : "libnccl.so.2";
  }

  void run(std::size_t bytes) {
    const std::size_t count = bytes / sizeof(float);
    const auto by = [=, this](const duet::bench::RawNccl& raw) {
      return Way{[=, this, &raw] {
                   raw.all_reduce(send_.data(), receive_.data(), count, stream_.ref().handle());
                 },
                 [this] { stream_.synchronize(); }};
    };
    const std::array raw{by(older_), by(newer_)};
    const Way duet{[=, this] {
                     ranks_.all_reduce(stream_, send_.subspan(0, count), receive_.subspan(0, count),
                                       duet::Reduction::sum);
                   },
                   [this] { ranks_.synchronize(stream_); }};
    const int calls = bytes <= (1 << 20) ? 100 : bytes <= (1 << 27) ? 20 : 5;
    const auto [raw_row, duet_row] = compare(raw, duet, calls, options_.rounds);
    const auto [raw_one, duet_one] = compare(raw, duet, 1, bytes <= (1 << 20) ? 200 : 20);
    const auto [raw_graph, duet_graph] =
        compare({captured(raw[0]), captured(raw[1])}, captured(duet), 1, options_.rounds);
    if (ranks_.rank() > 0) return;
    const double n = ranks_.size(), bus = 2 * (n - 1) / n * static_cast<double>(bytes) * 1e-9;
    fmt::print(
        "{:11} | {:10.2f} {:10.2f} {:6.3f} {:8.2f} | {:10.2f} {:10.2f} {:+6.2f} | {:10.2f} "
        "{:10.2f} {:6.3f}\n",
        bytes, raw_row * 1e6, duet_row * 1e6, raw_row / duet_row, bus / duet_row, raw_one * 1e6,
        duet_one * 1e6, (duet_one - raw_one) * 1e6, raw_graph / calls_of_graph * 1e6,
        duet_graph / calls_of_graph * 1e6, raw_graph / duet_graph);
    std::fflush(stdout);
  }

  /// All in turn. @returns seconds for a call: the mean of the medians of `raw`, the median of duet
  std::pair<double, double> compare(const std::array<Way, 2>& raw, const Way& duet, int calls,
                                    int rounds) {
    std::array<std::vector<double>, 3> seconds;
    for (int round = -2; round < rounds; ++round) {
      const std::array times{time_of(raw[0], calls), time_of(duet, calls), time_of(raw[1], calls)};
      if (round < 0) continue;
      for (std::size_t way = 0; way < times.size(); ++way) seconds[way].push_back(times[way]);
    }
    return {(median(seconds[0]) + median(seconds[2])) / 2, median(seconds[1])};
  }

  double time_of(const Way& way, int calls) {
    ranks_.barrier(stream_);
    ranks_.synchronize(stream_);
    const auto begin = std::chrono::steady_clock::now();
    for (int call = 0; call < calls; ++call) way.submit();
    way.wait();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / calls;
  }

  Way captured(const Way& way) {
    duet::StreamCapture capture(stream_);
    for (int call = 0; call < calls_of_graph; ++call) way.submit();
    auto graph = std::make_shared<duet::GraphExec>(capture.finish());
    return {[=, this] { graph->launch(stream_); }, way.wait};
  }

  const Options options_;
  const duet::Stream stream_;  // its device is current from now on
  // NCCL's older communicators are faster by 1 or 2 %: one before duet's, and one after it.
  const duet::bench::RawNccl older_;
  duet::Communicator ranks_;
  const duet::bench::RawNccl newer_;
  const duet::Buffer<float> send_, receive_;
};

}  // namespace

int main(int argc, char** argv) try {
  Options options;
  CLI::App app("Times of all_reduce beside those of NCCL called directly");
  app.add_option("--ranks", options.ranks, "Ranks, each a thread (default: those of the launcher)")
      ->check(CLI::Range(1, 64));
  app.add_option("--rounds", options.rounds, "Repetitions")->check(CLI::PositiveNumber);
  app.add_option("--least", options.least, "Bytes to begin with; each size is 8 times the last")
      ->check(CLI::Range(4, 1 << 30));
  app.add_option("--most", options.most, "Bytes to end with")->check(CLI::Range(4, 1 << 30));
  CLI11_PARSE(app, argc, argv);
  if (options.ranks > 0) {
    duet::run_rank_threads(options.ranks, [&](const duet::Bootstrap& bootstrap) {
      Comparison(bootstrap, options).run();
    });
  } else {
    Comparison(duet::Bootstrap::from_environment(), options).run();
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
