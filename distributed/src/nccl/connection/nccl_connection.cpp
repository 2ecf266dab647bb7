#include "nccl/connection/nccl_connection.hpp"

#include <exception>
#include <future>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <duet/device_wait.hpp>
#include <duet/error.hpp>

#include "engine/call_text.hpp"
#include "nccl/connection/nccl_watch.hpp"

namespace duet::detail {

namespace {

using Clock = std::chrono::steady_clock;

/// How much longer a wait may take that is not known to be for a connection.
constexpr std::chrono::milliseconds others_patience{200};

std::atomic<int> connecting{0};

/// Counts the thread while it connects.
struct Connecting {
  Connecting() noexcept { ++connecting; }
  Connecting(const Connecting&) = delete;
  Connecting& operator=(const Connecting&) = delete;
  ~Connecting() { --connecting; }
};

/// @returns whether the attempt has ended in time
bool wait_for(const std::future<bool>& attempt, const NcclRankSetup& setup) {
  const auto deadline = Clock::now() + setup.timeout;
  constexpr std::chrono::milliseconds interval{2};
  for (;;) {
    if (attempt.wait_for(interval) == std::future_status::ready) return true;
    if (setup.failure->is_set() || Clock::now() >= deadline) return false;
  }
}

}  // namespace

int connecting_threads() noexcept { return connecting.load(); }

std::shared_ptr<NcclConnection> NcclConnection::make(const NcclRankSetup& setup,
                                                     const std::string& what,
                                                     const Connect& connect,
                                                     const Contact& contact) {
  setup.failure->check();
  (void)longest_wait(setup.device);  // waits that begin now are measured
  const auto connection = std::make_shared<NcclConnection>(setup);
  std::promise<bool> has_made;
  std::future<bool> attempt = has_made.get_future();
  std::thread([=, has_made = std::move(has_made)]() mutable {
    const Connecting counted;
    try {
      has_made.set_value(connection->connect(what, connect, contact));
    } catch (const std::exception&) {
      has_made.set_exception(std::current_exception());
    }
  }).detach();
  if (!wait_for(attempt, setup)) {
    set_and_wake_watch(*setup.failure, ErrorCode::launch_failed,
                       fmt::format("rank {} waited {} ms in {}: another rank has ended", setup.rank,
                                   setup.timeout.count(), what));
    setup.failure->check();
  }
  return attempt.get() ? connection : nullptr;
}

/// If the rank is given up meanwhile, this goes on, and the communicator ends with it: NCCL must
/// not release what a call of it still uses.
bool NcclConnection::connect(const std::string& what, const Connect& connect,
                             const Contact& contact) {
  NcclHandle* made = nullptr;
  try {
    (void)Stream(setup_.device);  // makes the device that of this thread
    const NcclStatus status = connect(&made);
    if (status != NcclStatus::success) {
      throw Error(ErrorCode::not_supported,
                  fmt::format("{}. {}", calls().error_string(status), calls().last_error(nullptr)));
    }
  } catch (const std::exception& error) {
    // NCCL makes a communicator even where it fails. If that is a part of another one, NCCL writes
    // to it when the other one is aborted.
    release_->after = setup_.parent;
    keep_handle(made);
    fail_making(what, error);
  }
  keep_handle(made);
  setup_.failure->check();
  if (made == nullptr) return false;
  add_to_watch(shared_from_this());
  try {
    if (contact) contact(*this);
  } catch (const std::exception& error) {
    fail_making(what, error);
  }
  rank_->calls_are_awaited.store(true);
  return true;
}

void NcclConnection::fail_making(const std::string& what, const std::exception& error) {
  set_and_wake_watch(*setup_.failure, ErrorCode::not_supported,
                     fmt::format("rank {} in {}: {}", setup_.rank, what, error.what()));
  throw;
}

NcclConnection::NcclConnection(const NcclRankSetup& setup)
    : setup_(setup), rank_(setup.ranks->add()), release_(std::make_unique<NcclRelease>()) {
  release_->ranks = setup.ranks;
  release_->rank = rank_;
}

NcclConnection::~NcclConnection() {
  if (release_ != nullptr && handle_.load() == nullptr) setup_.ranks->close(*rank_);
  release_handle(setup_.failure->is_set() ? calls().comm_abort : calls().comm_destroy);
}

void NcclConnection::keep_handle(NcclHandle* made) noexcept {
  if (made == nullptr) return;
  setup_.ranks->open(*rank_);
  handle_.store(made);
}

void NcclConnection::release_handle(NcclStatus (*function)(NcclHandle*)) noexcept {
  NcclHandle* const handle = handle_.exchange(nullptr);
  if (handle == nullptr) return;
  release_->function = function;
  release_->handle = handle;
  release_->memory = std::move(memory_);
  release_in_background(std::move(release_));
}

void NcclConnection::fail_call(NcclStatus status) {
  const char* const words = calls().last_error(handle_.load());
  set_and_wake_watch(*setup_.failure, ErrorCode::launch_failed,
                     fmt::format("rank {} in {}: {}{}{}", setup_.rank, text_of(last_call_),
                                 calls().error_string(status), *words == '\0' ? "" : ". ", words));
  setup_.failure->check();
  std::terminate();  // not reached
}

void NcclConnection::synchronize(const StreamRef& stream) {
  is_awaited_.store(true);
  try {
    stream.synchronize();
  } catch (const Error&) {
    is_awaited_.store(false);
    setup_.failure->check();  // says more
    throw;
  }
  is_awaited_.store(false);
  poll_async_error();
  setup_.failure->check();
}

/// @param is_in_call  the last call has not returned, so that nothing changes it
std::string NcclConnection::late_text(bool is_in_call) {
  std::string call = "a collective";
  if (is_in_call) {
    call = text_of(last_call_);
  } else if (mutex_.try_lock()) {
    call = text_of(last_call_);
    mutex_.unlock();
  }
  return fmt::format("rank {} waited {} ms in {}: another rank has ended, or calls something else",
                     setup_.rank, setup_.timeout.count(), call);
}

bool NcclConnection::is_call_overdue() {
  const std::uint64_t number = rank_->call_number();
  if (number != seen_call_) {
    seen_call_ = number;
    seen_since_ = now();
  }
  return number % 2 == 1 && Clock::duration(now() - seen_since_) >= setup_.timeout;
}

/// Others than `synchronize` may wait for another connection, which then tells more.
bool NcclConnection::is_wait_overdue() const {
  const auto longest = is_awaited_.load() ? setup_.timeout : setup_.timeout + others_patience;
  return longest_wait(setup_.device) >= longest;
}

void NcclConnection::poll_async_error() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  const NcclRank::Call in_call(*rank_);
  NcclHandle* const handle = handle_.load();
  if (handle == nullptr) return;
  NcclStatus error = NcclStatus::success;
  (void)calls().comm_async_error(handle, &error);
  if (error == NcclStatus::success || error == NcclStatus::in_progress) return;
  set_and_wake_watch(*setup_.failure, ErrorCode::launch_failed,
                     fmt::format("rank {} after {}: {}. {}", setup_.rank, text_of(last_call_),
                                 calls().error_string(error), calls().last_error(handle)));
}

void NcclConnection::watch() {
  const bool is_in_call = is_call_overdue();
  if (is_in_call || is_wait_overdue()) {
    set_and_wake_watch(*setup_.failure, ErrorCode::launch_failed, late_text(is_in_call));
  }
  poll_async_error();
  if (setup_.failure->is_set()) release_handle(calls().comm_abort);
}

void NcclConnection::fail(ErrorCode code, const std::string& text) {
  set_and_wake_watch(*setup_.failure, code, text);
  release_handle(calls().comm_abort);
}

}  // namespace duet::detail
