// Logistic regression by gradient descent, with the loss of every iteration. The kernels are
// generated for the size of the problem (training.cpp), all operations go through a CommandEncoder,
// and the results are compared with those of the host in double precision (reference.cpp).

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "training.hpp"

namespace {

/// The largest differences from the host's results.
struct Deviation {
  double weight = 0;
  double loss = 0;
};

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::fabs(double{a[i]} - double{b[i]});
    if (!(difference <= largest)) largest = difference;  // also if it is NaN
  }
  return largest;
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Logistic regression by gradient descent on a device");
  std::size_t examples = 1000;
  std::size_t features = 100;
  std::size_t iterations = 10000;
  std::size_t batch = 50;
  double rate = 0.1;
  unsigned seed = 1;
  int ordinal = 0;
  app.add_option("--examples", examples, "Number of examples (rows)")
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--features", features, "Number of features (columns)")
      ->check(CLI::Range(1, 1 << 14));
  app.add_option("--iterations", iterations, "Steps of gradient descent")
      ->check(CLI::Range(1, 1 << 24));
  app.add_option("--batch", batch, "Iterations that are submitted as one batch")
      ->check(CLI::Range(1, 1 << 16));
  app.add_option("--rate", rate, "Learning rate");
  app.add_option("--seed", seed, "Seed of the random problem");
  app.add_option("--device", ordinal, "Number of the device (default 0)");
  CLI11_PARSE(app, argc, argv);

  const duet::Device device(ordinal);
  const Problem problem = make_problem(examples, features, seed);
  const DeviceRun run =
      train_on_device(device, problem, static_cast<float>(rate), iterations, batch);
  const Trained expected = train_on_host(problem, rate, iterations);
  const Deviation deviation{largest_difference(run.trained.weights, expected.weights),
                            largest_difference(run.trained.losses, expected.losses)};

  fmt::print("{} on {}: {} examples, {} features, {} iterations\n", duet::backend_name(),
             device.info().name, examples, features, iterations);
  fmt::print("loss {:.6f}, accuracy {:.4f}\n", run.trained.losses.back(),
             accuracy(problem, run.trained.weights));
  if (run.timed_iterations > 0) {
    fmt::print("{:.0f} iterations per second (measured over the last {})\n",
               static_cast<double>(run.timed_iterations) / run.seconds, run.timed_iterations);
  }
  fmt::print("{} batches: {} launched directly, {} graphs instantiated, {} graphs reused\n",
             run.counters.batches, run.counters.direct, run.counters.instantiations,
             run.counters.reuses);
  fmt::print("largest deviation from the host: weight {:.2e}, loss {:.2e}\n", deviation.weight,
             deviation.loss);
  if (!(deviation.weight <= 1e-3 && deviation.loss <= 1e-4)) {
    fmt::print(stderr, "error: the deviation exceeds 1e-3 (weights) or 1e-4 (loss)\n");
    return 1;
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
