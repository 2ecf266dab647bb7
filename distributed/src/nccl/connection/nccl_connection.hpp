#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <duet/collective_call.hpp>
#include <duet/device.hpp>
#include <duet/stream.hpp>

#include "engine/failure.hpp"
#include "nccl/connection/nccl_ranks.hpp"
#include "nccl/connection/nccl_release.hpp"
#include "nccl/library/nccl_library.hpp"

namespace duet::detail {

/// What a connection belongs to.
struct NcclRankSetup {
  const NcclCalls* calls;
  Device device;
  int rank;
  std::chrono::milliseconds timeout;
  std::shared_ptr<Failure> failure;  ///< shared by the ranks of a communicator in this process
  std::shared_ptr<NcclRanks> ranks;  ///< of the communicator in this process
  std::shared_ptr<const NcclRank>
      parent{};  ///< the rank of the communicator that is split, or null
};

/// How many threads connect ranks, those included whose rank was given up. Each holds up to a
/// communicator and what its first collectives use. Thread-safety: any thread.
int connecting_threads() noexcept;

/// One rank of a communicator of NCCL, whose calls are watched: where one waits for other ranks for
/// longer than the timeout, or if the communicator has failed, its operations are ended. NCCL's
/// own non-blocking mode is not used, since it starts a thread for each collective.
/// Thread-safety: all members.
class NcclConnection : public std::enable_shared_from_this<NcclConnection> {
 public:
  /// A function of NCCL that waits for other ranks and makes a communicator.
  using Connect = std::function<NcclStatus(NcclHandle** made)>;
  /// What is done once with the new communicator. It may wait for other ranks, too.
  using Contact = std::function<void(NcclConnection& made)>;

  /// Connects in a thread of its own.
  /// @param what     words for errors
  /// @param contact  may be empty
  /// @returns null if `connect` makes no communicator
  /// @throws Error  also where the rank is given up: the thread then goes on until NCCL's call ends
  static std::shared_ptr<NcclConnection> make(const NcclRankSetup& setup, const std::string& what,
                                              const Connect& connect, const Contact& contact = {});
  /// Not connected. Use `make`.
  explicit NcclConnection(const NcclRankSetup& setup);
  NcclConnection(const NcclConnection&) = delete;
  NcclConnection& operator=(const NcclConnection&) = delete;
  /// Never blocks: NCCL waits for graphs and submitted work in the background.
  ~NcclConnection();

  /// Keeps memory that submitted work uses. Call it before other threads use the connection.
  void keep(std::shared_ptr<const void> memory) {
    const std::lock_guard lock(mutex_);
    memory_ = std::move(memory);
  }

  const NcclRankSetup& setup() const noexcept { return setup_; }
  const NcclCalls& calls() const noexcept { return *setup_.calls; }

  std::shared_ptr<const NcclRank> rank() const noexcept { return rank_; }

  /// Calls functions of NCCL, one thread at a time.
  /// @param call      what they do, for errors
  /// @param function  gets the communicator
  /// @throws Error  the failure of the communicator; or that of the function, which becomes it
  template <typename F>
  void run(const CollectiveCall& call, const F& function) {
    const std::lock_guard lock(mutex_);
    // Before the check: whatever ends the communicator sees the call, and the handle is not null
    // unless the communicator has failed.
    const NcclRank::Call in_call(*rank_);
    NcclHandle* const handle = handle_.load();
    setup_.failure->check();
    last_call_ = call;
    const NcclStatus status = function(handle);
    if (status != NcclStatus::success && status != NcclStatus::in_progress) [[unlikely]] {
      fail_call(status);
    }
  }

  /// Like `run`, in a thread that no thread of the user has to wait for: the communicator does not
  /// end under the call.
  template <typename F>
  void run_unattended(const CollectiveCall& call, const F& function) {
    struct Scope {
      explicit Scope(std::atomic<bool>& flag) noexcept : are_awaited(flag) { flag.store(false); }
      Scope(const Scope&) = delete;
      Scope& operator=(const Scope&) = delete;
      ~Scope() { are_awaited.store(true); }
      std::atomic<bool>& are_awaited;
    };
    const Scope scope(rank_->calls_are_awaited);
    run(call, function);
  }

  /// Waits for the work of a stream, whose collectives end if the time is over. @throws Error  the
  /// failure of the communicator
  void synchronize(const StreamRef& stream);
  /// Sets the failure to an asynchronous error of NCCL, and ends what a failed communicator or an
  /// overdue call still does: one of NCCL, or one of duet that waits for the device. Makes no call
  /// of the driver, whose locks a waiting thread may hold. Called by one thread, again and again.
  void watch();
  /// Sets the failure unless there is one, and ends the operations of this rank.
  void fail(ErrorCode code, const std::string& text);

 private:
  static std::int64_t now() noexcept {
    return std::chrono::steady_clock::now().time_since_epoch().count();
  }
  /// @returns whether `connect` has made a communicator
  bool connect(const std::string& what, const Connect& connect, const Contact& contact);
  /// Throws the error that is being handled, and makes it the failure unless there is one.
  [[noreturn]] void fail_making(const std::string& what, const std::exception& error);
  [[noreturn]] void fail_call(NcclStatus status);
  void poll_async_error();
  void keep_handle(NcclHandle* made) noexcept;
  /// Ends the communicator by a function in the background, unless it was given up.
  void release_handle(NcclStatus (*function)(NcclHandle*)) noexcept;
  bool is_call_overdue();
  bool is_wait_overdue() const;
  std::string late_text(bool is_in_call);

  const NcclRankSetup setup_;
  std::mutex mutex_{};
  std::atomic<NcclHandle*> handle_{nullptr};  ///< null once it was given up
  std::atomic<bool> is_awaited_{false};       ///< whether a thread is in `synchronize`
  CollectiveCall last_call_{};
  std::shared_ptr<const void> memory_{};  ///< released with the handle
  const std::shared_ptr<NcclRank> rank_;
  std::unique_ptr<NcclRelease> release_;  ///< of the handle
  std::uint64_t seen_call_ = 0;           ///< what `watch` has seen last, and when first
  std::int64_t seen_since_ = 0;
};

}  // namespace duet::detail
