#pragma once

#include <cstddef>
#include <vector>

/// A linearly separable problem: a hidden plane determines the label of each example.
struct Problem {
  std::size_t examples = 0;
  std::size_t features = 0;
  std::vector<float> inputs{};   ///< examples x features, row after row
  std::vector<float> labels{};   ///< 0 or 1 for each example
  std::vector<float> weights{};  ///< initial weight of each feature
};

/// Makes a problem with normally distributed inputs. The same seed gives the same problem.
Problem make_problem(std::size_t examples, std::size_t features, unsigned seed);

/// The fraction of examples, 0 to 1, whose label the weights predict.
double accuracy(const Problem& problem, const std::vector<float>& weights);
