// Compares the memory bandwidth of fused elementwise kernels, a reduction and a softmax with that
// of a device copy by the driver, in the same run.
//
// The bandwidth is the number of bytes that must be read and written, divided by the median time
// measured with events on the stream.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <duet/duet.hpp>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "comparison.hpp"

namespace {

constexpr std::size_t columns = 8192;
constexpr unsigned threads = 512;

constexpr const char* source = R"(
#include <duet/device/block_reduce.hpp>
#include <duet/device/math.hpp>
#include <duet/device/ops/binary.hpp>
#include <duet/device/vector.hpp>

constexpr int threads = 512, columns = 8192, per_thread = columns / threads / 4;
using Four = duet::vector<float, 4>;

// Writes the sum of each block. A second launch adds them up.
extern "C" __global__ void __launch_bounds__(threads) sum(const float* x, float* sums, unsigned vectors) {
  const unsigned step = gridDim.x * threads;
  float sum = 0;
  for (unsigned i = blockIdx.x * threads + threadIdx.x; i < vectors; i += 4 * step) {
    Four parts[4];
    for (int k = 0; k < 4; ++k) {
      const unsigned at = i + k * step;
      parts[k] = at < vectors ? duet::load_vector<4>(x, at) : Four{};
    }
    for (int k = 0; k < 4; ++k) sum += (parts[k][0] + parts[k][1]) + (parts[k][2] + parts[k][3]);
  }
  sum = duet::block_reduce<threads>(sum, duet::ops::Add{});
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// A block keeps a row in registers, so that it is read only once.
extern "C" __global__ void __launch_bounds__(threads) softmax(const float* x, float* y) {
  const unsigned row = blockIdx.x * (columns / 4);
  Four parts[per_thread];
  for (int k = 0; k < per_thread; ++k) {
    parts[k] = duet::load_vector<4>(x, row + k * threads + threadIdx.x);
  }
  float greatest = parts[0][0];
  for (int k = 0; k < 4 * per_thread; ++k) {
    greatest = duet::ops::Maximum{}(greatest, parts[k / 4][k % 4]);
  }
  greatest = duet::block_reduce<threads>(greatest, duet::ops::Maximum{});
  float sum = 0;
  for (int k = 0; k < 4 * per_thread; ++k) {
    sum += parts[k / 4][k % 4] = duet::exp(parts[k / 4][k % 4] - greatest);
  }
  const float factor = 1 / duet::block_reduce<threads>(sum, duet::ops::Add{});
  for (int k = 0; k < per_thread; ++k) {
    for (int j = 0; j < 4; ++j) parts[k][j] *= factor;
    duet::store_vector(y, row + k * threads + threadIdx.x, parts[k]);
  }
})";

struct Row {
  std::string name;
  double bytes;  ///< read and written
  double milliseconds;

  double gigabytes_a_second() const { return bytes / milliseconds / 1e6; }
};

duet::Fusion multiply_add() {
  duet::Fusion fusion("multiply_add");
  const auto a = fusion.input(duet::DataType::f32), b = fusion.input(duet::DataType::f32),
             c = fusion.input(duet::DataType::f32);
  fusion.output(fusion.apply("Add", fusion.apply("Multiply", a, b), c));
  return fusion;
}

class Bench {
 public:
  /// @param bytes  size of the copy; the other rows move between half and all of the same amount
  Bench(int ordinal, std::size_t bytes, int repetitions)
      : device_(ordinal),
        stream_(device_),
        module_(duet::jit(device_, {.name = "fusion", .source = source})),
        count_(bytes / sizeof(float) / (4 * columns) * (4 * columns)),
        repetitions_(repetitions),
        from_(device_, count_),
        to_(device_, count_) {
    if (count_ == 0) throw std::runtime_error("--size must be at least 1 MiB");
    duet::fill(stream_, from_, 0.5f);
    duet::fill(stream_, to_, 0.0f);
  }

  std::vector<Row> run() {
    return {row("device copy", 2 * count_, [&] { duet::copy(stream_, to_, from_); }),
            fused("out = a * b + c, dense", {columns, 1}),
            fused("  b is one row", {0, 1}),
            fused("  b is one column", {1, 0}),
            reduction(),
            softmax()};
  }
  const duet::Device& device() const { return device_; }

 private:
  Row row(const std::string& name, std::size_t elements, const std::function<void()>& action) {
    const duet::Event start(device_), stop(device_);
    std::vector<double> times;
    for (int i = -2; i < repetitions_; ++i) {  // the first two are a warm-up
      start.record(stream_);
      action();
      stop.record(stream_);
      stop.synchronize();
      if (i >= 0) times.push_back(static_cast<double>(duet::elapsed_ms(start, stop)));
    }
    return {name, static_cast<double>(elements * sizeof(float)), duet::bench::median(times)};
  }

  /// The three inputs are quarters of one buffer, the output is a quarter of the other.
  Row fused(const std::string& name, const duet::Dimensions& strides_of_b) {
    const std::size_t quarter = count_ / 4;
    const duet::Dimensions shape{static_cast<std::int64_t>(quarter / columns), columns};
    const auto part = [&](std::size_t i) { return from_.subspan(i * quarter, quarter); };
    const bool is_dense = strides_of_b[0] == columns;
    const duet::ArrayView b(part(1), shape, strides_of_b);
    const duet::ArrayView out(to_.subspan(0, quarter), shape);
    Row result = row(name, is_dense ? count_ : count_ / 4 * 3, [&] {
      kernel_.launch(stream_, {{part(0), shape}, b, {part(2), shape}}, {out});
    });
    expect(name, to_.subspan(quarter - 1, 1), 0.75f);
    return result;
  }

  Row reduction() {
    const duet::Kernel sum = module_.kernel("sum");
    const auto blocks = static_cast<unsigned>(device_.info().multiprocessors) * 4;
    const duet::Buffer<float> sums(device_, (blocks + 3) / 4 * 4), total(device_, 1);
    duet::fill(stream_, sums, 0.0f);
    Row result = row("sum", count_, [&] {
      duet::launch(stream_, sum, {{blocks}, {threads}}, from_, sums,
                   static_cast<unsigned>(count_ / 4));
      duet::launch(stream_, sum, {{1}, {threads}}, sums, total,
                   static_cast<unsigned>(sums.size() / 4));
    });
    expect("sum", total, 0.5f * static_cast<float>(count_));
    return result;
  }

  Row softmax() {
    const duet::Kernel kernel = module_.kernel("softmax");
    const std::size_t half = count_ / 2;
    Row result = row("softmax of rows", count_, [&] {
      duet::launch(stream_, kernel, {{static_cast<unsigned>(half / columns)}, {threads}},
                   from_.subspan(0, half), to_.subspan(0, half));
    });
    expect("softmax", to_.subspan(half - 1, 1), 1.0f / columns);
    return result;
  }

  void expect(const std::string& name, duet::DeviceSpan<float> found, float expected) {
    std::vector<float> host(1);
    duet::copy(stream_, host, found);
    stream_.synchronize();
    if (!(std::fabs(host[0] - expected) <= 1e-4f * expected)) {
      throw std::runtime_error(fmt::format("{} gave {} instead of {}", name, host[0], expected));
    }
  }

  duet::Device device_;
  duet::Stream stream_;
  duet::Module module_;
  duet::FusedKernel kernel_{device_, multiply_add()};
  std::size_t count_;  ///< elements of a buffer; a quarter of it has whole rows
  int repetitions_;
  duet::Buffer<float> from_;
  duet::Buffer<float> to_;
};

void print_table(const std::vector<Row>& rows) {
  fmt::print("{:<26}{:>10}{:>12}{:>10}{:>10}\n", "", "MiB", "ms", "GB/s", "of copy");
  for (const Row& row : rows) {
    fmt::print("{:<26}{:>10.0f}{:>12.4f}{:>10.1f}{:>10.3f}\n", row.name, row.bytes / (1 << 20),
               row.milliseconds, row.gigabytes_a_second(),
               row.gigabytes_a_second() / rows[0].gigabytes_a_second());
  }
}

void print_json(const duet::Device& device, const std::vector<Row>& rows) {
  fmt::print("{{\"backend\": \"{}\", \"device\": \"{}\", \"rows\": [", duet::backend_name(),
             device.info().name);
  const char* separator = "";
  for (const Row& row : rows) {
    fmt::print("{}\n  {{\"name\": \"{}\", \"bytes\": {:.0f}, \"ms\": {:.5f}, \"of_copy\": {:.4f}}}",
               separator, row.name.substr(row.name.find_first_not_of(' ')), row.bytes,
               row.milliseconds, row.gigabytes_a_second() / rows[0].gigabytes_a_second());
    separator = ",";
  }
  fmt::print("\n]}}\n");
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Bandwidth of fused kernels, a reduction and a softmax against a device copy");
  std::size_t mebibytes = 1024;
  int repetitions = 50;
  int device = 0;
  bool json = false;
  app.add_option("--size", mebibytes, "Size of the copy in MiB; use 16 on a CPU")
      ->check(CLI::Range(1, 1 << 16));
  app.add_option("--repeat", repetitions, "Measurements per row")->check(CLI::Range(1, 100000));
  app.add_option("--device", device, "Number of the device (default 0)");
  app.add_flag("--json", json, "Print JSON instead of a table");
  CLI11_PARSE(app, argc, argv);

  Bench bench(device, mebibytes << 20, repetitions);
  const std::vector<Row> rows = bench.run();
  if (json) {
    print_json(bench.device(), rows);
  } else {
    fmt::print(
        "{} on {}: bytes read and written, median ms of {} runs, bandwidth, its ratio to the "
        "copy's\n",
        duet::backend_name(), bench.device().info().name, repetitions);
    print_table(rows);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
