#pragma once

#include <duet/command_encoder.hpp>
#include <duet/device.hpp>

namespace duet::detail {

/// The options with what is not set filled in.
/// @throws Error (invalid_argument) for a number that must not be 0, a variable that is not
///               understood
EncoderOptions complete_options(EncoderOptions options, const Device& device);

/// Batches of fewer operations are launched one by one: launching a graph costs as much.
inline constexpr std::size_t least_graph_operations = 3;

}  // namespace duet::detail
