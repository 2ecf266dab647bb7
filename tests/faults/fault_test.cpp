#include <cstdlib>
#include <iostream>

#include "allocation_faults.hpp"
#include "call_faults.hpp"
#include "ground.hpp"

namespace duet::test {
namespace {

/// Runs each scenario with each of its calls failing. `DUET_TEST_STATUSES=all` tries every status
/// of the driver, otherwise one of each class.
class FaultTest : public testing::TestWithParam<std::pair<const char*, Scenario>> {
 protected:
  void SetUp() override {
    if (const auto why = Device::unavailable_reason()) GTEST_SKIP() << why->what();
    (void)CallFaults::instance();  // counts handles from here on
    const std::string name = GetParam().first;
    if (name.starts_with("Communicator")) {
      const std::string why = collectives_unavailable(name == "CommunicatorOfTwoRanks" ? 2 : 1);
      if (!why.empty()) GTEST_SKIP() << why;
    }
    set_log_handler([](LogLevel, std::string_view) {});  // failed destructions are logged
    (void)step();  // streams that are captured cannot wait for its compilation
  }
  void TearDown() override { set_log_handler({}); }
};

std::vector<int> statuses() {
  const char* const wanted = std::getenv("DUET_TEST_STATUSES");
  return CallFaults::driver_statuses(wanted != nullptr && std::string(wanted) == "all");
}

TEST_P(FaultTest, LeavesNothingBrokenBehind) {
  (void)CallFaults::instance();
  const std::string name = GetParam().first;
  std::vector<int> tried = statuses();
  // Each run compiles, makes many launches, or has ranks that learn of the failure of another.
  const bool is_slow =
      name == "Compile" || name == "Jit" || name == "ProductTuning" ||
      name.starts_with("Communicator") ||
      (!allocations_can_fail() && (name == "Vectors" || name.find("Products") != name.npos));
  const bool is_brief = is_slow && std::getenv("DUET_TEST_STATUSES") == nullptr;
  if (is_brief) tried.resize(1);
  const SweepCounts counts =
      sweep(GetParam().second, tried, CallFaults::compiler_statuses(), is_brief);
  EXPECT_GT(counts.calls, 0u) << "the scenario makes no call";
  RecordProperty("runs", std::to_string(counts.runs));
  RecordProperty("failed_calls", std::to_string(counts.failed_calls));
  std::cout << "  " << GetParam().first << ": " << counts.calls << " calls, " << counts.runs
            << " runs, " << counts.failed_calls << " calls failed, " << counts.thrown
            << " runs threw\n";
}

TEST_P(FaultTest, SurvivesTheLackOfMemory) {
  if (!allocations_can_fail()) GTEST_SKIP() << "the sanitizer has operator new of its own";
  const std::string name = GetParam().first;
  const char* const wanted = std::getenv("DUET_TEST_STATUSES");
  const bool is_slow = name == "Compile" || name == "Jit" || name == "CommunicatorOfTwoRanks";
  if (is_slow && wanted == nullptr) {
    GTEST_SKIP() << "takes long: set DUET_TEST_STATUSES=all";
  }
  if (name.starts_with("Communicator") && std::getenv("DUET_NCCL_LIBRARY") != nullptr) {
    GTEST_SKIP() << "the stub of NCCL does not survive it";
  }
  if (name.find("Capture") != std::string::npos &&
      compiler_description().find("hip_on_cuda") != std::string::npos) {
    GTEST_SKIP() << "HIP does not end a capture in which its own allocation has failed";
  }
  (void)CallFaults::instance();
  const SweepCounts counts = sweep_allocations(GetParam().second);
  std::cout << "  " << name << ": " << counts.failed_calls << " allocations failed, "
            << counts.thrown << " runs threw\n";
}

Scenarios all_scenarios() {
  Scenarios all;
  for (const auto& part :
       {graph_scenarios(), encoder_scenarios(), resource_scenarios(), memory_scenarios(),
        code_scenarios(), product_scenarios(), collective_scenarios()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, FaultTest, testing::ValuesIn(all_scenarios()),
                         [](const auto& info) { return info.param.first; });

/// Every row whose name says that it makes something is counted as a maker of handles.
using HandleTableTest = DeviceTest;
TEST_F(HandleTableTest, KnowsEveryRowThatMakesAHandle) {
  for (const CallFaults::Row* row : CallFaults::instance().rows()) {
    const std::string_view name = row->name;
    const bool makes =
        name.ends_with("_create") || name.find("_allocate") != name.npos ||
        name.ends_with("_load") || name.ends_with("_instantiate") || name.ends_with("_reserve") ||
        name.ends_with("_map") || name.ends_with("_register") || name.starts_with("ipc_open") ||
        name == "stream_end_capture" || name == "comm_init_rank" || name == "comm_split";
    const bool destroys = name.ends_with("_destroy") || name.find("_free") != name.npos ||
                          name.ends_with("_unload") || name.ends_with("_release") ||
                          name.ends_with("_unmap") || name.ends_with("_unregister") ||
                          name.starts_with("ipc_close") || name == "comm_abort";
    if (name == "device_free_memory") continue;  // the amount that is free
    EXPECT_EQ(makes, row->made != nullptr) << name;
    EXPECT_EQ(destroys, row->destroyed != nullptr) << name;
  }
}

}  // namespace
}  // namespace duet::test
