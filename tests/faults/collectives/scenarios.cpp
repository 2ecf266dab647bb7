#include <algorithm>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include <duet/distributed.hpp>

#include "collectives/gathering.hpp"
#include "ground.hpp"
#include "support/collectives.hpp"

namespace duet::test {

namespace {

CommunicatorOptions options(bool checks) {
  CommunicatorOptions options;
  options.checks = checks;
  options.timeout = std::chrono::seconds(10);
  return options;
}

/// The sum of the ranks' numbers, by a stream, an encoder and a graph; and messages.
std::vector<std::byte> use(Communicator& communicator, const Stream& stream) {
  const Buffer<int> x(stream, numbers(communicator.rank())), y(stream, numbers());
  communicator.all_reduce(stream, x, Reduction::sum);
  {
    CollectiveGroup group = communicator.group();
    communicator.all_gather(stream, x.subspan(0, 4),
                            y.subspan(0, 4 * static_cast<std::size_t>(communicator.size())));
    communicator.broadcast(stream, x, 0);
    group.submit();
  }
  CommandEncoder encoder(stream, {.graphs = has_captures()});
  for (int i = 0; i < 3; ++i) {
    communicator.all_reduce(encoder, y, Reduction::max);
    encoder.commit();
  }
  // Host functions of a graph must outlive it, and NCCL's collectives have none.
  if (communicator.engine() == CollectiveEngine::nccl && has_captures()) {
    StreamCapture capture(stream);
    communicator.reduce(stream, x, y, Reduction::min, 0);
    const GraphExec graph(capture.finish());
    graph.launch(stream);
  }
  communicator.all_to_all(stream, x.subspan(0, static_cast<std::size_t>(communicator.size())),
                          y.subspan(0, static_cast<std::size_t>(communicator.size())));
  communicator.barrier(stream);
  communicator.synchronize(stream);
  std::vector<std::byte> result = bytes_of(y.to_vector(stream));
  const std::vector<std::byte> reduced = bytes_of(x.to_vector(stream));
  if (communicator.rank() == 0) result.insert(result.end(), reduced.begin(), reduced.end());
  return result;
}

/// A rank that fails tells the others.
std::vector<std::byte> use_or_abort(Communicator& communicator, const Stream& stream) {
  try {
    return use(communicator, stream);
  } catch (...) {
    communicator.abort();
    throw;
  }
}

std::vector<std::byte> run_rank(Gathering& ranks, int rank, bool checks) {
  Communicator communicator;
  try {
    communicator =
        Communicator(Device(rank % Device::count()), ranks.bootstrap(rank), options(checks));
    const Stream stream(communicator.device());
    std::vector<std::byte> result = use_or_abort(communicator, stream);
    if (checks) return result;
    Communicator part = communicator.split(0, communicator.size() - rank);
    const std::vector<std::byte> of_part = use_or_abort(part, stream);
    result.insert(result.end(), of_part.begin(), of_part.end());
    return result;
  } catch (...) {
    ranks.leave();
    if (communicator) communicator.abort();
    throw;
  }
}

std::vector<std::byte> run_one(bool checks) {
  Gathering ranks(1);
  return run_rank(ranks, 0, checks);
}

std::vector<std::byte> run_two() {
  Gathering ranks(2);
  std::exception_ptr failure;
  std::vector<std::byte> result, other_result;
  std::thread other([&] {
    try {
      other_result = run_rank(ranks, 1, false);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  try {
    result = run_rank(ranks, 0, false);
  } catch (...) {
    other.join();
    throw;
  }
  other.join();
  if (failure) std::rethrow_exception(failure);
  result.insert(result.end(), other_result.begin(), other_result.end());
  return result;
}

}  // namespace

std::string collectives_unavailable(int ranks) {
  const bool has_devices = std::string(backend_name()) == "CPU" || Device::count() >= ranks;
  if (!has_devices) return "needs " + std::to_string(ranks) + " devices";
  try {
    Gathering one(1);
    (void)Communicator(one.bootstrap(0));
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

Scenarios collective_scenarios() {
  return {{"Communicator", repeated([](const Ground&) { return run_one(false); })},
          {"CommunicatorWithChecks", repeated([](const Ground&) { return run_one(true); })},
          {"CommunicatorOfTwoRanks", repeated([](const Ground&) { return run_two(); })}};
}

}  // namespace duet::test
