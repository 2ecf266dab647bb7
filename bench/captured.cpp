// Compares a CommandEncoder that captures a matrix product of the vendor's library in each step
// with a program that captures the whole step, updates an executable and launches it. A step is
// twenty small kernels with the product in their middle. Rows "host" measure the calls only, rows
// "wall" also wait for the device.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <duet/duet.hpp>
#include <memory>
#include <vector>

#include "comparison.hpp"
#include "four_kernel.hpp"
#include "raw/product.hpp"
#include "raw/raw.hpp"

namespace {

using duet::in;
using duet::inout;
using duet::bench::RawLaunch;
using duet::bench::RawProduct;
using duet::bench::Result;

constexpr int launches = 20;

/// Steps of one product.
class Steps {
 public:
  Steps(const duet::Device& device, const duet::Kernel& kernel, const RawLaunch& raw, int size,
        bool workspace)
      : device_(device),
        kernel_(kernel),
        launch_(raw),
        product_(duet::bench::open_raw_product(device.ordinal(), size, workspace)) {
    product_->step(launch_, launches, 1);
  }

  void raw(int count) { product_->step(launch_, launches, count); }
  void replay(int count) { product_->replay(count); }
  void duet(int count) {
    for (int i = 0; i < count; ++i) {
      launch();
      encoder_.capture(accesses_, [this](duet::StreamRef s) { product_->submit(s.handle()); });
      launch();
      encoder_.commit();
    }
  }
  void synchronize() {
    encoder_.synchronize();
    product_->synchronize();
  }
  duet::EncoderCounters counters() const { return encoder_.counters(); }

 private:
  void launch() {
    ++n_;
    for (int i = 0; i < launches / 2; ++i) {
      encoder_.launch(kernel_, {{1}, {32}}, 1.0F, in(x_), inout(y_), n_);
    }
  }

  duet::Device device_;
  duet::Kernel kernel_;
  RawLaunch launch_;
  duet::Stream stream_{device_};
  duet::CommandEncoder encoder_{stream_, {.graphs = true}};
  duet::Buffer<float> x_{device_, 1}, y_{device_, 1};
  std::array<duet::Access, 1> accesses_{inout(y_)};
  std::unique_ptr<RawProduct> product_;
  int n_ = 0;
};

std::string text(int size, bool workspace) {
  return fmt::format("{}, {} workspace", size, workspace ? "own" : "no");
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Captured library calls against capture and update, in nanoseconds per step");
  int rounds = 30;
  int ordinal = 0;
  app.add_option("--rounds", rounds, "Measured batches per row")->check(CLI::Range(1, 100000));
  app.add_option("--device", ordinal, "Number of the device (default 0)");
  CLI11_PARSE(app, argc, argv);

  const duet::Device device(ordinal);
  duet::Code code = duet::compile({.name = "captured", .source = duet::bench::four_kernel}, device);
  const duet::Kernel kernel = duet::Module(device, code).kernel("four");
  code.bytes.push_back(std::byte{0});  // the vendor's loader takes no size
  const auto vendor = duet::bench::open_raw_vendor(ordinal, code.bytes);
  const duet::Buffer<float> x(device, 1), y(device, 1);
  float a = 1;
  float *x_data = x.data(), *y_data = y.data();
  int n = 0;
  std::array<void*, 4> arguments{&a, &x_data, &y_data, &n};
  const RawLaunch raw{vendor->function("four"), 1, 32, arguments.data()};

  std::vector<Result> results;
  std::vector<std::string> counters;
  for (const int size : {256, 2048}) {
    for (const bool workspace : {true, false}) {
      Steps steps(device, kernel, raw, size, workspace);
      const auto settle = [&] { steps.synchronize(); };
      const std::string name = text(size, workspace);
      results.push_back(
          duet::bench::measure({"host, " + name, 20, [&](int count) { steps.raw(count); },
                                [&](int count) { steps.duet(count); }},
                               rounds, settle));
      results.push_back(duet::bench::measure({"wall, " + name + " (raw: replay)", 20,
                                              [&](int count) {
                                                steps.replay(count);
                                                settle();
                                              },
                                              [&](int count) {
                                                steps.duet(count);
                                                settle();
                                              }},
                                             rounds, settle));
      const duet::EncoderCounters c = steps.counters();
      counters.push_back(fmt::format(
          "{}: {} batches: {} direct, {} instantiated, {} reused ({:.1f} %), {} updates refused",
          name, c.batches, c.direct, c.instantiations, c.reuses,
          100.0 * static_cast<double>(c.reuses) / static_cast<double>(c.batches),
          c.refused_updates));
    }
  }
  fmt::print("{} on {}: ns per step of {} launches and a product, medians of {} rounds\n",
             duet::backend_name(), device.info().name, launches, rounds);
  duet::bench::print_table(results);
  for (const std::string& line : counters) fmt::print("{}\n", line);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
