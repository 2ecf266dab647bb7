#pragma once

#include "hip/entry.hpp"

namespace amd_emulator {

// HIP never ends a capture in which its thread waited for the device, or allocated or freed memory
// without the relaxed mode: the stream cannot be used any more.

/// @returns false if the stream has one already. @throws std::bad_alloc
bool add_open_capture(hipStream_t origin);
void remove_open_capture(hipStream_t origin) noexcept;

/// Invalidates the captures that the calling thread has begun. @returns whether there are any
bool invalidate_open_captures() noexcept;
bool is_invalidated(hipStream_t origin) noexcept;

/// Sets the calling thread's mode. @returns the one before
hipStreamCaptureMode exchange_capture_mode(hipStreamCaptureMode mode) noexcept;
/// For calls that allocate or free. @returns whether a capture forbids them, which is invalidated
bool is_forbidden_by_capture() noexcept;

}  // namespace amd_emulator
