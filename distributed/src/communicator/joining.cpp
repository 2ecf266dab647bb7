#include "communicator/joining.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

#include <fmt/format.h>

#include <duet/error.hpp>

#include "bootstrap/timeout.hpp"
#include "communicator/engine_choice.hpp"
#include "engine/call_text.hpp"

namespace duet {

const char* name_of(CollectiveEngine engine) noexcept {
  switch (engine) {
    case CollectiveEngine::automatic: return "automatic";
    case CollectiveEngine::in_process: return "in_process";
    case CollectiveEngine::mpi: return "mpi";
    case CollectiveEngine::nccl: return "nccl";
  }
  return "unknown";
}

namespace detail {

namespace {

constexpr std::size_t host_name_bytes = 64;

/// What each rank tells the others first.
struct Introduction {
  int rank = 0;
  int size = 0;
  CollectiveEngine engine = CollectiveEngine::automatic;
  bool checks = false;
  pid_t process = 0;
  std::array<char, host_name_bytes> host{};
};

Introduction own_introduction(const Bootstrap& bootstrap, const CommunicatorOptions& options) {
  Introduction own;
  std::memset(static_cast<void*>(&own), 0, sizeof(own));  // padding, too
  own.rank = bootstrap.rank;
  own.size = bootstrap.size;
  own.engine = options.engine;
  own.checks = options.checks;
  own.process = getpid();
  (void)gethostname(own.host.data(), own.host.size() - 1);
  return own;
}

void check_bootstrap(const Bootstrap& bootstrap) {
  if (bootstrap.size < 1 || bootstrap.rank < 0 || bootstrap.rank >= bootstrap.size) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("the bootstrap has rank {} of {} ranks: ranks are 0 to size - 1",
                            bootstrap.rank, bootstrap.size));
  }
  if (!bootstrap.all_gather) {
    throw Error(ErrorCode::invalid_argument, "the bootstrap has no function all_gather");
  }
}

std::vector<Introduction> introduce(const Bootstrap& bootstrap,
                                    const CommunicatorOptions& options) {
  const Introduction own = own_introduction(bootstrap, options);
  const GatheredBytes bytes = bootstrap.all_gather(std::as_bytes(std::span(&own, 1)));
  std::vector<Introduction> all(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i].size() != sizeof(Introduction)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("the bootstrap gathered {} bytes of rank {}, which gave {}: the "
                              "ranks use different versions of duet, or all_gather is wrong",
                              bytes[i].size(), i, sizeof(Introduction)));
    }
    std::memcpy(static_cast<void*>(&all[i]), bytes[i].data(), sizeof(Introduction));
  }
  return all;
}

void check_introductions(const std::vector<Introduction>& all, const Bootstrap& bootstrap) {
  if (all.size() != static_cast<std::size_t>(bootstrap.size)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("the bootstrap has {} ranks, but gathered from {}", bootstrap.size,
                            all.size()));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].rank != static_cast<int>(i) || all[i].size != bootstrap.size) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("at the place of rank {} of {} the bootstrap gathered from rank {} "
                              "of {}",
                              i, bootstrap.size, all[i].rank, all[i].size));
    }
    if (all[i].engine != all[0].engine) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("rank 0 asks for the engine {}, and rank {} for {}",
                              duet::name_of(all[0].engine), i, duet::name_of(all[i].engine)));
    }
    if (all[i].checks != all[0].checks) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("of rank 0 and rank {} only one has CommunicatorOptions::checks", i));
    }
  }
}

bool is_one_process(const std::vector<Introduction>& all) {
  return std::all_of(all.begin(), all.end(), [&](const Introduction& other) {
    return other.process == all[0].process && other.host == all[0].host;
  });
}

}  // namespace

std::shared_ptr<CommunicatorState> join(const Device& device, const Bootstrap& bootstrap,
                                        const CommunicatorOptions& options) {
  check_bootstrap(bootstrap);
  const EngineSetup setup{device, bootstrap, timeout_or_default(options.timeout), options.checks};
  const std::vector<Introduction> all = introduce(bootstrap, options);
  check_introductions(all, bootstrap);
  return std::make_shared<CommunicatorState>(
      device, make_engine(setup, options.engine, is_one_process(all)), bootstrap.rank,
      bootstrap.size);
}

Device device_of(const Bootstrap& bootstrap) {
  const int count = Device::count();
  return Device(count > 0 ? bootstrap.local_rank % count : 0);
}

}  // namespace detail

}  // namespace duet
