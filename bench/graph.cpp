// Compares duet's graphs with the vendor's own calls in the same run: a chain of launches of one
// small kernel. Figures are nanoseconds per launch of the chain.

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

using duet::bench::RawChain;
using duet::bench::RawLaunch;
using duet::bench::RawVendor;
using duet::bench::Result;
using duet::bench::Row;

/// The same chain by duet and by the vendor's calls.
class Bench {
 public:
  Bench(int ordinal, int launches)
      : device_(ordinal),
        launches_(launches),
        stream_(device_),
        code_(duet::compile({.name = "graph", .source = duet::bench::four_kernel}, device_)),
        kernel_(duet::Module(device_, code_).kernel("four")),
        x_(device_, 1) {
    code_.bytes.push_back(std::byte{0});  // the vendor's loader takes no size
    raw_ = duet::bench::open_raw_vendor(ordinal, code_.bytes);
    launch_ = {raw_->function("four"), 1, 32, addresses_.data()};
    raw_chain_ = raw_->chain(launch_, launches);
    exec_ = duet::GraphExec(chain(0));
  }

  std::vector<Result> run(int rounds) {
    const auto settle = [this] {
      stream_.synchronize();
      raw_->synchronize();
    };
    std::vector<Result> results;
    for (const Row& row : rows()) {
      Result result = duet::bench::measure(row, rounds, settle);
      result.raw /= launches_;
      result.duet /= launches_;
      result.difference /= launches_;
      results.push_back(std::move(result));
    }
    return results;
  }
  const duet::Device& device() const { return device_; }

 private:
  duet::Graph chain(int n) const {
    duet::Graph graph(device_);
    duet::Graph::Nodes last;
    for (int i = 0; i < launches_; ++i) {
      last = {graph.launch(last, kernel_, {{1}, {32}}, a_, x_, x_, n)};
    }
    return graph;
  }

  std::vector<Row> rows() {
    const auto wait_after = [this](int count, const auto& replay) {
      for (int i = 0; i < count; ++i) replay();
      stream_.synchronize();
      raw_->synchronize();
    };
    return {
        {"describe and instantiate", 1,
         [this](int count) {
           for (int i = 0; i < count; ++i) kept_.push_back(raw_->chain(launch_, launches_));
         },
         [this](int count) {
           for (int i = 0; i < count; ++i) made_.emplace_back(chain(0));
         }},
        {"update all arguments", 2, [this](int count) { set(count); },
         [this](int count) {
           for (int i = 0; i < count; ++i) exec_.update(graphs_[turn()]);
         }},
        {"update none (raw: all)", 2, [this](int count) { set(count); },
         [this](int count) {
           for (int i = 0; i < count; ++i) exec_.update(graphs_[turn_ % 2]);
         }},
        {"replay, 20 in flight, wall", 20,
         [this, wait_after](int count) { wait_after(count, [this] { raw_chain_->replay(1); }); },
         [this, wait_after](int count) { wait_after(count, [this] { exec_.launch(stream_); }); }}};
  }

  void set(int count) {
    for (int i = 0; i < count; ++i) {
      ++n_;
      raw_chain_->set(launch_);
    }
  }
  std::size_t turn() { return ++turn_ % 2; }

  duet::Device device_;
  int launches_;
  duet::Stream stream_;
  duet::Code code_;
  duet::Kernel kernel_;
  duet::Buffer<float> x_;
  float a_ = 1;
  std::array<duet::Graph, 2> graphs_{chain(1), chain(2)};
  std::size_t turn_ = 0;
  duet::GraphExec exec_{};
  std::unique_ptr<RawVendor> raw_{};
  RawLaunch launch_{};
  std::unique_ptr<RawChain> raw_chain_{};
  // Destroying them is not measured.
  std::vector<std::unique_ptr<RawChain>> kept_{};
  std::vector<duet::GraphExec> made_{};

  float* x_data_ = x_.data();
  int n_ = 0;
  std::array<void*, 4> addresses_{&a_, &x_data_, &x_data_, &n_};
};

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("duet's graphs against the vendor's own calls, in nanoseconds per launch");
  int rounds = 100;
  int launches = 1000;
  int device = 0;
  bool json = false;
  app.add_option("--rounds", rounds, "Measured batches per row")->check(CLI::Range(1, 100000));
  app.add_option("--launches", launches, "Kernels in the chain")->check(CLI::Range(1, 100000));
  app.add_option("--device", device, "Number of the device (default 0)");
  app.add_flag("--json", json, "Print JSON instead of a table");
  CLI11_PARSE(app, argc, argv);

  Bench bench(device, launches);
  const std::vector<Result> results = bench.run(rounds);
  if (json) {
    duet::bench::print_json(bench.device(), rounds, results);
  } else {
    fmt::print(
        "{} on {}: ns per launch in a chain of {}, medians of {} rounds; raw is the vendor\n",
        duet::backend_name(), bench.device().info().name, launches, rounds);
    duet::bench::print_table(results);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
