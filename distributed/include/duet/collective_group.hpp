#pragma once

#include <memory>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
class CommunicatorState;
}

/// Collects the calls of a communicator and submits them as one, so that they progress together:
/// two ranks that send to each other must put send and receive into a group.
///
///     CollectiveGroup group = communicator.group();
///     communicator.send(stream, ours, next);
///     communicator.receive(stream, theirs, previous);
///     group.submit();
///
/// Ownership: movable. Must not outlive the communicator. Discards the calls if destroyed before
/// `submit`. Thread-safety: that of the communicator.
class CollectiveGroup {
 public:
  CollectiveGroup(CollectiveGroup&& other) noexcept = default;
  CollectiveGroup(const CollectiveGroup&) = delete;
  CollectiveGroup& operator=(const CollectiveGroup&) = delete;
  ~CollectiveGroup();

  /// Submits the calls and ends the group. No-op without calls.
  /// @throws Error  invalid_argument if the calls name more than one stream or encoder, or if the
  ///                group has ended; and as Communicator::all_reduce
  void submit();

 private:
  friend class Communicator;
  explicit CollectiveGroup(std::shared_ptr<detail::CommunicatorState> state);

  std::shared_ptr<detail::CommunicatorState> state_;  ///< null once the group has ended
};

}  // namespace duet
DUET_API_END
