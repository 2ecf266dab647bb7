#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "stream.hpp"

namespace duet::cpu {

/// The stream of a handle. Null stands for the current device's default stream.
/// @throws std::bad_alloc
std::shared_ptr<Stream> resolve(Stream* handle);

/// Waits for all streams. @returns the first failure of their work, see reported_failure.hpp
Status finish_all(const std::vector<std::shared_ptr<Stream>>& streams);

/// Submits an operation to a stream, after the waits that order the stream with the default stream.
/// If the stream is captured, adds the operation to the capture instead.
/// @returns the operation's point; an empty one if it was captured. @throws std::bad_alloc
Point submit(std::shared_ptr<Stream> stream, std::unique_ptr<Operation> operation);

/// Submits a new operation, for the calls of driver_calls.hpp, which do not throw.
template <typename MadeOperation, typename... Arguments>
Status submit_new(Stream* handle, Arguments&&... arguments) noexcept {
  try {
    submit(resolve(handle), std::make_unique<MadeOperation>(std::forward<Arguments>(arguments)...));
    return Status::success;
  } catch (...) {
    return Status::out_of_memory;
  }
}

}  // namespace duet::cpu
