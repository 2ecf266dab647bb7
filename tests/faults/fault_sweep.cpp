#include "fault_sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <thread>

#include <duet/duet.hpp>

#include "allocation_faults.hpp"
#include "driver/driver.hpp"
#include "handles.hpp"

namespace duet::test {

namespace {

class UnharmedAttempt final : public Attempt {
 public:
  bool operator()(const std::function<void()>& operation) override {
    const std::uint64_t before = total_calls();
    operation();
    calls = total_calls() - before;
    return true;
  }

  std::uint64_t calls = 0;

 private:
  static std::uint64_t total_calls() {
    std::uint64_t sum = 0;
    for (const auto& [row, count] : CallFaults::instance().calls()) sum += count;
    return sum;
  }
};

/// An attempt during which something fails.
class FaultyAttempt : public Attempt {
 public:
  bool operator()(const std::function<void()>& operation) override {
    bool ended_well = true;
    // Static, so that nothing is allocated while allocations fail.
    static std::string message;
    message.reserve(4096);
    start();
    try {
      operation();
      failed = stop();
    } catch (const Error& error) {
      failed = stop();
      ended_well = false;
      message = error.what();
    } catch (const std::bad_alloc& error) {
      failed = stop();
      ended_well = false;
      is_foreign = !may_lack_memory;
      message = error.what();
    } catch (const std::exception& error) {
      failed = stop();
      ended_well = false;
      is_foreign = true;
      message = error.what();
    }
    text = message;
    has_thrown = !ended_well;
    return ended_well;
  }

  std::uint64_t failed = 0;
  bool has_thrown = false;
  bool is_foreign = false;  ///< whether the exception is none that duet's functions announce
  std::string text{};

 protected:
  explicit FaultyAttempt(bool lacks_memory) : may_lack_memory(lacks_memory) {}
  virtual void start() = 0;
  virtual std::uint64_t stop() = 0;

 private:
  bool may_lack_memory;
};

class CallAttempt final : public FaultyAttempt {
 public:
  explicit CallAttempt(CallFaults::Plan plan) : FaultyAttempt(false), plan_(std::move(plan)) {}

 private:
  void start() override { CallFaults::instance().start(plan_); }
  std::uint64_t stop() override { return CallFaults::instance().stop(); }

  CallFaults::Plan plan_;
};

class AllocationAttempt final : public FaultyAttempt {
 public:
  explicit AllocationAttempt(std::uint64_t number) : FaultyAttempt(true), number_(number) {}

 private:
  void start() override { fail_allocation(number_); }
  std::uint64_t stop() override { return stop_failing_allocations() ? 1 : 0; }

  std::uint64_t number_;
};

std::string text_of(const CallFaults::Plan& plan, const CallFaults& faults) {
  return "call " + std::to_string(plan.first) +
         (plan.extent == CallFaults::Extent::one ? "" : " and all later ones") +
         " (the last one: " + faults.failed_row() + ") with the driver's status " +
         std::to_string(plan.status) + ", the compiler's " + std::to_string(plan.compiler_status);
}

void expect_equal(const Results& results, const Results& expected) {
  for (const auto& [name, bytes] : results) {
    const auto known = expected.find(name);
    ASSERT_NE(known, expected.end()) << name;
    EXPECT_TRUE(bytes == known->second) << "the result '" << name << "' differs";
  }
}

/// Sets the calling thread's mode of captures. @returns the mode before
vendor::CaptureMode set_capture_mode(vendor::CaptureMode mode) {
  const auto exchange = driver().thread_capture_mode;
  if (driver_has<&DriverNames::thread_capture_mode>(exchange)) {
    EXPECT_EQ(exchange(&mode), vendor::success);
  }
  return mode;
}

/// The mode before anything has failed, if that is when it is first called.
vendor::CaptureMode usual_capture_mode() {
  static const vendor::CaptureMode usual = [] {
    const vendor::CaptureMode mode = set_capture_mode(vendor::capture_relaxed);
    (void)set_capture_mode(mode);
    return mode;
  }();
  return usual;
}

/// Checks that the operation has left the mode unchanged, and sets it.
/// @param failures  after more than one, the mode could not be set
void expect_usual_capture_mode(std::uint64_t failures) {
  const vendor::CaptureMode found = set_capture_mode(usual_capture_mode());
  if (failures > 1) return;
  EXPECT_EQ(found, usual_capture_mode()) << "the mode of captures is changed";
}

const char* wanted_call() { return std::getenv("DUET_TEST_FIRST_CALL"); }

/// The call that fails first: 1, or what DUET_TEST_FIRST_CALL says.
std::uint64_t first_call() {
  const char* const wanted = wanted_call();
  return wanted == nullptr ? 1 : std::strtoull(wanted, nullptr, 10);
}

/// Tells a sweep that was divided or repeated where it is, in case that the process ends.
void tell_call(std::uint64_t call) {
  if (wanted_call() != nullptr) std::cout << "  call " << call << std::endl;
}

/// Runs the scenario once with failures. @returns the number of failures
std::uint64_t run_once(const Scenario& scenario, const Results& expected, Handles& handles,
                       FaultyAttempt& attempt, SweepCounts& counts) {
  ++counts.runs;
  try {
    expect_equal(scenario(attempt), expected);
  } catch (const std::exception& error) {
    ADD_FAILURE() << "the steps after the operation throw: " << error.what();
  }
  expect_handles(handles);
  expect_usual_capture_mode(attempt.failed);
  EXPECT_FALSE(attempt.is_foreign) << attempt.text;
  if (attempt.has_thrown) {
    ++counts.thrown;
    EXPECT_FALSE(attempt.text.empty());
    EXPECT_GT(attempt.failed, 0u) << "the operation throws without a failed call: " << attempt.text;
  }
  counts.failed_calls += attempt.failed;
  return attempt.failed;
}

}  // namespace

SweepCounts sweep(const Scenario& scenario, const std::vector<int>& driver_statuses,
                  const std::vector<int>& compiler_statuses, bool is_brief) {
  SweepCounts counts;
  UnharmedAttempt unharmed;
  (void)scenario(unharmed);  // what happens once in a process
  const Results expected = scenario(unharmed);
  Handles handles = settled_handles();
  (void)usual_capture_mode();
  counts.calls = unharmed.calls;
  for (std::size_t s = 0; s < driver_statuses.size(); ++s) {
    for (const auto extent : {CallFaults::Extent::one, CallFaults::Extent::rest}) {
      CallFaults::Plan plan{.status = driver_statuses[s],
                            .compiler_status = compiler_statuses[s % compiler_statuses.size()],
                            .collective_status = 1 + static_cast<int>(s) % 6,
                            .extent = extent};
      if (is_brief && extent == CallFaults::Extent::rest) continue;
      for (plan.first = first_call();; ++plan.first) {
        tell_call(plan.first);
        CallAttempt attempt(plan);
        const std::uint64_t failed = run_once(scenario, expected, handles, attempt, counts);
        if (CallFaults::instance().has_failed_update()) {
          CallFaults::Plan changing = plan;
          changing.carries_out_updates = true;
          CallAttempt again(changing);
          (void)run_once(scenario, expected, handles, again, counts);
        }
        if (testing::Test::HasFailure()) {
          ADD_FAILURE() << "first seen with the failure of "
                        << text_of(plan, CallFaults::instance());
          return counts;
        }
        if (failed == 0) break;
      }
    }
  }
  return counts;
}

SweepCounts sweep_allocations(const Scenario& scenario) {
  SweepCounts counts;
  UnharmedAttempt unharmed;
  (void)scenario(unharmed);
  const Results expected = scenario(unharmed);
  Handles handles = settled_handles();
  (void)usual_capture_mode();
  counts.calls = unharmed.calls;
  for (std::uint64_t number = 1;; ++number) {
    AllocationAttempt attempt(number);
    const std::uint64_t failed = run_once(scenario, expected, handles, attempt, counts);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "first seen with the failure of allocation " << number;
      return counts;
    }
    if (failed == 0) return counts;
  }
}

}  // namespace duet::test
