#pragma once

#include <vector>

#include <duet/distributed.hpp>
#include <duet/duet.hpp>

/// Multiplies two square matrices of n rows. Each rank has a part of the columns of the first and
/// of the rows of the second one, and computes a part of each sum; the ranks add these parts, and
/// each gets its rows of the result.
/// @param n  a multiple of the number of ranks
/// @returns the whole result, the same on all ranks
std::vector<float> multiply(duet::Communicator& communicator, const std::vector<float>& a,
                            const std::vector<float>& b, int n);
