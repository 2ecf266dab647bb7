// Logistic regression whose examples, and a matrix product whose sums are divided among ranks. The
// ranks are threads (ranks --ranks 4) or the processes that a launcher has started (mpirun -n 4
// ranks). The results are compared with those of a single device.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <string>
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

/// Examples and features of each rank's part of a problem that grows with the number of ranks.
struct Growth {
  std::size_t examples = 0;
  std::size_t features = 256;
};

/// Seconds for an iteration, by the difference of two trainings.
double seconds_of_iteration(duet::Communicator& communicator, const Problem& problem) {
  const duet::Stream stream(communicator.device());
  double seconds = 0;
  for (const int count : {10, 10, 60}) {  // the first warms up
    communicator.barrier(stream);
    communicator.synchronize(stream);
    const auto begin = std::chrono::steady_clock::now();
    (void)train(communicator, problem, 0.1f, count);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    seconds = count == 10 ? time.count() : (time.count() - seconds) / 50;
  }
  return seconds;
}

/// Times training on as many examples for each rank as one device has alone.
void run_growth(const duet::Bootstrap& bootstrap, const Growth& growth) {
  duet::Communicator communicator(bootstrap);
  duet::Communicator alone(communicator.device(), duet::Bootstrap::threads(1).front());
  const auto size = static_cast<std::size_t>(communicator.size());
  const double one = seconds_of_iteration(alone, make_problem(growth.examples, growth.features, 1));
  const double all =
      seconds_of_iteration(communicator, make_problem(growth.examples * size, growth.features, 1));
  if (communicator.rank() > 0) return;
  fmt::print(
      "{} examples of {} features a rank: {:.1f} µs an iteration alone, {:.1f} µs with {} "
      "ranks by {}: weak scaling {:.3f}\n",
      growth.examples, growth.features, one * 1e6, all * 1e6, size, name_of(communicator.engine()),
      one / all);
}

/// @returns the number of ranks whose results are wrong
template <typename F>
int run_threads(int size, const F& function) {
  std::atomic<int> wrong{0};
  duet::run_rank_threads(size, [&](const duet::Bootstrap& bootstrap) {
    if (!function(bootstrap)) ++wrong;
  });
  return wrong;
}

/// torchrun's variables are complete; mpirun connects its processes itself.
duet::Bootstrap launched() {
  return std::getenv("WORLD_SIZE") != nullptr ? duet::Bootstrap::from_environment()
                                              : duet::Bootstrap::mpi();
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Logistic regression and a matrix product among several ranks");
  int ranks = 0;
  app.add_option("--ranks", ranks,
                 "Ranks, each a thread (default: the processes of mpirun or torchrun)")
      ->check(CLI::Range(1, 16));
  Growth growth;
  app.add_option("--growth", growth.examples,
                 "Time logistic regression with so many examples for each rank instead");
  app.add_option("--features", growth.features, "Features of these examples");
  CLI11_PARSE(app, argc, argv);
  const auto function = [&](const duet::Bootstrap& bootstrap) {
    if (growth.examples == 0) return run(bootstrap);
    run_growth(bootstrap, growth);
    return true;
  };
  const int failed = ranks > 0 ? run_threads(ranks, function) : function(launched()) ? 0 : 1;
  if (failed > 0) fmt::print(stderr, "error: the deviation exceeds {}\n", largest_deviation);
  return failed > 0 ? 1 : 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
