#include "run/arguments/generated_array.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

NpyArray made(std::string_view text, std::uint64_t seed = 0) {
  return generate_array(std::get<ArrayArgument>(parse_argument(text)), seed);
}

template <typename T>
std::vector<T> numbers(const NpyArray& array) {
  std::vector<T> values(array.bytes.size() / sizeof(T));
  std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

TEST(GeneratedArrayTest, RandomNumbersAreUniformInTheirRange) {
  const auto reals = numbers<float>(made("rand:f32:10000"));
  EXPECT_GE(*std::ranges::min_element(reals), 0.0f);
  EXPECT_LT(*std::ranges::max_element(reals), 1.0f);
  EXPECT_NEAR(std::accumulate(reals.begin(), reals.end(), 0.0) / 10000, 0.5, 0.02);
  const auto bytes = numbers<std::int8_t>(made("rand:i8:10000:-128:127"));
  EXPECT_EQ(*std::ranges::min_element(bytes), -128);
  EXPECT_EQ(*std::ranges::max_element(bytes), 127);
  const auto integers = numbers<std::uint64_t>(made("rand:u64:1000:0:18446744073709551615"));
  EXPECT_GT(*std::ranges::max_element(integers), std::uint64_t{1} << 63);
  const auto defaults = numbers<int>(made("rand:i32:10000"));
  EXPECT_EQ(*std::ranges::min_element(defaults), 0);
  EXPECT_EQ(*std::ranges::max_element(defaults), 99);
  EXPECT_EQ(numbers<std::int32_t>(made("rand:i32:3:5:5")), (std::vector<std::int32_t>{5, 5, 5}));
}

TEST(GeneratedArrayTest, TheSeedDecidesTheNumbers) {
  EXPECT_EQ(made("rand:f64:8", 1).bytes, made("rand:f64:8", 1).bytes);
  EXPECT_NE(made("rand:f64:8", 1).bytes, made("rand:f64:8", 2).bytes);
  // The standard defines the numbers of std::mt19937_64: they are equal on every machine.
  EXPECT_EQ(numbers<std::int32_t>(made("rand:i32:4")), (std::vector<std::int32_t>{94, 67, 33, 78}));
}

TEST(GeneratedArrayTest, ConstantsAndRanges) {
  EXPECT_EQ(numbers<int>(made("full:i32:3:-7")), (std::vector<int>{-7, -7, -7}));
  EXPECT_EQ(numbers<float>(made("arange:f32:3")), (std::vector<float>{0, 1, 2}));
  EXPECT_EQ(numbers<float>(made("arange:f32:3:1:-0.5")), (std::vector<float>{1, 0.5f, 0}));
  EXPECT_EQ(numbers<std::int8_t>(made("arange:i8:2:-128:127")),
            (std::vector<std::int8_t>{-128, -1}));
  EXPECT_EQ(numbers<float>(made("full:c64:1:1,2")), (std::vector<float>{1, 2}));
  EXPECT_EQ(made("full:f16:2x3:1").shape, (std::vector<std::size_t>{2, 3}));
}

TEST(GeneratedArrayTest, ImpossibleArraysAreRefused) {
  for (const char* text : {"rand:f32:4:2:1", "rand:f32:4:0:inf", "rand:i32:4:3:2", "arange:i8:129",
                           "arange:u8:2:255", "arange:i64:2:9223372036854775807"})
    EXPECT_THROW(made(text), UsageError) << text;
  for (const char* text :
       {"rand:f32", "rand:f32:4:1", "rand:f99:4", "rand:f32:4x", "full:i32:4", "full:i8:4:300",
        "full:i32:4:1:2", "arange:bool:2", "arange:f32:2:1:2:3"})
    EXPECT_THROW(parse_argument(text), UsageError) << text;
}

}  // namespace
}  // namespace duet::tool
