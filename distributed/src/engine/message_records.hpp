#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace duet::detail {

/// Whether a call is one rank's part of a message.
bool is_message(const CollectiveCall& call) noexcept;
/// The messages among calls, in their order.
Calls messages_of(const Calls& calls);

/// What the two ranks of each message tell each other before it, so that both find out whether
/// their calls belong together.
class MessageRecords {
 public:
  /// @param messages  sends and receives that progress together
  /// @param rank      that calls them
  MessageRecords(Calls messages, int rank);

  /// What this rank tells the others, one record after the other.
  std::span<const std::byte> own() const noexcept { return own_; }
  /// Sends and receives that exchange the records.
  /// @param own     an address of a copy of `own()`
  /// @param others  where the other ranks' records arrive: as many bytes
  Calls transfers(const std::byte* own, std::byte* others) const;
  /// @param others  the records that have arrived
  /// @returns empty, or what the ranks of the first wrong message have called
  std::string mismatch(std::span<const std::byte> others) const;

 private:
  Calls messages_;
  int rank_;
  std::vector<std::byte> own_{};
};

}  // namespace duet::detail
