#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include <duet/bootstrap.hpp>

#include "network/socket.hpp"

namespace duet::detail {

/// One rank that is connected with others by TCP. The first gathering makes the ranks meet: each
/// tells rank 0 where it listens, and rank 0 passes the list of all addresses down a tree.
/// Connections are made when they are first needed, two for each round of a gathering.
class TcpRanks {
 public:
  /// Rank 0 listens from here on. @throws Error  io
  TcpRanks(const std::string& host, int port, int rank, int size,
           std::chrono::milliseconds timeout);

  /// @throws Error
  GatheredBytes gather(std::span<const std::byte> own);

 private:
  struct Greeting;
  using Clock = std::chrono::steady_clock;

  void meet(Deadline deadline);
  void collect(Deadline deadline);
  std::string refusal_of(const Greeting& greeting) const;
  [[noreturn]] void fail_all(const std::vector<char>& present) const;
  void join(Deadline deadline);
  void pass_on(Deadline deadline);
  bool accept_one(Deadline deadline);
  std::vector<NetworkAddress> address_of(int rank) const;
  Greeting greeting(int kind) const;
  const Socket& outgoing(int rank, Deadline deadline);
  const Socket& incoming(int rank, Deadline deadline);
  void run_round(class GatherRounds& rounds, int round, Deadline deadline);

  const std::string place_;  ///< the address of rank 0 in words
  const std::vector<NetworkAddress> root_;
  const int rank_;
  const int size_;
  const std::chrono::milliseconds timeout_;
  const Socket listener_;
  std::vector<NetworkAddress> table_{};  ///< where each rank listens; empty before all have met
  std::map<int, Socket> outgoing_{};
  std::map<int, Socket> incoming_{};
  bool has_failed_ = false;
};

}  // namespace duet::detail
