#include "bootstrap/tcp_ranks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include <duet/error.hpp>

#include "bootstrap/gather_rounds.hpp"
#include "engine/call_text.hpp"

namespace duet::detail {

namespace {

constexpr std::array<char, 8> magic{'d', 'u', 'e', 't', 't', 'c', 'p', '1'};
/// For connections of other programs, which say nothing.
constexpr std::chrono::milliseconds longest_silence{2000};
/// Rank 0 tells the others which ranks are missing when its own time has ended.
constexpr std::chrono::milliseconds grace{1000};
constexpr std::uint32_t longest_text = 4096;

enum : int { join_kind, table_kind, failure_kind, link_kind };

template <typename T>
void send_value(const Socket& socket, const T& value, Deadline deadline) {
  socket.send(std::as_bytes(std::span(&value, 1)), deadline);
}
template <typename T>
T receive_value(const Socket& socket, Deadline deadline) {
  T value{};
  socket.receive(std::as_writable_bytes(std::span(&value, 1)), deadline);
  return value;
}

void send_text(const Socket& socket, const std::string& text, Deadline deadline) {
  send_value(socket, static_cast<std::uint32_t>(text.size()), deadline);
  socket.send(std::as_bytes(std::span(text)), deadline);
}
std::string receive_text(const Socket& socket, Deadline deadline) {
  std::string text(std::min(receive_value<std::uint32_t>(socket, deadline), longest_text), ' ');
  socket.receive(std::as_writable_bytes(std::span(text)), deadline);
  return text;
}

std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

}  // namespace

/// What begins each connection.
struct TcpRanks::Greeting {
  std::array<char, 8> magic{};
  std::int32_t kind = 0;
  std::int32_t rank = 0;
  std::int32_t size = 0;
  in_port_t port = 0;  ///< where the rank listens
  std::uint16_t unused = 0;
};

TcpRanks::TcpRanks(const std::string& host, int port, int rank, int size,
                   std::chrono::milliseconds timeout)
    : place_(fmt::format("{}:{}", host, port)),
      root_(resolve(host, port)),
      rank_(rank),
      size_(size),
      timeout_(timeout),
      listener_(Socket::listen(rank == 0 ? port : 0)) {}

GatheredBytes TcpRanks::gather(std::span<const std::byte> own) {
  if (has_failed_) throw Error(ErrorCode::io, "an earlier gathering has failed");
  const Deadline deadline = Clock::now() + timeout_;
  try {
    if (table_.empty()) meet(deadline);
    GatherRounds rounds(rank_, size_, own);
    for (int round = 0; round < rounds.count(); ++round) run_round(rounds, round, deadline);
    return rounds.finish();
  } catch (...) {  // the ends of the connections tell other ranks
    has_failed_ = true;
    outgoing_.clear();
    incoming_.clear();
    throw;
  }
}

void TcpRanks::run_round(GatherRounds& rounds, int round, Deadline deadline) {
  const int target = rounds.target(round), source = rounds.source(round);
  try {
    const Socket& to = outgoing(target, deadline);
    const Socket& from = incoming(source, deadline);
    const std::span<const std::byte> message = rounds.message(round);
    const std::uint64_t bytes = message.size();
    std::uint64_t other_bytes = 0;
    Socket::exchange(to, std::as_bytes(std::span(&bytes, 1)), from,
                     std::as_writable_bytes(std::span(&other_bytes, 1)), deadline);
    std::vector<std::byte> received(other_bytes);
    Socket::exchange(to, message, from, received, deadline);
    rounds.take(round, received);
  } catch (const Error& error) {
    throw Error(
        error.code(),
        fmt::format("rank {} of {} gathers by TCP from rank {}, which gathers from the {} ranks "
                    "before it, and sends to rank {}: {}",
                    rank_, size_, source, (1 << round) - 1, target, error.what()));
  }
}

void TcpRanks::meet(Deadline deadline) {
  if (rank_ == 0) {
    collect(deadline);
  } else {
    try {
      join(deadline);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("rank {} of {}, which meets rank 0 at {}: {}", rank_,
                                            size_, place_, error.what()));
    }
  }
  pass_on(deadline);
}

/// Rank 0 collects where all ranks listen. Connections of other programs are dropped.
void TcpRanks::collect(Deadline deadline) {
  table_.resize(index(size_));
  std::vector<char> present(index(size_));
  present[0] = 1;
  while (std::count(present.begin(), present.end(), 0) > 0) {
    const std::optional<Socket> socket = listener_.accept(deadline);
    if (!socket) fail_all(present);
    try {
      const Deadline soon = std::min(deadline, Clock::now() + longest_silence);
      const auto other = receive_value<Greeting>(*socket, soon);
      if (other.magic != magic || other.kind != join_kind) continue;
      std::string refusal = refusal_of(other);
      if (refusal.empty() && present[index(other.rank)] != 0) {
        refusal = fmt::format("rank {} has come already: two processes have this rank", other.rank);
      }
      if (refusal.empty()) {
        table_[index(other.rank)] = {socket->peer().host, other.port};
        present[index(other.rank)] = 1;
      }
      send_text(*socket, refusal, soon);
    } catch (const Error&) {
      // Not a rank, or one that has ended.
    }
  }
}

std::string TcpRanks::refusal_of(const Greeting& other) const {
  if (other.size != size_) {
    return fmt::format("rank {} says that there are {} ranks, and rank 0 that there are {}",
                       other.rank, other.size, size_);
  }
  if (other.rank > 0 && other.rank < size_) return {};
  return fmt::format("rank {} of {} ranks: two processes have rank 0, or the rank is out of range",
                     other.rank, size_);
}

/// Tells those that have come which have not.
void TcpRanks::fail_all(const std::vector<char>& present) const {
  const std::string text = fmt::format("{} did not come to {} within {} ms",
                                       text_of_absent_ranks(present), place_, timeout_.count());
  const Deadline soon = Clock::now() + grace;
  for (int other = 1; other < size_; ++other) {
    if (present[index(other)] == 0) continue;
    try {
      const Socket socket = Socket::connect(address_of(other), soon);
      send_value(socket, greeting(failure_kind), soon);
      send_text(socket, text, soon);
    } catch (const Error&) {
      // It has ended.
    }
  }
  throw Error(ErrorCode::not_supported, text);
}

void TcpRanks::join(Deadline deadline) {
  {
    const Socket socket = Socket::connect(root_, deadline);
    send_value(socket, greeting(join_kind), deadline);
    const std::string refusal = receive_text(socket, deadline + grace);
    if (!refusal.empty()) throw Error(ErrorCode::invalid_argument, refusal);
  }
  while (table_.empty()) {
    if (accept_one(deadline + grace)) continue;
    throw Error(ErrorCode::not_supported,
                fmt::format("rank {} did not pass on the addresses of the ranks within {} ms",
                            tree_parent(rank_), timeout_.count()));
  }
}

void TcpRanks::pass_on(Deadline deadline) {
  for (const int child : tree_children(rank_, size_)) {
    Socket socket = Socket::connect(address_of(child), deadline);
    send_value(socket, greeting(table_kind), deadline);
    socket.send(std::as_bytes(std::span(table_)), deadline);
    outgoing_.emplace(child, std::move(socket));
  }
}

/// Accepts a connection, and the table or a failure with it. @returns whether one came in time
bool TcpRanks::accept_one(Deadline deadline) {
  std::optional<Socket> socket = listener_.accept(deadline);
  if (!socket) return false;
  const Deadline soon = std::min(deadline, Clock::now() + longest_silence);
  Greeting other;
  try {
    other = receive_value<Greeting>(*socket, soon);
    if (other.magic != magic) return true;
    if (other.kind == join_kind) {
      send_text(*socket, "the ranks have met already: another run uses this address", soon);
      return true;
    }
  } catch (const Error&) {
    return true;  // not a rank
  }
  if (other.kind == failure_kind) {
    throw Error(ErrorCode::not_supported, receive_text(*socket, soon));
  }
  if (other.kind == table_kind) {
    std::vector<NetworkAddress> table(index(size_));
    socket->receive(std::as_writable_bytes(std::span(table)), deadline);
    table_ = std::move(table);
  }
  incoming_.insert_or_assign(other.rank, std::move(*socket));
  return true;
}

/// Where a rank listens, seen from here: one that rank 0 knows by a loopback address is on its
/// machine.
std::vector<NetworkAddress> TcpRanks::address_of(int rank) const {
  if (rank == 0) return root_;
  const NetworkAddress& known = table_[index(rank)];
  if (!known.is_loopback()) return {known};
  std::vector<NetworkAddress> addresses = root_;
  for (NetworkAddress& address : addresses) address.port = known.port;
  return addresses;
}

TcpRanks::Greeting TcpRanks::greeting(int kind) const {
  return {magic, kind, rank_, size_, listener_.port(), 0};
}

const Socket& TcpRanks::outgoing(int rank, Deadline deadline) {
  const auto known = outgoing_.find(rank);
  if (known != outgoing_.end()) return known->second;
  Socket socket = Socket::connect(address_of(rank), deadline);
  send_value(socket, greeting(link_kind), deadline);
  return outgoing_.emplace(rank, std::move(socket)).first->second;
}

const Socket& TcpRanks::incoming(int rank, Deadline deadline) {
  while (incoming_.find(rank) == incoming_.end()) {
    if (!accept_one(deadline)) {
      throw Error(ErrorCode::not_supported,
                  fmt::format("rank {} did not connect within {} ms", rank, timeout_.count()));
    }
  }
  return incoming_.at(rank);
}

}  // namespace duet::detail
