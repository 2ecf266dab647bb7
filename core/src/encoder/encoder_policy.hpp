#pragma once

#include <duet/command_encoder.hpp>
#include <duet/device.hpp>

namespace duet::detail {

/// Fills in the options that are not set, from environment variables or defaults.
/// @throws Error (invalid_argument) for a zero or an invalid environment variable
EncoderOptions complete_options(EncoderOptions options, const Device& device);

/// Smaller batches are launched operation by operation: launching a graph costs as much.
inline constexpr std::size_t min_graph_operations = 3;

}  // namespace duet::detail
