#include "problem.hpp"

#include <random>

namespace {

double product(const Problem& problem, std::size_t example, const std::vector<float>& weights) {
  double sum = 0;
  for (std::size_t j = 0; j < problem.features; ++j) {
    sum += double{problem.inputs[example * problem.features + j]} * double{weights[j]};
  }
  return sum;
}

}  // namespace

Problem make_problem(std::size_t examples, std::size_t features, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  Problem problem{examples, features, std::vector<float>(examples * features),
                  std::vector<float>(examples), std::vector<float>(features)};
  std::vector<float> hidden(features);
  for (float& weight : hidden) weight = normal(random);
  for (float& input : problem.inputs) input = normal(random);
  for (float& weight : problem.weights) weight = 0.01f * normal(random);
  for (std::size_t i = 0; i < examples; ++i) {
    problem.labels[i] = product(problem, i, hidden) > 0 ? 1.0f : 0.0f;
  }
  return problem;
}

double accuracy(const Problem& problem, const std::vector<float>& weights) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < problem.examples; ++i) {
    right += (product(problem, i, weights) > 0) == (problem.labels[i] == 1.0f);
  }
  return static_cast<double>(right) / static_cast<double>(problem.examples);
}
