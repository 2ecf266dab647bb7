#include "local/local_engine.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "engine/host_engine.hpp"
#include "local/local_group.hpp"

namespace duet::detail {

namespace {

class LocalExecutor final : public HostExecutor {
 public:
  LocalExecutor(std::shared_ptr<LocalGroup> group, int rank)
      : group_(std::move(group)), rank_(rank) {}
  void run(const Calls& calls) override { group_->run(rank_, calls); }
  Failure& failure() noexcept override { return group_->failure(); }
  void fail(ErrorCode code, const std::string& text) override { group_->fail(code, text); }

 private:
  std::shared_ptr<LocalGroup> group_;
  int rank_;
};

class LocalEngine final : public HostEngine {
 public:
  LocalEngine(std::shared_ptr<LocalGroup> group, int rank)
      : HostEngine(std::make_shared<LocalExecutor>(group, rank)),
        group_(std::move(group)),
        rank_(rank) {}

  CollectiveEngine kind() const noexcept override { return CollectiveEngine::in_process; }
  std::unique_ptr<Engine> split(int color, int key, int& rank, int& size) override;
  void abort(const std::string& reason) override;

 private:
  std::shared_ptr<LocalGroup> group_;
  int rank_;
};

std::unique_ptr<Engine> LocalEngine::split(int color, int key, int& rank, int& size) {
  const std::vector<ColorChoice> choices = group_->choices(rank_, {color, key});
  if (color < 0) {
    group_->share(rank_, -1, nullptr);
    return nullptr;
  }
  const std::vector<int> members = members_of(choices, color);
  rank = static_cast<int>(std::find(members.begin(), members.end(), rank_) - members.begin());
  size = static_cast<int>(members.size());
  std::shared_ptr<LocalGroup> made;
  if (rank == 0) made = std::make_shared<LocalGroup>(size, group_->timeout());
  return std::make_unique<LocalEngine>(group_->share(rank_, members.front(), std::move(made)),
                                       rank);
}

void LocalEngine::abort(const std::string& reason) {
  group_->fail(ErrorCode::launch_failed, fmt::format("rank {}: {}", rank_, reason));
}

}  // namespace

/// Rank 0 makes the group and gives its address; all copy the owner there before it is destroyed.
std::unique_ptr<Engine> make_local_engine(const EngineSetup& setup) {
  const Bootstrap& bootstrap = setup.bootstrap;
  std::shared_ptr<LocalGroup> group;
  if (bootstrap.rank == 0) group = std::make_shared<LocalGroup>(bootstrap.size, setup.timeout);
  const std::shared_ptr<LocalGroup>* address = &group;
  const GatheredBytes addresses = bootstrap.all_gather(std::as_bytes(std::span(&address, 1)));
  std::memcpy(&address, addresses.front().data(), sizeof(address));
  std::shared_ptr<LocalGroup> own = *address;
  (void)bootstrap.all_gather({});
  return std::make_unique<LocalEngine>(std::move(own), bootstrap.rank);
}

}  // namespace duet::detail
