// Launches that are kept carry the names of the tests that made them.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace duet::test {
namespace {

class Labels : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override {
    const std::string label = std::string(test.test_suite_name()) + "." + test.name();
    setenv("DUET_KEEP_LABEL", label.c_str(), 1);
  }
};

class AddsLabels : public testing::Environment {
  void SetUp() override {
    if (std::getenv("DUET_KEEP_LAUNCHES") == nullptr) return;
    testing::UnitTest::GetInstance()->listeners().Append(new Labels);
  }
};
[[maybe_unused]] const auto* const adds_labels = testing::AddGlobalTestEnvironment(new AddsLabels);

}  // namespace
}  // namespace duet::test
