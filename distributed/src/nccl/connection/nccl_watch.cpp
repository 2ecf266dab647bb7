#include "nccl/connection/nccl_watch.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "nccl/connection/nccl_connection.hpp"

namespace duet::detail {

namespace {

constexpr std::chrono::milliseconds interval{50};

class Watch {
 public:
  void add(const std::shared_ptr<NcclConnection>& connection) {
    const std::lock_guard lock(mutex_);
    connections_.push_back(connection);
    if (has_thread_) return;
    std::thread([this] { run(); }).detach();
    has_thread_ = true;
  }
  void wake() {
    const std::lock_guard lock(mutex_);
    is_awake_ = true;
    changed_.notify_one();
  }

 private:
  void run() {
    for (;;) {
      wait();
      try {
        watch_once();
      } catch (const std::exception&) {
        // No memory: another time.
      }
    }
  }
  void wait() {
    std::unique_lock lock(mutex_);
    (void)changed_.wait_for(lock, interval, [this] { return is_awake_; });
    is_awake_ = false;
  }
  void watch_once() {
    for (const std::weak_ptr<NcclConnection>& watched : watched_now()) {
      const std::shared_ptr<NcclConnection> connection = watched.lock();
      if (connection != nullptr) connection->watch();
    }
  }
  std::vector<std::weak_ptr<NcclConnection>> watched_now() {
    const std::lock_guard lock(mutex_);
    std::erase_if(connections_, [](const auto& watched) { return watched.expired(); });
    return connections_;
  }

  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::vector<std::weak_ptr<NcclConnection>> connections_{};
  bool has_thread_ = false;
  bool is_awake_ = false;
};

Watch& watch() {
  static auto& instance = *new Watch;  // its thread runs until the process ends
  return instance;
}

}  // namespace

void add_to_watch(const std::shared_ptr<NcclConnection>& connection) { watch().add(connection); }

void set_and_wake_watch(Failure& failure, ErrorCode code, const std::string& text) {
  if (failure.set(code, text)) watch().wake();
}

}  // namespace duet::detail
