#pragma once

#include <duet/duet.hpp>

#include "problem.hpp"
#include "reference.hpp"

/// The result of training on a device, with its time.
struct DeviceRun {
  Trained trained{};
  double seconds = 0;  ///< time of all batches but the first two
  std::size_t timed_iterations = 0;
  duet::EncoderCounters counters{};
};

/// Trains on a device: with kernels for the size of the problem and a CommandEncoder that submits
/// `batch` iterations at a time.
/// @throws duet::Error
DeviceRun train_on_device(const duet::Device& device, const Problem& problem, float rate,
                          std::size_t iterations, std::size_t batch);
