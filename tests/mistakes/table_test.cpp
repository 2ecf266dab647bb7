#include <gtest/gtest.h>

#include "mistake_table.hpp"

namespace duet::test {
namespace {

TEST(MistakeTable, AnEllipsisStandsForAnyText) {
  EXPECT_TRUE(matches("same", "same"));
  EXPECT_FALSE(matches("same thing", "same"));
  EXPECT_TRUE(matches("device 3: NVIDIA H200", "device …: NVIDIA …"));
  EXPECT_TRUE(matches("ab", "a…b"));
  EXPECT_FALSE(matches("abc", "a…b"));
  EXPECT_FALSE(matches("b", "a…b"));
  EXPECT_FALSE(matches("aba", "ab…ba"));
}

}  // namespace
}  // namespace duet::test
