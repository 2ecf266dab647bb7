// Compares the host time of duet::launch with that of the vendor's launch call, in the same run.
// Both launch the same code; comparison.hpp describes the method. Figures are nanoseconds per
// launch.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <duet/duet.hpp>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "raw/raw.hpp"

namespace {

using duet::bench::RawLaunch;
using duet::bench::RawVendor;
using duet::bench::Result;
using duet::bench::Row;

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

/// The kernels and buffers of all rows.
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
    code_.bytes.push_back(std::byte{0});  // the vendor's loader takes no size
    raw_ = duet::bench::open_raw_vendor(ordinal, code_.bytes);
  }

  std::vector<Result> run(int rounds) {
    const auto settle = [this] {
      stream_.synchronize();
      raw_->synchronize();
    };
    std::vector<Result> results;
    for (const Row& row : rows()) results.push_back(duet::bench::measure(row, rounds, settle));
    return results;
  }
  const duet::Device& device() const { return device_; }

 private:
  static constexpr int elements = 1 << 20;

  /// @param wait  whether to wait for the stream after each launch
  template <typename... A>
  Row row(const std::string& name, const std::string& kernel_name, const duet::LaunchShape& shape,
          bool wait, int batch, A&... arguments) {
    // The raw side passes this array of addresses, which is built once.
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

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Host time of duet::launch() against the vendor's own launch call");
  int rounds = 500;
  int device = 0;
  bool json = false;
  app.add_option("--rounds", rounds, "Measured batches per row")->check(CLI::Range(1, 1000000));
  app.add_option("--device", device, "Number of the device (default 0)");
  app.add_flag("--json", json, "Print JSON instead of a table");
  CLI11_PARSE(app, argc, argv);

  Bench bench(device);
  const std::vector<Result> results = bench.run(rounds);
  if (json) {
    duet::bench::print_json(bench.device(), rounds, results);
  } else {
    fmt::print("{} on {}: ns per launch, medians of {} rounds; raw is the vendor's call\n",
               duet::backend_name(), bench.device().info().name, rounds);
    duet::bench::print_table(results);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
