#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>

#include "cpu/base/pause.hpp"
#include "stream.hpp"

namespace duet::cpu {

/// Raises a number that other threads, streams and processes wait for.
class WriteValue final : public Operation {
 public:
  /// @param owner  of the number; null if it outlives the operation
  WriteValue(std::uint64_t* number, std::uint64_t value,
             std::shared_ptr<const void> owner = nullptr) noexcept
      : number_(number), value_(value), owner_(std::move(owner)) {}
  Outcome run() noexcept override {
    if (const auto* sanitizer = thread_sanitizer()) sanitizer->release(number_);
    const std::atomic_ref<std::uint64_t> number(*number_);
    std::uint64_t before = number.load();
    while (before < value_ && !number.compare_exchange_weak(before, value_)) {
    }
    return Status::success;
  }

 private:
  std::uint64_t* number_;
  std::uint64_t value_;
  std::shared_ptr<const void> owner_;
};

/// Makes its stream wait until a number has reached a value.
class WaitForValue final : public Operation {
 public:
  /// @param owner  as of WriteValue
  WaitForValue(std::uint64_t* number, std::uint64_t value,
               std::shared_ptr<const void> owner = nullptr) noexcept
      : number_(number), value_(value), owner_(std::move(owner)) {}
  bool is_ready() const noexcept override {
    return std::atomic_ref(*number_).load(std::memory_order_acquire) >= value_;
  }
  void wait_until_ready() const override {
    using namespace std::chrono_literals;
    while (!spin_until([&] { return is_ready(); }, 20us)) std::this_thread::sleep_for(50us);
  }
  Outcome run() noexcept override {
    if (const auto* sanitizer = thread_sanitizer()) sanitizer->acquire(number_);
    return Status::success;
  }

 private:
  std::uint64_t* number_;
  std::uint64_t value_;
  std::shared_ptr<const void> owner_;
};

/// Lets background workers run the stream soon: threads that wait for a number do not run it.
void run_soon(Stream& stream) noexcept;

}  // namespace duet::cpu
