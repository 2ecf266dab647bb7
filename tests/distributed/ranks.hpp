#pragma once

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <duet/distributed.hpp>
#include <duet/duet.hpp>

#include "support/collectives.hpp"

namespace duet::test {

inline bool is_cpu() { return std::string_view(backend_name()) == "CPU"; }

/// The largest number of ranks of this process: on GPUs each has a device of its own.
inline int most_ranks() { return is_cpu() ? 16 : Device::count(); }
/// As many ranks as a test usually has, or as there are devices.
inline int ranks_up_to(int usual) { return std::min(usual, most_ranks()); }

#define DUET_NEED_RANKS(needed)                                                            \
  if (::duet::test::most_ranks() < (needed)) {                                             \
    GTEST_SKIP() << "needs " << (needed) << " devices, but there are " << Device::count(); \
  }                                                                                        \
  static_assert(true)

/// A timeout that a test waits for: NCCL needs seconds to connect ranks.
inline std::chrono::milliseconds short_timeout() {
  const char* const given = std::getenv("DUET_TEST_SHORT_TIMEOUT");
  if (given != nullptr) return std::chrono::milliseconds(std::atoi(given));
  return std::chrono::milliseconds(is_cpu() ? 300 : 8000);
}

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
