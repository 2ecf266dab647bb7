#include "mpi/mpi_engine.hpp"

#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "engine/color_members.hpp"
#include "engine/host_engine.hpp"
#include "mpi/mpi_library.hpp"
#include "mpi/mpi_ranks.hpp"

namespace duet::detail {

namespace {

class MpiExecutor final : public HostExecutor {
 public:
  explicit MpiExecutor(std::shared_ptr<MpiRanks> ranks) : ranks_(std::move(ranks)) {}
  void run(const Calls& calls) override { ranks_->run(calls); }
  Failure& failure() noexcept override { return ranks_->failure(); }

 private:
  std::shared_ptr<MpiRanks> ranks_;
};

class MpiEngine final : public HostEngine {
 public:
  explicit MpiEngine(std::shared_ptr<MpiRanks> ranks)
      : HostEngine(std::make_shared<MpiExecutor>(ranks)), ranks_(std::move(ranks)) {}

  CollectiveEngine kind() const noexcept override { return CollectiveEngine::mpi; }
  std::unique_ptr<Engine> split(int color, int key, int& rank, int& size) override {
    const std::vector<ColorChoice> choices = ranks_->all_gather(ColorChoice{color, key});
    if (color < 0) return nullptr;
    auto made = std::make_shared<MpiRanks>(ranks_.get(), members_of(choices, color),
                                           ranks_->timeout(), ranks_->checks());
    rank = made->rank();
    size = made->size();
    return std::make_unique<MpiEngine>(std::move(made));
  }
  void abort(const std::string& reason) override {
    ranks_->failure().set(ErrorCode::launch_failed,
                          fmt::format("rank {}: {}", ranks_->rank(), reason));
  }

 private:
  std::shared_ptr<MpiRanks> ranks_;
};

/// The ranks that the processes have in MPI, by rank of the bootstrap.
std::vector<int> world_ranks(const Bootstrap& bootstrap) {
  int own = 0, size = 0, local_rank = 0;
  mpi_calls().world(own, size, local_rank);
  const GatheredBytes all = bootstrap.all_gather(std::as_bytes(std::span(&own, 1)));
  std::vector<int> ranks;
  std::vector<char> present(static_cast<std::size_t>(size));
  for (const std::vector<std::byte>& bytes : all) {
    int rank = 0;
    std::memcpy(&rank, bytes.data(), sizeof(rank));
    const bool is_foreign = rank >= size || present[static_cast<std::size_t>(rank)] != 0;
    if (is_foreign) {
      throw Error(
          ErrorCode::not_supported,
          fmt::format("MPI connects {} processes, but there are {} ranks: start the program "
                      "by mpirun, with one process for each rank",
                      size, bootstrap.size));
    }
    present[static_cast<std::size_t>(rank)] = 1;
    ranks.push_back(rank);
  }
  return ranks;
}

}  // namespace

std::unique_ptr<Engine> make_mpi_engine(const EngineSetup& setup) {
  return std::make_unique<MpiEngine>(std::make_shared<MpiRanks>(
      nullptr, world_ranks(setup.bootstrap), setup.timeout, setup.checks));
}

}  // namespace duet::detail
