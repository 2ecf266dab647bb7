// A small array framework on duet: lazy expressions, generated kernels, a library's matrix product
// in the encoder's batches, temporaries and completion handlers.
//
//   array_framework            computes a small network and statistics, and checks them on the host
//   array_framework --bench    times a chain of 100 small operations
//
// The files, in the order of the steps:
//   array.hpp        what a user of the framework sees
//   evaluator.cpp    records everything in a CommandEncoder: the part to copy
//   fused_group.hpp  generates a kernel for elementwise operations
//   kernels.hpp      the other kernels
//   product.hpp      products of matrices by cuBLAS, whose handle is in a DeviceSlot, or a kernel
// compare_with_torch.py runs the same chain with PyTorch.
// Exit status: 0 if all results are right, 1 if not or after an error.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "array.hpp"
#include "evaluator.hpp"

namespace {

using arrays::Array;
using arrays::Evaluator;

/// Compares results with the host's, and prints a line for each comparison.
struct Check {
  void expect(const char* what, const std::vector<float>& values, const std::vector<double>& right,
              double tolerance) {
    double error = values.size() == right.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < std::min(values.size(), right.size()); ++i) {
      error = std::max(error, std::fabs(values[i] - right[i]));
    }
    fmt::print("{:<28}{:>10.2e}  {}\n", what, error, error <= tolerance ? "ok" : "WRONG");
    all_right = all_right && error <= tolerance;
  }

  bool all_right = true;
};

/// The network that `run_network` computes, in double precision.
std::vector<double> network_on_host(const std::vector<float>& x, const std::vector<float>& w,
                                    const std::vector<float>& bias, std::size_t rows,
                                    std::size_t inner, std::size_t columns) {
  std::vector<double> result;
  for (std::size_t row = 0; row < rows; ++row) {
    double total = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      double sum = bias[column];
      for (std::size_t i = 0; i < inner; ++i) {
        sum += double{x[row * inner + i]} * w[i * columns + column];
      }
      result.push_back(std::exp(std::tanh(sum)));
      total += result.back();
    }
    for (double& value : std::span(result).last(columns)) value /= total;
  }
  return result;
}

void run_network(Check& check) {
  constexpr int rows = 64, inner = 48, columns = 33;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const Array x = arrays::random_normal({rows, inner}, seed);
    const Array w = arrays::random_uniform({inner, columns}, seed + 100) - 0.5F;
    const Array bias = arrays::random_normal({1, columns}, seed + 200);
    const Array probabilities = arrays::softmax(arrays::tanh(arrays::product(x, w) + bias));
    arrays::evaluate({x, w, bias, probabilities});
    check.expect("softmax(tanh(x w + b))", probabilities.values(),
                 network_on_host(x.values(), w.values(), bias.values(), rows, inner, columns),
                 1e-5);
    check.expect("its rows add up to 1", arrays::row_sum(probabilities).values(),
                 std::vector<double>(rows, 1), 1e-5);
  }
}

void run_statistics(Check& check) {
  constexpr int count = 1 << 20;
  const Array x = arrays::random_normal({1, count}, 7);
  const Array mean = arrays::row_sum(x) / float{count};
  const Array variance = arrays::row_sum((x - mean) * (x - mean)) / float{count};
  check.expect("mean of normal numbers", mean.values(), {0}, 5e-3);
  check.expect("their variance", variance.values(), {1}, 1e-2);
  check.expect("their maximum", arrays::row_maximum(x).values(), {std::ranges::max(x.values())}, 0);
}

void run_handlers(Check& check) {
  std::atomic<int> calls{0};
  Array x(std::vector<float>(1000, 1), {10, 100});
  for (int i = 0; i < 10; ++i) {
    x = x * 2.0F - 0.5F;
    arrays::evaluate({x}, [&calls] { ++calls; });
  }
  Evaluator::instance().encoder().synchronize();
  check.expect("ten dependent steps", x.values(), std::vector<double>(1000, 512.5), 0);
  check.expect("and their handlers", {static_cast<float>(calls)}, {10}, 0);
}

/// A chain of 100 operations. @returns microseconds for each evaluation
double time_chain(bool fuses, std::size_t rounds) {
  constexpr int count = 50;
  Evaluator& evaluator = Evaluator::instance();
  evaluator.set_fusing(fuses);
  const Array start = arrays::random_uniform({64, 256}, 1),
              other = arrays::random_uniform({64, 256}, 2);
  std::vector<double> times;
  for (std::size_t round = 0; round <= rounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
      Array x = start;
      for (int k = 0; k < 50; ++k) x = x * 0.99F + other;
      arrays::evaluate({x});
    }
    evaluator.encoder().synchronize();
    const std::chrono::duration<double, std::micro> taken =
        std::chrono::steady_clock::now() - begin;
    if (round > 0) times.push_back(taken.count() / count);  // the first one compiles
  }
  std::ranges::sort(times);
  return times[rounds / 2];
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("A small array framework");
  bool benches = false;
  std::size_t rounds = 20;
  app.add_flag("--bench", benches, "Time a chain of 100 small operations; prints JSON");
  app.add_option("--rounds", rounds, "Rounds of the times, of which the median counts")
      ->check(CLI::Range(1, 10000));
  CLI11_PARSE(app, argc, argv);
  const duet::CommandEncoder& encoder = Evaluator::instance().encoder();
  const std::string device = encoder.stream().device().info().name;
  if (benches) {
    const double separate = time_chain(false, rounds), fused = time_chain(true, rounds);
    fmt::print(
        "{{\"device\": \"{}\", \"one_kernel_an_operation_us\": {:.2f}, \"fused_us\": {:.2f}}}\n",
        device, separate, fused);
    return 0;
  }
  Check check;
  run_network(check);
  run_statistics(check);
  run_handlers(check);
  const duet::EncoderCounters counters = encoder.counters();
  fmt::print("{} on {}: {} operations in {} batches, {} of them graphs that were kept\n",
             duet::backend_name(), device, counters.operations, counters.batches, counters.reuses);
  return check.all_right ? 0 : 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
