// Compares a CommandEncoder with the vendor's own graphs in the same run: chains of launches of one
// small kernel. Figures are nanoseconds per operation. Rows "host" measure the calls only, rows
// "wall" also wait for the device. The second table shows how recording scales with operations and
// buffers.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <duet/duet.hpp>
#include <memory>
#include <vector>

#include "comparison.hpp"
#include "four_kernel.hpp"
#include "raw/raw.hpp"

namespace {

using duet::in;
using duet::inout;
using duet::bench::RawChain;
using duet::bench::RawLaunch;
using duet::bench::RawVendor;
using duet::bench::Result;
using duet::bench::Row;

constexpr int long_batch = 1000;
constexpr int short_batch = 20;
constexpr int handled_batch = 100;

class Bench {
 public:
  explicit Bench(int ordinal)
      : device_(ordinal), stream_(device_), code_(duet::compile(program(), device_)) {
    kernel_ = duet::Module(device_, code_).kernel("four");
    x_ = duet::Buffer<float>(device_, 1);
    y_ = duet::Buffer<float>(device_, 1);
    addresses_ = {&a_, &x_data_, &y_data_, &n_};
    x_data_ = x_.data();
    y_data_ = y_.data();
    code_.bytes.push_back(std::byte{0});  // the vendor's loader takes no size
    raw_ = duet::bench::open_raw_vendor(ordinal, code_.bytes);
    launch_ = {raw_->function("four"), 1, 32, addresses_.data()};
    long_chain_ = raw_->chain(launch_, long_batch);
    short_chain_ = raw_->chain(launch_, short_batch);
  }

  std::vector<Result> run(int rounds) {
    const auto settle = [this] {
      encoder_.synchronize();
      direct_.synchronize();
      raw_->synchronize();
    };
    std::vector<Result> results;
    for (const auto& [row, operations] : rows()) {
      Result result = duet::bench::measure(row, rounds, settle);
      result.raw /= operations;
      result.duet /= operations;
      result.difference /= operations;
      results.push_back(std::move(result));
    }
    return results;
  }

  /// Returns the nanoseconds per operation for recording `operations` operations over `buffers`
  /// buffers.
  double record(std::size_t operations, std::size_t buffers) {
    duet::CommandEncoder encoder(stream_, options(true));
    const duet::Buffer<float> memory(device_, buffers * 64);
    std::vector<double> rounds;
    for (int round = 0; round < 5; ++round) {
      rounds.push_back(duet::bench::time_batch(
          [&](int) {
            for (std::size_t i = 0; i < operations; ++i) {
              const std::size_t place = i * 7919 % buffers;
              encoder.launch(kernel_, shape_, a_, in(x_), inout(memory.subspan(place * 64, 64)), 1);
            }
          },
          static_cast<int>(operations)));
      encoder = duet::CommandEncoder(stream_, options(true));
    }
    return duet::bench::median(rounds);
  }

  const duet::Device& device() const { return device_; }
  duet::EncoderCounters counters() const { return encoder_.counters(); }

 private:
  struct Measured {
    Row row;
    int operations;
  };

  static duet::Program program() { return {.name = "encoder", .source = duet::bench::four_kernel}; }
  static duet::EncoderOptions options(bool graphs) {
    return {.graphs = graphs, .max_operations = 1'000'000, .max_bytes = std::size_t{1} << 40};
  }

  void encode(duet::CommandEncoder& encoder, int operations, int n) {
    for (int i = 0; i < operations; ++i) {
      encoder.launch(kernel_, shape_, a_, in(x_), inout(y_), n);
    }
  }
  /// @param step  added to an argument of all launches from batch to batch; 0: nothing changes
  void batches(duet::CommandEncoder& encoder, int count, int operations, int step) {
    for (int i = 0; i < count; ++i) {
      encode(encoder, operations, n_ += step);
      encoder.commit();
    }
  }
  void set_and_replay(int count) {
    for (int i = 0; i < count; ++i) {
      ++n_;
      long_chain_->set(launch_);
      long_chain_->replay(1);
    }
  }

  std::vector<Measured> rows() {
    return {{{"host, 1000, all changed", 2, [this](int count) { set_and_replay(count); },
              [this](int count) { batches(encoder_, count, long_batch, 1); }},
             long_batch},
            {{"host, 1000, none changed (raw: replay)", 2,
              [this](int count) { long_chain_->replay(count); },
              [this](int count) { batches(encoder_, count, long_batch, 0); }},
             long_batch},
            {{"wall, 20 of 1000, all changed", 20,
              [this](int count) {
                set_and_replay(count);
                raw_->synchronize();
              },
              [this](int count) {
                batches(encoder_, count, long_batch, 1);
                encoder_.synchronize();
              }},
             long_batch},
            {{"wall, 20 of 1000, none changed", 20,
              [this](int count) {
                long_chain_->replay(count);
                raw_->synchronize();
              },
              [this](int count) {
                batches(encoder_, count, long_batch, 0);
                encoder_.synchronize();
              }},
             long_batch},
            {{"wall, 100 of 20, none changed", 100,
              [this](int count) {
                short_chain_->replay(count);
                raw_->synchronize();
              },
              [this](int count) {
                batches(encoder_, count, short_batch, 0);
                encoder_.synchronize();
              }},
             short_batch},
            {{"wall, 100 of 100, with handlers (raw: without)", 100,
              [this](int count) {
                batches(encoder_, count, handled_batch, 0);
                encoder_.synchronize();
              },
              [this](int count) {
                for (int i = 0; i < count; ++i) {
                  encoder_.on_complete([this] { ++handled_; });
                  batches(encoder_, 1, handled_batch, 0);
                }
                encoder_.synchronize();
              }},
             handled_batch},
            {{"wall, 2 of 1000, without graphs", 2,
              [this](int count) {
                raw_->launch(launch_, count * long_batch);
                raw_->synchronize();
              },
              [this](int count) {
                batches(direct_, count, long_batch, 1);
                direct_.synchronize();
              }},
             long_batch}};
  }

  duet::Device device_;
  duet::Stream stream_;
  duet::Code code_;
  duet::Kernel kernel_{};
  duet::LaunchShape shape_{{1}, {32}};
  duet::Buffer<float> x_{}, y_{};
  duet::CommandEncoder encoder_{stream_, options(true)};
  duet::CommandEncoder direct_{stream_, options(false)};
  std::unique_ptr<RawVendor> raw_{};
  RawLaunch launch_{};
  std::unique_ptr<RawChain> long_chain_{};
  std::unique_ptr<RawChain> short_chain_{};
  std::size_t handled_ = 0;

  float a_ = 1;
  float* x_data_ = nullptr;
  float* y_data_ = nullptr;
  int n_ = 0;
  std::array<void*, 4> addresses_{};
};

void print_growth(Bench& bench) {
  fmt::print("\nrecording only, ns per operation\n{:>12}", "operations");
  constexpr std::array<std::size_t, 4> buffers{1, 100, 1000, 10000};
  for (const std::size_t count : buffers) fmt::print("{:>10} buffers", count);
  fmt::print("\n");
  for (const std::size_t operations : {1000, 10000, 100000}) {
    fmt::print("{:>12}", operations);
    for (const std::size_t count : buffers) {
      fmt::print("{:>18.1f}", bench.record(operations, count));
    }
    fmt::print("\n");
  }
}

void print(const duet::EncoderCounters& counters) {
  fmt::print(
      "\n{} operations in {} batches: {} direct, {} instantiated, {} reused ({} unchanged), {} "
      "nodes "
      "updated, {} evicted, {} updates refused\n",
      counters.operations, counters.batches, counters.direct, counters.instantiations,
      counters.reuses, counters.unchanged, counters.node_updates, counters.evictions,
      counters.refused_updates);
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("CommandEncoder against the vendor's own graphs, in nanoseconds per operation");
  int rounds = 50;
  int device = 0;
  bool json = false;
  app.add_option("--rounds", rounds, "Measured batches per row")->check(CLI::Range(1, 100000));
  app.add_option("--device", device, "Number of the device (default 0)");
  app.add_flag("--json", json, "Print JSON instead of a table");
  CLI11_PARSE(app, argc, argv);

  Bench bench(device);
  const std::vector<Result> results = bench.run(rounds);
  if (json) {
    duet::bench::print_json(bench.device(), rounds, results);
    return 0;
  }
  fmt::print("{} on {}: ns per operation, medians of {} rounds; raw is the vendor's graph\n",
             duet::backend_name(), bench.device().info().name, rounds);
  duet::bench::print_table(results);
  print(bench.counters());
  print_growth(bench);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
