// Comparison of results: tools/cases/difference.hpp.

#include <gtest/gtest.h>
#include <duet/float16.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "cases/difference.hpp"

namespace duet::tool {
namespace {

template <typename T>
NpyArray array(ElementType type, const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {type, {values.size()}, false, {bytes.begin(), bytes.end()}};
}
NpyArray floats(const std::vector<float>& values) { return array(ElementType::f32, values); }

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(FindDifference, IntegersMustBeEqualWithAnyTolerance) {
  const Tolerance wide{.absolute = 100, .relative = 100};
  const auto expected = array<std::int32_t>(ElementType::i32, {1, -2, 3, 4});
  EXPECT_FALSE(find_difference(expected, expected, {}).has_value());
  const auto found = array<std::int32_t>(ElementType::i32, {1, -3, 3, 5});
  const auto difference = find_difference(found, expected, wide);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->count, 2u);
  EXPECT_EQ(difference->first, 1u);
  EXPECT_EQ(difference->found, "-3");
  EXPECT_EQ(difference->expected, "-2");
  const auto large = array<std::uint64_t>(ElementType::u64, {~std::uint64_t{0}});
  const auto less = array<std::uint64_t>(ElementType::u64, {~std::uint64_t{0} - 1});
  EXPECT_TRUE(find_difference(less, large, wide).has_value()) << "a double cannot distinguish them";
}

TEST(FindDifference, RealsMayDifferByTheTolerance) {
  const auto expected = floats({1, 100, 0});
  EXPECT_TRUE(find_difference(floats({1.01f, 100, 0}), expected, {}).has_value());
  EXPECT_FALSE(find_difference(floats({1.01f, 101, 0}), expected, {.relative = 0.02}).has_value());
  EXPECT_TRUE(find_difference(floats({1, 100, 0.01f}), expected, {.relative = 0.02}).has_value());
  EXPECT_FALSE(find_difference(floats({1, 100, 0.01f}), expected, {.absolute = 0.02}).has_value());
  EXPECT_TRUE(find_difference(floats({1, 100.1f, 0}), expected, {.absolute = 0.02}).has_value());
  const auto half = [](double value) {
    return array<std::uint16_t>(ElementType::f16, {duet::half(value).bits()});
  };
  EXPECT_FALSE(find_difference(half(2.002), half(2), {.relative = 0.01}).has_value());
  EXPECT_TRUE(find_difference(half(2.1), half(2), {.relative = 0.01}).has_value());
}

TEST(FindDifference, InfinitiesAndNaNsOnlyMatchThemselves) {
  const Tolerance wide{.absolute = 1e30, .relative = 1};
  const auto expected = floats({infinity, -infinity, nan, 0.0f});
  EXPECT_FALSE(
      find_difference(floats({infinity, -infinity, nan, -0.0f}), expected, {}).has_value());
  const auto difference = find_difference(floats({-infinity, 1, 2, nan}), expected, wide);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->count, 4u);
}

TEST(FindDifference, RefusesArraysOfDifferentTypesOrSizes) {
  EXPECT_THROW(find_difference(floats({1}), floats({1, 2}), {}), std::logic_error);
  EXPECT_THROW(find_difference(floats({1}), array<std::int32_t>(ElementType::i32, {1}), {}),
               std::logic_error);
}

TEST(FindDifference, AppliesTheAllowedErrorOfEachNumberAndReportsTheWorst) {
  const auto expected = floats({1, 100, 0, infinity, nan});
  const auto allowed = floats({0.5f, 2, 0, 0, 0});
  const auto difference = [&](const std::vector<float>& found) {
    return find_difference(floats(found), expected, {.absolute = 1e9}, &allowed);
  };
  EXPECT_FALSE(difference({1.5f, 98, -0.0f, infinity, -nan}).has_value());
  const auto wrong = difference({1.6f, 110, 0, infinity, nan});
  ASSERT_TRUE(wrong.has_value());
  EXPECT_EQ(wrong->count, 2u);
  EXPECT_EQ(wrong->first, 0u);
  EXPECT_EQ(wrong->worst, 1u);
  EXPECT_EQ(wrong->worst_found, "110");
  EXPECT_EQ(wrong->worst_expected, "100");
  EXPECT_TRUE(difference({1, 100, 1e-30f, infinity, nan}).has_value());
  EXPECT_TRUE(difference({1, 100, 0, 3e38f, nan}).has_value());
  EXPECT_TRUE(difference({1, 100, 0, infinity, 0}).has_value());
  EXPECT_THROW((void)find_difference(floats({1}), floats({1}), {}, &allowed), std::logic_error);
}

TEST(FindDifference, ANumberNearTheLimitMayOverflow) {
  const auto half = [](double value) {
    return array<std::uint16_t>(ElementType::f16, {duet::half(value).bits()});
  };
  const auto allowed = floats({32});
  EXPECT_FALSE(find_difference(half(infinity), half(65504), {}, &allowed).has_value());
  EXPECT_FALSE(find_difference(half(65504), half(infinity), {}, &allowed).has_value());
  EXPECT_TRUE(find_difference(half(65000), half(infinity), {}, &allowed).has_value());
  EXPECT_TRUE(find_difference(half(-infinity), half(65504), {}, &allowed).has_value());
}

TEST(FindDifference, IntegersMayBeAllowedToDiffer) {
  const auto expected = array<std::uint8_t>(ElementType::u8, {1, 2, 250});
  const auto allowed = array<std::uint8_t>(ElementType::u8, {0, 1, 255});
  const auto found = [](std::uint8_t a, std::uint8_t b, std::uint8_t c) {
    return array<std::uint8_t>(ElementType::u8, {a, b, c});
  };
  EXPECT_FALSE(find_difference(found(1, 3, 0), expected, {}, &allowed).has_value());
  EXPECT_TRUE(find_difference(found(2, 2, 250), expected, {}, &allowed).has_value());
  EXPECT_TRUE(find_difference(found(1, 4, 250), expected, {}, &allowed).has_value());
  const auto large = array<std::int64_t>(ElementType::i64, {INT64_MAX});
  const auto less = array<std::int64_t>(ElementType::i64, {INT64_MIN});
  const auto little = floats({1e18f}), anything = floats({infinity});
  EXPECT_TRUE(find_difference(less, large, {}, &little).has_value());
  EXPECT_FALSE(find_difference(less, large, {}, &anything).has_value());
}

TEST(FindDifference, ComparesBfloat16AsNumbers) {
  const auto numbers = [](double a, double b) {
    return array<std::uint16_t>(ElementType::bf16,
                                {duet::bfloat16(a).bits(), duet::bfloat16(b).bits()});
  };
  EXPECT_FALSE(find_difference(numbers(2, nan), numbers(2, -nan), {}).has_value());
  EXPECT_FALSE(find_difference(numbers(2.02, 1), numbers(2, 1), {.relative = 0.01}).has_value());
  EXPECT_TRUE(find_difference(numbers(2.1, 1), numbers(2, 1), {.relative = 0.01}).has_value());
}

}  // namespace
}  // namespace duet::tool
