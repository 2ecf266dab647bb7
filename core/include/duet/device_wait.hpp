#pragma once

#include <chrono>

#include <duet/device.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// How long a thread has been inside a call of duet that can wait for a device: synchronisation,
/// launches, copies and destructors. A launch waits if too much work is queued. Waits of other
/// libraries are not counted. Makes no call of the driver, so that a thread that watches others
/// never waits itself. Thread-safety: any thread.
/// @returns the longest time of the threads that are in such a call now; zero if there is none.
///          Calls are measured from the first call of this function in the process on
std::chrono::nanoseconds longest_wait(const Device& device) noexcept;

}  // namespace duet
DUET_API_END
