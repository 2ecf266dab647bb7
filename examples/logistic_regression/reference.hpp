#pragma once

#include <vector>

#include "problem.hpp"

/// The result of training.
struct Trained {
  std::vector<float> weights{};
  std::vector<float> losses{};  ///< loss of each iteration, before its step
};

/// Trains on the host, in double precision.
Trained train_on_host(const Problem& problem, double rate, std::size_t iterations);
