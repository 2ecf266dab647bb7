#include <memory>

#include <fmt/format.h>

#include <duet/bootstrap.hpp>
#include <duet/error.hpp>

#include "bootstrap/tcp_ranks.hpp"
#include "bootstrap/timeout.hpp"

namespace duet {

Bootstrap Bootstrap::tcp(const LaunchedRank& own, std::optional<Timeout> timeout) {
  own.check();
  if (own.address.empty() || own.port < 1 || own.port > UINT16_MAX) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("'{}' and port {} are no address of rank 0: give the name of a host and "
                    "a port from 1 to 65535",
                    own.address, own.port));
  }
  const auto ranks = std::make_shared<detail::TcpRanks>(own.address, own.port, own.rank, own.size,
                                                        detail::timeout_or_default(timeout));
  return {own.rank, own.size, own.local_rank,
          [ranks](std::span<const std::byte> bytes) { return ranks->gather(bytes); }};
}

Bootstrap Bootstrap::from_environment(std::optional<Timeout> timeout) {
  return tcp(LaunchedRank::from_environment(), timeout);
}

}  // namespace duet
