#include <gtest/gtest.h>
#include <duet/duet.hpp>

namespace duet::test {
namespace {

TEST(Version, NumberCombinesTheThreeParts) {
  EXPECT_EQ(DUET_VERSION,
            DUET_VERSION_MAJOR * 10000 + DUET_VERSION_MINOR * 100 + DUET_VERSION_PATCH);
#if DUET_VERSION < 100
  ADD_FAILURE() << "the preprocessor compares versions";
#endif
}

TEST(Version, StringIsThatOfTheCMakeProject) {
  EXPECT_STREQ(DUET_VERSION_STRING, DUET_PROJECT_VERSION);
}

}  // namespace
}  // namespace duet::test
