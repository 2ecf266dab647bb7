#include "reference.hpp"

#include <cmath>

Trained train_on_host(const Problem& problem, double rate, std::size_t iterations) {
  const std::size_t n = problem.examples;
  const std::size_t m = problem.features;
  const std::vector<double> inputs(problem.inputs.begin(), problem.inputs.end());
  std::vector<double> weights(problem.weights.begin(), problem.weights.end());
  std::vector<double> gradient(m);
  Trained trained;
  for (std::size_t iteration = 0; iteration < iterations; ++iteration) {
    double loss = 0;
    gradient.assign(m, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      const double* const row = &inputs[i * m];
      double logit = 0;
      for (std::size_t j = 0; j < m; ++j) logit += row[j] * weights[j];
      const double label = problem.labels[i];
      loss += std::fmax(logit, 0.0) + std::log1p(std::exp(-std::fabs(logit))) - label * logit;
      const double residual = 1 / (1 + std::exp(-logit)) - label;
      for (std::size_t j = 0; j < m; ++j) gradient[j] += row[j] * residual;
    }
    for (std::size_t j = 0; j < m; ++j) weights[j] -= rate * gradient[j] / static_cast<double>(n);
    trained.losses.push_back(static_cast<float>(loss / static_cast<double>(n)));
  }
  trained.weights.assign(weights.begin(), weights.end());
  return trained;
}
