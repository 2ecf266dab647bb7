#pragma once

#include <vector>

#include <duet/distributed.hpp>
#include <duet/duet.hpp>

#include "logistic_regression/problem.hpp"

/// Trains by gradient descent. Each rank has a part of the examples; the ranks add their gradients.
/// @returns the weights, the same on all ranks
std::vector<float> train(duet::Communicator& communicator, const Problem& problem, float rate,
                         int iterations);
