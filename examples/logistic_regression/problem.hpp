#pragma once

#include <cstddef>
#include <vector>

/// Examples, each of which is on one side of a plane.
struct Problem {
  std::size_t examples = 0;
  std::size_t features = 0;
  std::vector<float> inputs{};   ///< examples x features, row after row
  std::vector<float> labels{};   ///< of each example: 0 or 1
  std::vector<float> weights{};  ///< of each feature, to begin with
};

/// Normally distributed inputs, and the labels that hidden weights give them. The same for a seed.
Problem make_problem(std::size_t examples, std::size_t features, unsigned seed);

/// The part of the examples whose label is right, 0 to 1.
double accuracy(const Problem& problem, const std::vector<float>& weights);
