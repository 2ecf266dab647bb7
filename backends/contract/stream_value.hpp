#pragma once

// Contract: numbers in memory that the host and streams write and wait for.

#include <cstdint>

#include "vendor_check.hpp"

namespace duet::vendor {

/// Whether streams of the device can write numbers and wait for them. If not, core does not call
/// what follows, nor the driver's calls for such numbers.
bool has_stream_values(DeviceHandle device) noexcept;

/// Later work of the stream waits until the number is at least `value`, which is below 2^63. The
/// stream is not captured.
Status wait_for_stream_value(StreamHandle stream, std::uint64_t* number,
                             std::uint64_t value) noexcept;

}  // namespace duet::vendor
