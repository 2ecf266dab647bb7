#include "run/array_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "run/arguments/generated_array.hpp"

namespace duet::tool {
namespace {

NpyArray made(std::string_view text) {
  return generate_array(std::get<ArrayArgument>(parse_argument(text)), 0);
}

TEST(ArrayTextTest, ColumnsHaveEqualWidths) {
  EXPECT_EQ(array_text(made("arange:f32:5:8:0.5")), "[  8 8.5   9 9.5  10]");
  EXPECT_EQ(array_text(made("arange:i32:2x3:-1")), "[[-1  0  1]\n [ 2  3  4]]");
  EXPECT_EQ(array_text(made("arange:i32:2x1x2")), "[[[0 1]]\n\n [[2 3]]]");
  EXPECT_EQ(array_text(made("full:f16:2:0.1")), "[0.1 0.1]");
  EXPECT_EQ(array_text(made("full:bool:2:1")), "[True True]");
  EXPECT_EQ(array_text(made("full:c64:1:1,-2")), "[1-2j]");
  EXPECT_EQ(array_text(made("full:f64:1:nan")), "[nan]");
  EXPECT_EQ(array_text(made("full:f32:0:1")), "[]");
  EXPECT_EQ(array_text({ElementType::i8, {}, false, {std::byte{7}}}), "7");
}

TEST(ArrayTextTest, LargeArraysAreShortened) {
  EXPECT_EQ(array_text(made("arange:i32:1001")), "[   0    1    2 ...  998  999 1000]");
  EXPECT_EQ(array_text(made("full:i8:7x200:0")),
            "[[0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]\n ...\n"
            " [0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]]");
  EXPECT_EQ(array_text(made("full:i8:500x3:1")).substr(0, 20), "[[1 1 1]\n [1 1 1]\n [");
}

TEST(ArrayTextTest, LongRowsAreWrapped) {
  const std::string text = array_text(made("full:i32:40:100"));
  EXPECT_EQ(text.find('\n'), 72u) << text;
  EXPECT_EQ(text.substr(72, 6), "\n 100 ");
}

TEST(ArrayTextTest, JsonHasEveryElement) {
  EXPECT_EQ(array_json(made("arange:i32:2x2")).dump(), "[[0,1],[2,3]]");
  EXPECT_EQ(array_json(made("full:f32:1:0.1")).dump(), "[0.1]");
  EXPECT_EQ(array_json(made("full:f32:1:-inf")).dump(), "[\"-Infinity\"]");
  EXPECT_EQ(array_json(made("full:c128:1:1,2.5")).dump(), "[[1,2.5]]");
}

TEST(ArrayTextTest, NamesPositions) {
  const std::vector<std::size_t> shape{4, 4};
  EXPECT_EQ(index_text(13, shape), "[3, 1]");
  EXPECT_EQ(index_text(0, {}), "");
}

}  // namespace
}  // namespace duet::tool
