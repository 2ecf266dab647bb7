// What a launch through duet costs the host, against the vendor's own call in the same run.
//
// Both launch the same code, in batches that take turns, so that clock changes and other programs
// disturb both alike. A batch's figure is its mean; a row's is the median over the rounds.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <duet/duet.hpp>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "raw/raw.hpp"

namespace {

using duet::bench::RawLaunch;
using duet::bench::RawVendor;

constexpr const char* source = R"(
extern "C" __global__ void empty() {}
extern "C" __global__ void four(float a, const float* x, float* y, int n) {
  if (n < 0) y[0] = a * x[0];
}
extern "C" __global__ void twelve(float* a, const float* b, float* c, const float* d, int n,
                                  float s, double t, long long u, int i, int j, int k,
                                  unsigned m) {
  if (n < 0) a[0] = b[0] * s + c[0] + d[0] + (float)t + (float)u + i + j + k + m;
}
extern "C" __global__ void blocks(float* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
)";

/// One comparison: both run `count` launches.
struct Row {
  std::string name;
  int batch = 0;
  std::function<void(int count)> raw;
  std::function<void(int count)> duet;
};

struct Result {
  std::string name;
  double raw = 0;  // nanoseconds a launch
  double duet = 0;
  double difference = 0;  // the median of the rounds' differences
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double time_batch(const std::function<void(int)>& run, int batch) {
  const auto start = std::chrono::steady_clock::now();
  run(batch);
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  return taken.count() / batch;
}

/// @param settle  waits for the device; called between batches, outside the timing
Result measure(const Row& row, int rounds, const std::function<void()>& settle) {
  constexpr int warm_up = 10;
  std::vector<double> raw;
  std::vector<double> duet;
  std::vector<double> difference;
  for (int round = -warm_up; round < rounds; ++round) {
    double of_raw = 0;
    double of_duet = 0;
    for (int turn = 0; turn < 2; ++turn) {
      const bool duets_turn = (turn == 0) == (round % 2 == 0);  // each goes first in turn
      (duets_turn ? of_duet : of_raw) = time_batch(duets_turn ? row.duet : row.raw, row.batch);
      settle();
    }
    if (round < 0) continue;
    raw.push_back(of_raw);
    duet.push_back(of_duet);
    difference.push_back(of_duet - of_raw);
  }
  return {row.name, median(raw), median(duet), median(difference)};
}

/// Everything that the rows launch, by both ways.
class Bench {
 public:
  explicit Bench(int ordinal)
      : device_(ordinal),
        stream_(device_),
        code_(duet::compile({.name = "launch", .source = source}, device_)),
        module_(device_, code_),
        x_(device_, elements),
        y_(device_, elements) {
    duet::fill(stream_, x_, 1.0f);
    duet::fill(stream_, y_, 1.0f);
    stream_.synchronize();
    code_.bytes.push_back(std::byte{0});  // raw loaders take no size
    raw_ = duet::bench::open_raw_vendor(ordinal, code_.bytes);
  }

  std::vector<Result> run(int rounds) {
    const auto settle = [this] {
      stream_.synchronize();
      raw_->synchronize();
    };
    std::vector<Result> results;
    for (const Row& row : rows()) results.push_back(measure(row, rounds, settle));
    return results;
  }
  const duet::Device& device() const { return device_; }

 private:
  static constexpr int elements = 1 << 20;

  /// A row whose launches are only submitted, or waited for one by one.
  template <typename... A>
  Row row(const std::string& name, const std::string& kernel_name, const duet::LaunchShape& shape,
          bool wait, int batch, A&... arguments) {
    // The addresses of the values themselves, as a program without duet writes them once.
    const auto addresses = std::make_shared<std::vector<void*>>(
        std::initializer_list<void*>{static_cast<void*>(&arguments)...});
    const RawLaunch raw{raw_->function(kernel_name), shape.grid.x, shape.block.x,
                        addresses->data()};
    const duet::Kernel kernel = module_.kernel(kernel_name);
    return {name, batch,
            [this, raw, addresses, wait](int count) {
              wait ? raw_->launch_and_wait(raw, count) : raw_->launch(raw, count);
            },
            [this, kernel, shape, wait, &arguments...](int count) {
              for (int i = 0; i < count; ++i) {
                duet::launch(stream_, kernel, shape, arguments...);
                if (wait) stream_.synchronize();
              }
            }};
  }

  std::vector<Row> rows() {
    const duet::LaunchShape small{.grid = {1}, .block = {32}};
    const duet::LaunchShape few{.grid = {4}, .block = {64}};
    return {row("launch, no arguments", "empty", small, false, 200),
            row("launch, 4 arguments", "four", small, false, 200, a_, x_data_, y_data_, none_),
            row("launch, 12 arguments", "twelve", small, false, 200, x_data_, y_data_, x_data_,
                y_data_, none_, a_, t_, u_, none_, none_, none_, m_),
            row("launch 4 blocks and wait", "blocks", few, true, 50, x_data_),
            row("saxpy of 1 Mi elements and wait", "saxpy", duet::cover(elements), true, 5, a_,
                x_data_, y_data_, n_)};
  }

  duet::Device device_;
  duet::Stream stream_;
  duet::Code code_;
  duet::Module module_;
  duet::Buffer<float> x_;
  duet::Buffer<float> y_;
  std::unique_ptr<RawVendor> raw_{};

  float* x_data_ = x_.data();
  float* y_data_ = y_.data();
  float a_ = 1e-6f;
  double t_ = 1;
  long long u_ = 1;
  unsigned m_ = 1;
  int none_ = 0;
  int n_ = elements;
};

void print_table(const std::vector<Result>& results) {
  fmt::print("{:<34}{:>12}{:>12}{:>12}{:>9}\n", "", "raw ns", "duet ns", "more ns", "ratio");
  for (const Result& result : results) {
    fmt::print("{:<34}{:>12.1f}{:>12.1f}{:>12.1f}{:>9.3f}\n", result.name, result.raw, result.duet,
               result.difference, result.duet / result.raw);
  }
}

void print_json(const duet::Device& device, int rounds, const std::vector<Result>& results) {
  fmt::print(
      "{{\"backend\": \"{}\", \"device\": \"{}\", \"architecture\": \"{}\", "
      "\"rounds\": {}, \"rows\": [",
      duet::backend_name(), device.info().name, device.info().architecture, rounds);
  const char* separator = "";
  for (const Result& result : results) {
    fmt::print(
        "{}\n  {{\"name\": \"{}\", \"raw_ns\": {:.2f}, \"duet_ns\": {:.2f}, "
        "\"difference_ns\": {:.2f}, \"ratio\": {:.4f}}}",
        separator, result.name, result.raw, result.duet, result.difference,
        result.duet / result.raw);
    separator = ",";
  }
  fmt::print("\n]}}\n");
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Host time of duet::launch() against the vendor's own launch call");
  int rounds = 500;
  int device = 0;
  bool json = false;
  app.add_option("--rounds", rounds, "Batches of each kind a row")->check(CLI::Range(1, 1000000));
  app.add_option("--device", device, "Ordinal of the device");
  app.add_flag("--json", json, "Print JSON instead of a table");
  CLI11_PARSE(app, argc, argv);

  Bench bench(device);
  const std::vector<Result> results = bench.run(rounds);
  if (json) {
    print_json(bench.device(), rounds, results);
  } else {
    fmt::print("{} on {}, {} rounds, medians\n", duet::backend_name(), bench.device().info().name,
               rounds);
    print_table(results);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
