#pragma once

#include <duet/duet.hpp>

#include "problem.hpp"
#include "reference.hpp"

/// How training on a device went.
struct DeviceRun {
  Trained trained{};
  double seconds = 0;  ///< of all iterations after a first batch, to the end of the last
  std::size_t timed_iterations = 0;
  duet::EncoderCounters counters{};
};

/// Gradient descent on a device: kernels made for the problem's size, all operations through an
/// encoder, `batch` iterations at a time.
/// @throws duet::Error
DeviceRun train_on_device(const duet::Device& device, const Problem& problem, float rate,
                          std::size_t iterations, std::size_t batch);
