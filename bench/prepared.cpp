// Compares the host time of prepared launches with the vendor's launch call and with its graphs of
// one node, in bursts, in the same run. comparison.hpp describes the method. Figures are
// nanoseconds per launch; rows named "wall" include the wait for the last launch of the burst.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <duet/duet.hpp>
#include <functional>
#include <memory>
#include <string>
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

/// The same launches by duet and by the vendor's calls.
class Bench {
 public:
  Bench(int ordinal, int burst)
      : device_(ordinal),
        burst_(burst),
        stream_(device_),
        code_(duet::compile({.name = "prepared", .source = duet::bench::four_kernel}, device_)),
        kernel_(duet::Module(device_, code_).kernel("four")),
        x_(device_, 1),
        prepared_(kernel_, {{1}, {32}}, a_, x_data_, x_data_, n_) {
    code_.bytes.push_back(std::byte{0});  // the vendor's loader takes no size
    raw_ = duet::bench::open_raw_vendor(ordinal, code_.bytes);
    raw_launch_ = {raw_->function("four"), 1, 32, addresses_.data()};
    raw_node_ = raw_->chain(raw_launch_, 1);
  }

  const duet::Device& device() const { return device_; }
  bool uses_graphs() const { return prepared_.uses_graphs(); }

  std::vector<Result> run(int rounds) {
    std::vector<Result> results;
    for (const Row& row : rows()) {
      results.push_back(duet::bench::measure(row, rounds, [this] { settle(); }));
    }
    return results;
  }

 private:
  using Work = std::function<void(int count)>;

  void settle() {
    stream_.synchronize();
    raw_->synchronize();
  }

  /// The same work, with the wait for its end.
  Work wait_after(const Work& work) {
    return [this, work](int count) {
      work(count);
      settle();
    };
  }

  std::vector<Row> rows() {
    const Work raw_call = [this](int count) { raw_->launch(raw_launch_, count); };
    const Work raw_node = [this](int count) { raw_node_->replay(count); };
    const Work raw_set_node = [this](int count) {
      for (int i = 0; i < count; ++i) {
        change();
        raw_node_->set(raw_launch_);
        raw_node_->replay(1);
      }
    };
    const Work plain = [this](int count) {
      for (int i = 0; i < count; ++i) {
        change();
        duet::launch(stream_, kernel_, {{1}, {32}}, a_, x_data_, y_data_, n_);
      }
    };
    const Work same = [this](int count) {
      for (int i = 0; i < count; ++i) prepared_.launch(stream_);
    };
    const Work one = [this](int count) {
      for (int i = 0; i < count; ++i) {
        prepared_.set_argument(3, ++n_);
        prepared_.launch(stream_);
      }
    };
    const Work all = [this](int count) {
      for (int i = 0; i < count; ++i) {
        change();
        prepared_.launch(stream_, a_, x_data_, y_data_, n_);
      }
    };
    return {{"launch()               / call", burst_, raw_call, plain},
            {"prepared, unchanged    / call", burst_, raw_call, same},
            {"prepared, one changed  / call", burst_, raw_call, one},
            {"prepared, all changed  / call", burst_, raw_call, all},
            {"prepared, unchanged    / node", burst_, raw_node, same},
            {"prepared, all changed  / node", burst_, raw_set_node, all},
            {"prepared, unchanged, wall / call", burst_, wait_after(raw_call), wait_after(same)},
            {"prepared, all changed, wall / call", burst_, wait_after(raw_call), wait_after(all)},
            {"prepared, unchanged, wall / node", burst_, wait_after(raw_node), wait_after(same)}};
  }

  /// Gives every argument another value.
  void change() {
    ++n_;
    a_ = static_cast<float>(n_);
    std::swap(x_data_, y_data_);
  }

  duet::Device device_;
  int burst_;
  duet::Stream stream_;
  duet::Code code_;
  duet::Kernel kernel_;
  duet::Buffer<float> x_;
  float a_ = 1;
  float* x_data_ = x_.data();
  float* y_data_ = nullptr;  // the kernel writes nothing
  int n_ = 0;
  std::array<void*, 4> addresses_{&a_, &x_data_, &y_data_, &n_};
  duet::PreparedLaunch prepared_;
  std::unique_ptr<RawVendor> raw_{};
  RawLaunch raw_launch_{};
  std::unique_ptr<RawChain> raw_node_{};
};

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Prepared launches against the vendor's launch call and graphs of one node");
  int rounds = 500;
  int burst = 100;
  int device = 0;
  bool json = false;
  app.add_option("--rounds", rounds, "Measured bursts per row")->check(CLI::Range(1, 1000000));
  app.add_option("--burst", burst, "Launches in a burst")->check(CLI::Range(1, 10000));
  app.add_option("--device", device, "Number of the device (default 0)");
  app.add_flag("--json", json, "Print JSON instead of a table");
  CLI11_PARSE(app, argc, argv);

  Bench bench(device, burst);
  const std::vector<Result> results = bench.run(rounds);
  if (json) {
    duet::bench::print_json(bench.device(), rounds, results);
  } else {
    fmt::print(
        "{} on {}: ns per launch in bursts of {}, medians of {} rounds; prepared launches {} "
        "graphs; raw is the vendor's launch call, or its graph of one node\n",
        duet::backend_name(), bench.device().info().name, burst, rounds,
        bench.uses_graphs() ? "use" : "do not use");
    duet::bench::print_table(results);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
