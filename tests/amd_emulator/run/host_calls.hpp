#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "machine/memory.hpp"

namespace amd_emulator {

/// The buffer by which waves ask the host for services: printf is the only one. A wave takes a
/// packet from a stack of free ones, fills it, pushes it on the stack of ready ones and waits until
/// its flag is cleared. Source: ROCm's device libraries, ockl/src/hostcall_impl.cl, and ROCclr's
/// devhostcall.cpp, devhcmessages.cpp.
/// Thread-safety: all members.
class HostCalls {
 public:
  /// @param waves  that may call at the same time
  HostCalls(u64 waves, Memory& memory);

  u64 address() const { return reinterpret_cast<u64>(&buffer_); }
  /// Serves the packets that are ready.
  void serve();

 private:
  struct Header {
    u64 next;
    u64 active_lanes;
    u32 service;
    u32 control;
  };
  struct Payload {
    std::array<std::array<u64, 8>, max_lanes> lanes;
  };
  struct Buffer {
    Header* headers;
    Payload* payloads;
    void* doorbell;
    u64 free_stack;
    u64 ready_stack;
    u32 index_bits;
  };

  void serve_lane(u32 service, std::array<u64, 8>& words);

  std::vector<Header> headers_;
  std::vector<Payload> payloads_;
  std::array<u64, 8> doorbell_{};
  Buffer buffer_{};
  std::vector<std::unique_ptr<KnownRange>> known_{};
  std::mutex mutex_{};
  std::map<u64, std::vector<u64>> messages_{};  ///< that have not ended, by their number
  u64 last_message_ = 0;
};

}  // namespace amd_emulator
