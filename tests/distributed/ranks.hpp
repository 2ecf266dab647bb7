#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <duet/distributed.hpp>
#include <duet/duet.hpp>

namespace duet::test {

/// What a rank does in a test.
using RankFunction = std::function<void(Communicator&, Stream&)>;

/// Runs a function on ranks of this process, each in a thread of its own, on the devices in turn.
/// @returns what each rank has thrown; empty if nothing
inline std::vector<std::string> run_threads(int size, const RankFunction& function,
                                            const CommunicatorOptions& options = {}) {
  const std::vector<Bootstrap> bootstraps = Bootstrap::threads(size);
  std::vector<std::string> errors(static_cast<std::size_t>(size));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      const auto index = static_cast<std::size_t>(rank);
      try {
        Communicator communicator(bootstraps[index], options);
        Stream stream(communicator.device());
        function(communicator, stream);
      } catch (const std::exception& error) {
        errors[index] = error.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return errors;
}

}  // namespace duet::test
