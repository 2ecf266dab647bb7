// Dumped launches are named after the test that made them.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace duet::test {
namespace {

class LabelListener : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override {
    const std::string label = std::string(test.test_suite_name()) + "." + test.name();
    setenv("DUET_KEEP_LABEL", label.c_str(), 1);
  }
};

class LabelEnvironment : public testing::Environment {
  void SetUp() override {
    if (std::getenv("DUET_KEEP_LAUNCHES") == nullptr) return;
    testing::UnitTest::GetInstance()->listeners().Append(new LabelListener);
  }
};
[[maybe_unused]] const auto* const environment =
    testing::AddGlobalTestEnvironment(new LabelEnvironment);

}  // namespace
}  // namespace duet::test
