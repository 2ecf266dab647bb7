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
#include "nccl/nccl_library.hpp"
#include "nccl/nccl_release.hpp"

namespace duet::detail {

/// What a connection belongs to.
struct NcclRankSetup {
  const NcclCalls* calls;
  Device device;
  int rank;
  std::chrono::milliseconds timeout;
  std::shared_ptr<Failure> failure;  ///< shared by the ranks of a communicator in this process
};

/// How many threads still connect ranks that were given up. Each holds a communicator, a stream and
/// the memory of the first contact. Thread-safety: any thread.
int given_up_connections() noexcept;

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

  /// Calls functions of NCCL, one thread at a time.
  /// @param call      what they do, for errors
  /// @param function  gets the communicator
  /// @throws Error  the failure of the communicator; or that of the function, which becomes it
  template <typename F>
  void run(const CollectiveCall& call, const F& function) {
    const std::lock_guard lock(mutex_);
    setup_.failure->check();
    last_call_ = call;
    const std::uint64_t number = call_number_.load(std::memory_order_relaxed);
    call_number_.store(number + 1, std::memory_order_release);
    const NcclStatus status = function(handle_.load(std::memory_order_relaxed));
    call_number_.store(number + 2, std::memory_order_release);
    if (status != NcclStatus::success && status != NcclStatus::in_progress) [[unlikely]] {
      fail_call(status);
    }
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
  void abort_handle();
  /// Ends the communicator by a function, unless it was given up.
  void release_handle(NcclStatus (*function)(NcclHandle*)) noexcept;
  bool is_call_overdue();
  bool is_wait_overdue() const;
  std::string late_text(bool is_in_call);

  const NcclRankSetup setup_;
  std::timed_mutex mutex_{};
  std::atomic<NcclHandle*> handle_{nullptr};   ///< null once it was given up
  std::atomic<std::uint64_t> call_number_{0};  ///< odd during a call
  std::atomic<bool> is_awaited_{false};        ///< whether a thread is in `synchronize`
  std::atomic<bool> is_in_use_{false};         ///< whether `make` has ended
  CollectiveCall last_call_{};
  std::shared_ptr<const void> memory_{};  ///< released with the handle
  std::unique_ptr<NcclRelease> release_ = std::make_unique<NcclRelease>();  ///< of the handle
  std::uint64_t seen_call_ = 0;  ///< what `watch` has seen last, and when first
  std::int64_t seen_since_ = 0;
};

}  // namespace duet::detail
