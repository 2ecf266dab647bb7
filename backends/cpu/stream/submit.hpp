#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "stream.hpp"

namespace duet::cpu {

/// The stream that a handle means: null is the current device's default stream. @throws bad_alloc
std::shared_ptr<Stream> resolve(Stream* handle);

/// Waits for all of them. @returns the first failure of their work, once
Status finish_all(const std::vector<std::shared_ptr<Stream>>& streams);

/// Puts an operation into a stream, after what it has to wait for if the stream is ordered with the
/// default stream; or into the graph that the stream's work is captured for.
/// @returns nothing in particular if it is captured. @throws std::bad_alloc
Point submit(std::shared_ptr<Stream> stream, std::unique_ptr<Operation> operation);

/// Does that for the calls of driver_calls.hpp, which do not throw.
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
