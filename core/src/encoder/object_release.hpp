#pragma once

#include <memory>
#include <vector>

#include <duet/event.hpp>
#include <duet/stream.hpp>

namespace duet::detail {

// Whether work in flight may still use objects. An error of a call tells nothing about the work:
// only success, and errors after which the device runs nothing any more, permit to release them.

enum class Progress {
  pending,
  ended,   ///< the work has finished, or the device is lost
  unknown  ///< the driver's call failed
};
Progress progress_of(EventRef event) noexcept;
Progress progress_of(StreamRef stream) noexcept;

/// Waits for the event's work or the stream's; tries several times. Logs the work's failure.
/// @returns false if the driver does not tell that the work has ended
bool wait_for_end(EventRef event) noexcept;
bool wait_for_end(StreamRef stream) noexcept;

/// Releases objects when the driver tells that all work of the device has ended; at the earliest
/// when another object of the device is destroyed. They are never released otherwise.
void release_some_time(const Device& device,
                       std::vector<std::shared_ptr<const void>>&& objects) noexcept;

}  // namespace duet::detail
