#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include <duet/error.hpp>

#include "network/socket.hpp"

namespace duet::detail {

namespace {

constexpr std::size_t mapped_at = 12;  // of 16 bytes

}  // namespace

NetworkAddress NetworkAddress::of(const sockaddr& native) {
  NetworkAddress address;
  if (native.sa_family == AF_INET6) {
    sockaddr_in6 full{};
    std::memcpy(&full, &native, sizeof(full));
    return {full.sin6_addr, full.sin6_port};
  }
  sockaddr_in full{};
  std::memcpy(&full, &native, sizeof(full));
  address.host.s6_addr[mapped_at - 2] = address.host.s6_addr[mapped_at - 1] = UINT8_MAX;
  std::memcpy(address.host.s6_addr + mapped_at, &full.sin_addr, sizeof(full.sin_addr));
  address.port = full.sin_port;
  return address;
}

/// Kernels without IPv6 take IPv4 only.
socklen_t NetworkAddress::fill(sockaddr_storage& storage) const {
  if (IN6_IS_ADDR_V4MAPPED(&host)) {
    sockaddr_in full{};
    full.sin_family = AF_INET;
    full.sin_port = port;
    std::memcpy(&full.sin_addr, host.s6_addr + mapped_at, sizeof(full.sin_addr));
    std::memcpy(&storage, &full, sizeof(full));
    return sizeof(full);
  }
  sockaddr_in6 full{};
  full.sin6_family = AF_INET6;
  full.sin6_port = port;
  full.sin6_addr = host;
  std::memcpy(&storage, &full, sizeof(full));
  return sizeof(full);
}

bool NetworkAddress::is_loopback() const noexcept {
  if (IN6_IS_ADDR_V4MAPPED(&host)) return host.s6_addr[mapped_at] == IN_LOOPBACKNET;
  return IN6_IS_ADDR_LOOPBACK(&host);
}

std::string NetworkAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> name{};
  if (IN6_IS_ADDR_V4MAPPED(&host)) {
    (void)inet_ntop(AF_INET, host.s6_addr + mapped_at, name.data(), name.size());
    return fmt::format("{}:{}", name.data(), ntohs(port));
  }
  (void)inet_ntop(AF_INET6, &host, name.data(), name.size());
  return fmt::format("[{}]:{}", name.data(), ntohs(port));
}

std::vector<NetworkAddress> resolve(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int status = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (status != 0) {
    throw Error(ErrorCode::io,
                fmt::format("the address '{}' of rank 0 cannot be resolved: {}; give the name or "
                            "the number of a host",
                            host, gai_strerror(status)));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
  std::vector<NetworkAddress> addresses;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    addresses.push_back(NetworkAddress::of(*each->ai_addr));
  }
  return addresses;
}

}  // namespace duet::detail
