#include "nccl/nccl_introduction.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>

#include <fmt/format.h>

#include <duet/error.hpp>

namespace duet::detail {

namespace {

using Name = std::array<char, 192>;

/// What each rank tells the others.
struct NcclIntroduction {
  int version = 0;  ///< 0: the library cannot be used
  int device = 0;   ///< its number in the process
  pid_t process = 0;
  Name host{};
  Name device_name{};  ///< the same in all processes of a machine
  NcclId id{};
  NcclId checks_id{};
};

void set(Name& name, const std::string& text) {
  std::copy_n(text.begin(), std::min(text.size(), name.size() - 1), name.begin());
}

std::string host_name() {
  std::array<char, 192> name{};
  (void)gethostname(name.data(), name.size() - 1);
  return name.data();
}

void require(NcclStatus status, const NcclCalls& calls) {
  if (status == NcclStatus::success) return;
  throw Error(
      ErrorCode::not_supported,
      fmt::format("{}: {}. {}", calls.path, calls.error_string(status), calls.last_error(nullptr)));
}

/// Only rank 0's numbers are used.
void make_ids(const NcclCalls& calls, const EngineSetup& setup, NcclIntroduction& own) {
  if (setup.bootstrap.rank != 0) return;
  require(calls.get_unique_id(&own.id), calls);
  if (setup.checks) require(calls.get_unique_id(&own.checks_id), calls);
}

NcclIntroduction own_nccl_introduction(const EngineSetup& setup) {
  NcclIntroduction own;
  std::memset(static_cast<void*>(&own), 0, sizeof(own));  // padding, too
  own.device = setup.device.ordinal();
  own.process = getpid();
  set(own.host, host_name());
  const DeviceInfo& info = setup.device.info();
  const std::string place = info.pci_bus_id.empty() && info.uuid.empty()
                                ? fmt::format("number {}", own.device)
                                : info.pci_bus_id + ' ' + info.uuid;
  set(own.device_name, place);
  return own;
}

std::vector<NcclIntroduction> gather(const EngineSetup& setup, const NcclIntroduction& own) {
  std::vector<NcclIntroduction> all;
  for (const auto& bytes : setup.bootstrap.all_gather(std::as_bytes(std::span(&own, 1)))) {
    NcclIntroduction other;
    if (bytes.size() != sizeof(other)) {
      throw Error(ErrorCode::invalid_argument, "the ranks use different versions of duet");
    }
    std::memcpy(static_cast<void*>(&other), bytes.data(), sizeof(other));
    all.push_back(other);
  }
  return all;
}

void check_versions(const std::vector<NcclIntroduction>& all, const char* name) {
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].version == 0) {
      throw Error(ErrorCode::not_supported,
                  fmt::format("rank {} cannot use {}: its error says why", rank, name));
    }
    if (all[rank].version != all[0].version) {
      throw Error(ErrorCode::not_supported,
                  fmt::format("rank 0 has version number {} of {}, and rank {} has {}",
                              all[0].version, name, rank, all[rank].version));
    }
  }
}

void check_devices(const std::vector<NcclIntroduction>& all, const char* name) {
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    for (std::size_t other = 0; other < rank; ++other) {
      if (all[rank].host != all[other].host || all[rank].device_name != all[other].device_name) {
        continue;
      }
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("ranks {} and {} both use the device {}: {} connects one rank a "
                              "device",
                              other, rank, all[rank].device_name.data(), name));
    }
  }
}

/// The other devices of this process.
std::vector<int> peers_of(const NcclIntroduction& own, const std::vector<NcclIntroduction>& all) {
  std::vector<int> peers;
  for (const NcclIntroduction& other : all) {
    const bool is_peer =
        other.process == own.process && other.host == own.host && other.device != own.device;
    if (is_peer) peers.push_back(other.device);
  }
  return peers;
}

}  // namespace

void enable_peer_access(const NcclIntroductions& ranks, const Device& device) {
  for (const int peer : ranks.peers) {
    if (device.can_access(Device(peer))) device.enable_peer_access(Device(peer));
  }
}

NcclIntroductions introduce_nccl_ranks(const EngineSetup& setup, const NcclSearch& search) {
  NcclIntroduction own = own_nccl_introduction(setup);
  NcclIntroductions made;
  std::optional<Error> failure;
  try {
    made.calls = &nccl_calls(search);
    make_ids(*made.calls, setup, own);
    own.version = made.calls->version;
  } catch (const Error& error) {
    failure = error;
  }
  const std::vector<NcclIntroduction> all = gather(setup, own);
  if (failure) throw Error(*failure);
  check_versions(all, search.name);
  check_devices(all, search.name);
  made.peers = peers_of(own, all);
  made.id = all.front().id;
  made.checks_id = all.front().checks_id;
  return made;
}

}  // namespace duet::detail
