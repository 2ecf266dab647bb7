#include "mpi/late_ranks.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include <fmt/format.h>

#include "mpi/mpi_library.hpp"

namespace duet::detail {

namespace {

using Words = std::array<char, 160>;

/// What is exchanged with one rank.
struct Exchange {
  int rank = 0;
  Words words{};
  MpiRequest* receive = nullptr;  ///< null once it has ended
};

CollectiveCall message(CollectiveKind kind, Words& words, int peer) {
  CollectiveCall call{kind, Reduction::sum, {sizeof(Words), std::nullopt}, peer};
  call.count = 1;
  call.send = call.receive = words.data();
  return call;
}

/// @returns whether no answer is missing
bool progress(std::vector<Exchange>& exchanges, std::string& text) {
  bool is_complete = true;
  for (Exchange& exchange : exchanges) {
    if (exchange.receive == nullptr) continue;
    std::string error;
    const MpiProgress state = mpi_calls().progress(exchange.receive, error);
    is_complete &= state != MpiProgress::pending;
    if (state != MpiProgress::pending) exchange.receive = nullptr;
    if (state == MpiProgress::done) {
      exchange.words.back() = '\0';
      text += fmt::format("; rank {} waits in {}", exchange.rank, exchange.words.data());
    }
  }
  return is_complete;
}

}  // namespace

std::string where_others_wait(const std::string& call, const std::vector<int>& world_ranks,
                              int rank, std::chrono::milliseconds time) {
  // Messages that never arrive belong to MPI, with their memory.
  auto& own = *new Words{};
  auto& exchanges = *new std::vector<Exchange>(world_ranks.size());
  std::copy_n(call.begin(), std::min(call.size(), own.size() - 1), own.begin());
  MpiGroup* const world = mpi_calls().world_group();
  for (std::size_t i = 0; i < world_ranks.size(); ++i) {
    exchanges[i].rank = static_cast<int>(i);
    if (exchanges[i].rank == rank) continue;
    std::string error;
    (void)mpi_calls().begin(world, message(CollectiveKind::send, own, world_ranks[i]), error);
    exchanges[i].receive = mpi_calls().begin(
        world, message(CollectiveKind::receive, exchanges[i].words, world_ranks[i]), error);
  }
  std::string text;
  const auto end = std::chrono::steady_clock::now() + time;
  while (!progress(exchanges, text) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return text;
}

}  // namespace duet::detail
