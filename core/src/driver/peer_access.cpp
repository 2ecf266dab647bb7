#include "peer_access.hpp"

#include <duet/launch.hpp>

#include <fmt/format.h>

#include <array>
#include <atomic>

#include "device_state.hpp"

namespace duet {

namespace {

constexpr int most_devices = 64;

/// For each device a bit for each device whose memory its kernels are known to access. It is not
/// noticed if other code withdraws the access later.
constinit std::array<std::atomic<std::uint64_t>, most_devices> known_peers{};

std::uint64_t bit_of(const Device& device) noexcept {
  return device.ordinal() < most_devices ? std::uint64_t{1} << device.ordinal() : 0;
}

std::atomic<std::uint64_t>& peers_of(const Device& device) noexcept {
  return known_peers[static_cast<std::size_t>(device.ordinal() % most_devices)];
}

}  // namespace

bool Device::can_access(const Device& peer) const {
  if (peer == *this) return true;
  return vendor::can_access_peer(state_->handle, peer.state().handle);
}

void Device::enable_peer_access(const Device& peer) const {
  if (peer == *this || (peers_of(*this) & bit_of(peer)) != 0) return;
  if (!can_access(peer)) {
    throw Error(ErrorCode::not_supported,
                fmt::format("device {} ({}) cannot access the memory of device {} ({}); copy the "
                            "data between them",
                            ordinal(), info().name, peer.ordinal(), peer.info().name));
  }
  make_current(*this);
  vendor::enable_peer_access(state_->handle, peer.state().handle, peer.state().context);
  peers_of(*this) |= bit_of(peer);
}

namespace detail {

bool can_reach(const Device& device, const Device& home, const void* address) {
  if (home == device || (peers_of(device) & bit_of(home)) != 0) return true;
  make_current(device);
  if (!vendor::has_peer_access(home.state().context, address)) return false;
  peers_of(device) |= bit_of(home);
  return true;
}

std::string access_advice(const Device& device, const Device& home) {
  std::string copy = fmt::format("copy it to a buffer of device {}", device.ordinal());
  if (!device.can_access(home)) return copy;
  return copy + fmt::format(", or call Device({}).enable_peer_access(Device({})) before",
                            device.ordinal(), home.ordinal());
}

void require_access(const Device& device, const DeviceState& home, const void* address,
                    const std::string& what) {
  const Device owner(home);
  if (can_reach(device, owner, address)) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{} is memory of device {}, which device {} cannot access; {}", what,
                          home.ordinal, device.ordinal(), access_advice(device, owner)));
}

}  // namespace detail

}  // namespace duet
