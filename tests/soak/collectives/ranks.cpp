#include <array>
#include <chrono>
#include <exception>
#include <thread>

#include <duet/distributed.hpp>

#include "steps.hpp"

namespace duet::soak {

namespace {

using Ranks = std::array<Communicator, 2>;

bool has_used_nccl = false;

Ranks connect() {
  const std::vector<Bootstrap> bootstraps = Bootstrap::threads(2);
  CommunicatorOptions options;
  options.timeout = std::chrono::seconds(20);
  Ranks ranks;
  std::thread other([&] { ranks[1] = Communicator(device_of(1), bootstraps[1], options); });
  ranks[0] = Communicator(device_of(0), bootstraps[0], options);
  other.join();
  has_used_nccl = ranks[0].engine() == CollectiveEngine::nccl;
  return ranks;
}

/// One rank's part of a collective.
void combine(Communicator& rank, const Stream& stream, const Buffer<int>& x, const Step& step) {
  switch (step.value % 4) {
    case 0: return rank.all_reduce(stream, x, Reduction::sum);
    case 1: return rank.all_reduce(stream, x, Reduction::max);
    case 2: return rank.broadcast(stream, x, static_cast<int>(step.count % 2));
    default: {  // the ranks swap their buffers
      const Buffer<int> received(stream, cells);
      CollectiveGroup group = rank.group();
      rank.send(stream, x, 1 - rank.rank());
      rank.receive(stream, received, 1 - rank.rank());
      group.submit();
      copy(stream, x, received);
    }
  }
}

/// All collectives of a rank run in one order, whatever their streams.
void run_rank(Communicator& rank, const Place& place, const Step& step) {
  static const std::array<Event, 2> ended{Event(device_of(0)), Event(device_of(1))};
  const Event& last = ended[static_cast<std::size_t>(rank.rank())];
  place.stream.wait(last);
  combine(rank, place.stream, place.x, step);
  last.record(place.stream);
}

}  // namespace

bool uses_nccl() { return has_used_nccl; }

void run_ranks(State& state, const Step& step) {
  if (Device::count() < 2) return run_ranks_on_host(state, step);
  static Ranks ranks = connect();
  if (step.value % 50 == 0) ranks = connect();
  const Place own = state.place_of(step);
  const Step of_other = step_of_other_rank(step);
  const Place other = state.place_of(of_other);
  const std::size_t rank = step.buffer % 2;
  std::exception_ptr failure;
  std::thread thread([&] {
    try {
      run_rank(ranks[1 - rank], other, step);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  run_rank(ranks[rank], own, step);
  thread.join();
  if (failure) std::rethrow_exception(failure);
  if (step.value % 3 == 0) ranks[rank].synchronize(own.stream);
  for (const Communicator& each : ranks) each.check();
}

}  // namespace duet::soak
