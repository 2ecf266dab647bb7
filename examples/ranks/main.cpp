// Logistic regression whose examples, and a matrix product whose sums are divided among ranks. The
// ranks are threads (ranks --ranks 4) or the processes that mpirun has started (mpirun -n 4 ranks).
// The results are compared with those of a single device.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "data_parallel.hpp"
#include "sharded_product.hpp"

namespace {

// Sums of floats whose terms are added in another order: some units in the last place of values
// below 128.
constexpr double largest_deviation = 1e-4;
constexpr int matrix_rows = 240;  // a multiple of 1 to 6, 8, 10, 12, 15 and 16
constexpr int iterations = 200;

double deviation(const std::vector<float>& a, const std::vector<float>& b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const double difference = std::fabs(double{a[i]} - double{b[i]});
    if (!(difference <= largest)) largest = difference;  // also if it is NaN
  }
  return largest;
}

/// Runs both programs on one rank. @returns whether its results are those of a single device
bool run(const duet::Bootstrap& bootstrap) {
  duet::Communicator communicator(bootstrap);
  duet::Communicator alone(communicator.device(), duet::Bootstrap::threads(1).front());
  const Problem problem = make_problem(1000, 60, 1);
  const std::size_t elements = std::size_t{matrix_rows} * matrix_rows;
  const Problem matrices = make_problem(elements, 2, 2);
  const auto middle = matrices.inputs.begin() + static_cast<std::ptrdiff_t>(elements);
  const std::vector<float> a(matrices.inputs.begin(), middle), b(middle, matrices.inputs.end());

  const double weights = deviation(train(communicator, problem, 0.1f, iterations),
                                   train(alone, problem, 0.1f, iterations));
  const double products =
      deviation(multiply(communicator, a, b, matrix_rows), multiply(alone, a, b, matrix_rows));
  if (communicator.rank() == 0) {
    fmt::print(
        "{} ranks by the engine {}: largest deviation from one device: weights {:.1e}, "
        "product {:.1e}\n",
        communicator.size(), name_of(communicator.engine()), weights, products);
  }
  return weights <= largest_deviation && products <= largest_deviation;
}

/// @returns the number of ranks that have failed
int run_threads(int size) {
  std::vector<char> is_right(static_cast<std::size_t>(size));
  std::vector<std::thread> threads;
  for (const duet::Bootstrap& bootstrap : duet::Bootstrap::threads(size)) {
    threads.emplace_back([&is_right, bootstrap] {
      try {
        is_right[static_cast<std::size_t>(bootstrap.rank)] = run(bootstrap) ? 1 : 0;
      } catch (const std::exception& error) {
        fmt::print(stderr, "rank {}: {}\n", bootstrap.rank, error.what());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return static_cast<int>(std::count(is_right.begin(), is_right.end(), 0));
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Logistic regression and a matrix product among several ranks");
  int ranks = 0;
  app.add_option("--ranks", ranks, "Ranks, each a thread (default: the processes of mpirun)")
      ->check(CLI::Range(1, 16));
  CLI11_PARSE(app, argc, argv);
  const int failed = ranks > 0 ? run_threads(ranks) : run(duet::Bootstrap::mpi()) ? 0 : 1;
  if (failed > 0)
    fmt::print(stderr, "error: the deviation exceeds {}, or a rank has failed\n",
               largest_deviation);
  return failed > 0 ? 1 : 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
