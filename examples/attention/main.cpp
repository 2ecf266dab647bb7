// Attention on a device: compiles attention.cu for the given sizes, runs it on random numbers, and
// compares rows of the result with the host's in double precision (reference.cpp).

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>

#include <duet/duet.hpp>

#include "reference.hpp"

namespace {

/// How a block divides its work; see attention.cu.
struct Blocking {
  unsigned rows = 16;  ///< of a wave
  unsigned keys = 64;  ///< of a part
  unsigned waves = 4;
  bool by_warpgroups = false;  ///< code for sm_90a

  unsigned block_rows() const { return waves * rows; }
  /// Of the queries and of two parts of keys and values: lines of 128 bytes.
  std::size_t shared_bytes(unsigned size) const {
    return std::size_t{128} * ((size + 63) / 64) * (block_rows() + 4 * keys);
  }
};

/// Larger blocks read keys and values less often, and waves with more rows read shared memory less
/// often. They must fit into registers and shared memory.
Blocking choose_blocking(const duet::DeviceInfo& device, unsigned size) {
  Blocking blocking;
  // Instructions of warpgroups are for these numbers of columns, and for sums of two of them.
  const bool has_instructions = size % 64 != 48;
  if (device.architecture == "sm_90" && has_instructions) {
    blocking = {.keys = size <= 128 ? 128U : 64U, .waves = 8, .by_warpgroups = true};
  } else if (std::string_view(duet::backend_name()) == "CUDA") {
    (size <= 128 ? blocking.rows : blocking.keys) = 32;
  }
  while (blocking.keys > 16 && blocking.shared_bytes(size) > device.max_shared_per_block) {
    blocking.keys /= 2;
  }
  return blocking;
}

/// The kernel's `Problem`.
struct Problem {
  int queries;
  int keys;
  int is_causal;
  float scale;
};

std::string read_kernel() {
  std::ifstream file(DUET_ATTENTION_KERNEL);
  if (!file) throw std::runtime_error("cannot read " DUET_ATTENTION_KERNEL);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Random numbers that T represents.
template <typename T>
std::vector<T> random_numbers(std::size_t count, std::mt19937& generator) {
  std::normal_distribution<float> normal;
  std::vector<T> result(count);
  for (T& number : result) number = T(normal(generator));
  return result;
}

template <typename T>
std::vector<float> as_floats(const std::vector<T>& numbers) {
  std::vector<float> result;
  for (const T& number : numbers) result.push_back(static_cast<float>(number));
  return result;
}

struct Result {
  double deviation = 0;  ///< the largest, relative to the greatest weighted value
  double seconds = 0;    ///< of a launch
};

template <typename T>
class Attention {
 public:
  Attention(const duet::Device& device, const AttentionShape& shape, const std::string& type)
      : shape_(shape),
        blocking_(choose_blocking(device.info(), static_cast<unsigned>(shape.size))),
        device_(device),
        stream_(device) {
    const std::string name = fmt::format("attention<{}, {}, {}, {}, {}>", type, shape.size,
                                         blocking_.rows, blocking_.keys, blocking_.waves);
    duet::Program program{.name = "attention.cu", .source = read_kernel(), .kernels = {name}};
    if (blocking_.by_warpgroups) program.options.architecture = "sm_90a";
    kernel_ = duet::jit(device, program).kernel(name);
    std::mt19937 generator(1);
    q_ = random_numbers<T>(elements(shape.queries), generator);
    k_ = random_numbers<T>(elements(shape.keys), generator);
    v_ = random_numbers<T>(elements(shape.keys), generator);
  }

  Result run(int checked_rows, int repetitions) {
    const duet::Buffer<T> q(stream_, q_), k(stream_, k_), v(stream_, v_);
    const duet::Buffer<T> out(device_, q_.size());
    const auto wave = static_cast<unsigned>(device_.info().wave_size);
    const unsigned rows = blocking_.block_rows();
    const duet::LaunchShape launch{
        .grid = {(static_cast<unsigned>(shape_.queries) + rows - 1) / rows,
                 static_cast<unsigned>(shape_.heads), 1},
        .block = {blocking_.waves * wave, 1, 1},
        .shared_bytes = blocking_.shared_bytes(static_cast<unsigned>(shape_.size))};
    const Problem problem{shape_.queries, shape_.keys, shape_.is_causal,
                          1 / std::sqrt(static_cast<float>(shape_.size))};
    const auto start = [&] { duet::launch(stream_, kernel_, launch, q, k, v, out, problem); };
    start();
    Result result{deviation(as_floats(out.to_vector(stream_)), checked_rows)};
    if (repetitions > 0) result.seconds = time(start, repetitions);
    return result;
  }

 private:
  std::size_t elements(int rows) const {
    return static_cast<std::size_t>(shape_.heads) * rows * shape_.size;
  }

  template <typename Start>
  double time(Start start, int repetitions) {
    const duet::Event begin(device_), end(device_);
    begin.record(stream_);
    for (int i = 0; i < repetitions; ++i) start();
    end.record(stream_);
    stream_.synchronize();
    return duet::elapsed_ms(begin, end) * 1e-3 / repetitions;
  }

  double deviation(const std::vector<float>& out, int checked_rows) const {
    const std::vector<float> q = as_floats(q_), k = as_floats(k_), v = as_floats(v_);
    const int rows = shape_.heads * shape_.queries;
    const int checked = std::min(rows, checked_rows);
    double largest = 0;
    for (int i = 0; i < checked; ++i) {
      const int row = static_cast<int>(static_cast<std::int64_t>(i) * rows / checked);
      const std::vector<double> expected =
          attention_row(shape_, q, k, v, row / shape_.queries, row % shape_.queries);
      for (int n = 0; n < shape_.size; ++n) {
        const double difference =
            std::fabs(out[static_cast<std::size_t>(row) * shape_.size + n] - expected[n]);
        if (!(difference <= largest)) largest = difference;  // also if it is NaN
      }
    }
    return largest;
  }

  AttentionShape shape_;
  Blocking blocking_;
  duet::Device device_;
  duet::Stream stream_;
  duet::Kernel kernel_;
  std::vector<T> q_, k_, v_;
};

template <typename T>
Result run(const duet::Device& device, const AttentionShape& shape, const std::string& type,
           int checked, int repetitions) {
  return Attention<T>(device, shape, type).run(checked, repetitions);
}

/// Multiplications and additions, of the seen half only if causal.
double operations(const AttentionShape& shape) {
  const double all = 4.0 * shape.heads * shape.queries * shape.keys * shape.size;
  return shape.is_causal ? all / 2 : all;
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Attention, softmax(Q K^T / sqrt(size)) V, on a device");
  AttentionShape shape{2, 100, 130, 64, false};
  bool is_bfloat16 = false;
  int ordinal = 0, checked = 200, repetitions = 0;
  app.add_option("--heads", shape.heads, "Number of heads")->check(CLI::Range(1, 65535));
  app.add_option("--queries", shape.queries, "Rows of Q")->check(CLI::Range(1, 1 << 20));
  app.add_option("--keys", shape.keys, "Rows of K and V")->check(CLI::Range(1, 1 << 20));
  app.add_option("--size", shape.size, "Size of a head: a multiple of 16")
      ->check(CLI::IsMember({16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256}));
  app.add_flag("--causal", shape.is_causal, "Rows see only the keys before them");
  app.add_flag("--bfloat16", is_bfloat16, "Numbers of type bfloat16 instead of half");
  app.add_option("--check", checked, "How many rows are compared with the host's")
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--repeat", repetitions, "Launches for a measured time; 0: none")
      ->check(CLI::Range(0, 1 << 20));
  app.add_option("--device", ordinal, "Number of the device (default 0)");
  CLI11_PARSE(app, argc, argv);

  const duet::Device device(ordinal);
  const Result result =
      is_bfloat16 ? run<duet::bfloat16>(device, shape, "duet::bfloat16", checked, repetitions)
                  : run<duet::half>(device, shape, "duet::half", checked, repetitions);
  fmt::print("{} on {}: {} heads, {} queries, {} keys, size {}{}, {}\n", duet::backend_name(),
             device.info().name, shape.heads, shape.queries, shape.keys, shape.size,
             shape.is_causal ? ", causal" : "", is_bfloat16 ? "bfloat16" : "half");
  if (repetitions > 0) {
    fmt::print("{:.3f} ms, {:.1f} TFLOP/s\n", result.seconds * 1e3,
               operations(shape) / result.seconds * 1e-12);
  }
  // Weights and results are rounded to the type, whose unit is 2^-11 or 2^-8.
  const double bound = is_bfloat16 ? 3e-2 : 4e-3;
  fmt::print("largest deviation from the host: {:.2e} (bound {:.0e})\n", result.deviation, bound);
  if (result.deviation <= bound) return 0;
  fmt::print(stderr, "error: the deviation exceeds the bound\n");
  return 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
