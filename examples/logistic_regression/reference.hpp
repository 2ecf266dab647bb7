#pragma once

#include <vector>

#include "problem.hpp"

/// What training comes to.
struct Trained {
  std::vector<float> weights{};
  std::vector<float> losses{};  ///< of each iteration, before its step
};

/// Gradient descent on the host, in double precision.
Trained train_on_host(const Problem& problem, double rate, std::size_t iterations);
