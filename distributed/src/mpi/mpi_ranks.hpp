#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/failure.hpp"
#include "mpi/mpi_calls.hpp"

namespace duet::detail {

/// One rank of a group of MPI processes, with the time that its calls may take. Thread-safety: all
/// members.
class MpiRanks {
 public:
  /// Blocks until all members have called it.
  /// @param parent   null: all processes
  /// @param members  ranks of the parent
  /// @throws Error
  MpiRanks(MpiRanks* parent, const std::vector<int>& members, std::chrono::milliseconds timeout,
           bool checks = false);

  /// Carries out calls that progress together. @throws Error
  void run(const Calls& calls);
  /// Gathers the values of all ranks.
  template <typename T>
  std::vector<T> all_gather(const T& own) {
    std::vector<T> all(static_cast<std::size_t>(size_));
    CollectiveCall call{CollectiveKind::all_gather, Reduction::sum, {sizeof(T), std::nullopt}};
    call.count = 1;
    call.send = &own;
    call.receive = all.data();
    carry_out({call});
    return all;
  }

  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }
  std::chrono::milliseconds timeout() const noexcept { return timeout_; }
  bool checks() const noexcept { return checks_; }
  Failure& failure() noexcept { return failure_; }

 private:
  struct Release {
    void operator()(MpiGroup* group) const noexcept;
  };

  void carry_out(const Calls& calls);
  void compare(const Calls& calls);
  void compare_collective(const CollectiveCall& call);
  void compare_messages(const Calls& messages);
  void number_communicator();
  void wait(MpiRequest* request, const CollectiveCall& call,
            std::chrono::steady_clock::time_point deadline);

  const int rank_;
  const int size_;
  const std::chrono::milliseconds timeout_;
  const bool checks_;
  const std::vector<int> world_ranks_;  ///< of the members
  int number_ = 0;                      ///< of the communicator, among those that are checked
  std::string current_{};               ///< the call in progress, if calls are checked
  Failure failure_{};
  std::unique_ptr<MpiGroup, Release> group_{};
};

}  // namespace duet::detail
