// Random programs over the whole API, in which calls and allocations fail now and then. Objects
// outlive the steps that failed, so that a wrong idea of their state shows in later results.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <random>
#include <string>

#include <duet/duet.hpp>

#include "allocation_faults.hpp"
#include "call_faults.hpp"
#include "driver/driver.hpp"
#include "handles.hpp"
#include "steps.hpp"

namespace duet::test {
namespace {

using soak::Kind;
using soak::Program;
using soak::State;
using soak::Step;

/// Without steps that end the process or a communicator. In half of the programs there are few
/// different batches and graphs, so that their structures and parameters recur.
Program program_of(std::uint64_t seed) {
  Program program = soak::random_program(seed);
  std::erase_if(program, [](const Step& step) {
    return step.kind == Kind::fork || step.kind == Kind::forget || step.kind == Kind::ranks;
  });
  if (seed % 2 == 0) return program;
  for (Step& step : program) {
    if (step.other < 3) step.kind = Kind::encode;
    step = {step.kind, step.stream % 2, step.buffer % 2, step.other % 2, step.value % 3 * 6, 2};
  }
  return program;
}

/// Statuses after which the device still works: each may pass.
std::vector<int> passing_statuses() {
  std::vector<int> statuses = CallFaults::driver_statuses(false);
  std::erase_if(statuses, [](int status) {
    return vendor::is_device_lost(static_cast<vendor::Status>(status));
  });
  return statuses;
}

template <typename T>
const T& any_of(const std::vector<T>& values, std::mt19937_64& random) {
  return values[random() % values.size()];
}

CallFaults::Plan random_plan(std::mt19937_64& random) {
  static const std::vector<int> statuses = passing_statuses();
  static const std::vector<int> compiler_statuses = CallFaults::compiler_statuses();
  const std::uint64_t range = std::uint64_t{1} << random() % 6;
  CallFaults::Plan plan{.first = 1 + random() % range,
                        .status = any_of(statuses, random),
                        .compiler_status = any_of(compiler_statuses, random)};
  if (random() % 4 == 0) plan.extent = CallFaults::Extent::rest;
  plan.carries_out_updates = random() % 2 == 0;
  return plan;
}

/// What fails in a step: calls, or an allocation.
struct Fault {
  CallFaults::Plan plan{};
  std::uint64_t allocation = 0;  ///< its number; 0: calls fail

  void start() const {
    if (allocation != 0) return fail_allocation(allocation);
    CallFaults::instance().start(plan);
  }
  /// @returns the number of failures
  std::uint64_t stop() const {
    if (allocation != 0) return stop_failing_allocations() ? 1 : 0;
    return CallFaults::instance().stop();
  }
  std::string text() const {
    if (allocation != 0) return "allocation " + std::to_string(allocation);
    return "call " + std::to_string(plan.first) +
           (plan.extent == CallFaults::Extent::one ? "" : " and later") + " with status " +
           std::to_string(plan.status) + " (the last one: " + CallFaults::instance().failed_row() +
           ")";
  }
};

Fault random_fault(std::mt19937_64& random, const Step& step) {
  Fault fault{.plan = random_plan(random)};
  // Without memory for a thread, those that the step has started would not be joined. The emulator
  // of AMD's GPUs needs memory itself while kernels run.
  static const bool can_fail = allocations_can_fail() && std::string(backend_name()) != "HIP";
  const bool is_allocation = random() % 4 == 0 && step.kind != Kind::threads;
  if (is_allocation && can_fail) fault.allocation = 1 + random() % 32;
  return fault;
}

struct Counts {
  std::uint64_t steps = 0;
  std::uint64_t failures = 0;
  std::uint64_t failed_steps = 0;
};

/// @returns whether it was done
bool try_step(State& state, const Step& step, const Fault& fault, Counts& counts) {
  static std::string message;  // has its memory before allocations fail
  message.reserve(4096);
  bool is_done = false;
  fault.start();
  std::uint64_t failures = 0;
  try {
    run_step(state, step);
    failures = fault.stop();
    is_done = true;
  } catch (const Error& error) {
    failures = fault.stop();
    message = error.what();
  } catch (const std::bad_alloc& error) {
    failures = fault.stop();
    EXPECT_NE(fault.allocation, 0u);
    message = error.what();
  }
  counts.failures += failures;
  if (is_done) return true;
  EXPECT_GT(failures, 0u) << "throws without a failure: " << message;
  EXPECT_FALSE(message.empty());
  ++counts.failed_steps;
  return false;
}

void run_with_faults(const Program& program, std::uint64_t seed, bool compares, Counts& counts) {
  std::mt19937_64 random(seed);
  const auto state = std::make_unique<State>();
  state->compares = compares;
  for (const Step& step : program) {
    ++counts.steps;
    const bool may_fail = random() % 2 == 0;
    const Fault fault = random_fault(random, step);
    SCOPED_TRACE(text_of(step) + (may_fail ? ", failing: " + fault.text() : ""));
    try {
      if (!may_fail) {
        run_step(*state, step);
      } else if (!try_step(*state, step, fault, counts)) {
        state->restore();
      }
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
      return;
    }
  }
  state->finish();
}

/// Whether kernels are executed: the stub of a driver executes none.
bool runs_kernels() {
  State state;
  const Step step{Kind::launch, 0, 0, 0, 1, 1};
  run_step(state, step);
  try {
    state.finish();
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

std::uint64_t number_in(const char* variable, std::uint64_t usual) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

/// Steps with each kernel on each device, which stays loaded.
Program all_kernels() {
  Program program;
  for (unsigned variant = 0; variant < 3; ++variant) {
    for (unsigned device = 0; device < 2; ++device) {
      program.push_back({Kind::jit, device, device, device, variant, 1});
    }
  }
  return program;
}

void run_unharmed(const Program& program, bool compares) {
  State state;
  state.compares = compares;
  for (const Step& step : program) run_step(state, step);
  state.finish();
}

/// DUET_TEST_PROGRAMS programs from the one of DUET_TEST_SEED on.
TEST(RandomFaultTest, ProgramsGoOnAfterFailures) {
  if (const auto reason = Device::unavailable_reason()) GTEST_SKIP() << reason->what();
  (void)CallFaults::instance();
  set_log_handler([](LogLevel, std::string_view) {});  // failed destructions are logged
  const std::uint64_t first = number_in("DUET_TEST_SEED", 1);
  const std::uint64_t programs = number_in("DUET_TEST_PROGRAMS", 100);
  const bool compares = runs_kernels();
  run_unharmed(all_kernels(), compares);
  Handles handles = settled_handles();
  Counts counts;
  for (std::uint64_t seed = first; seed < first + programs && !HasFailure(); ++seed) {
    const Program program = program_of(seed);
    try {
      run_with_faults(program, seed, compares, counts);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
    expect_handles(handles);
    if (HasFailure()) ADD_FAILURE() << "first seen with DUET_TEST_SEED=" << seed;
  }
  set_log_handler({});
  std::cout << "  " << counts.steps << " steps, " << counts.failures << " failures, "
            << counts.failed_steps << " steps threw\n";
}

}  // namespace
}  // namespace duet::test
