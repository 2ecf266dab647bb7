#pragma once

#include <cstddef>
#include <memory>

namespace duet::bench {

/// Copies between devices by the vendor's peer call; on the CPU by memcpy. All members throw
/// std::runtime_error if a call fails.
class RawPeerCopy {
 public:
  virtual ~RawPeerCopy() = default;

  /// Copies `count` times, and waits.
  virtual void copy(void* to, const void* from, std::size_t bytes, int count) = 0;
};

/// @param to, from  ordinals of the devices
std::unique_ptr<RawPeerCopy> open_raw_peer_copy(int to, int from);

}  // namespace duet::bench
