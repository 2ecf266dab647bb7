#include "options/argument_spec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>

#include "options/launch_spec.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

template <typename T>
T scalar(std::string_view text) {
  const auto spec = parse_argument(text);
  const auto& bytes = std::get<ScalarArgument>(spec).bytes;
  EXPECT_EQ(bytes.size(), sizeof(T)) << text;
  T value{};
  std::memcpy(&value, bytes.data(), std::min(sizeof(T), bytes.size()));
  return value;
}

template <std::invocable F>
std::string error_of(F&& function) {
  try {
    function();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string error_of(std::string_view text) {
  return error_of([text] { parse_argument(text); });
}

TEST(ArgumentSpec, ParsesScalarsOfEachType) {
  EXPECT_EQ(scalar<float>("f32:2.5"), 2.5f);
  EXPECT_EQ(scalar<double>("f64:-1e-3"), -1e-3);
  EXPECT_EQ(scalar<std::int32_t>("i32:7"), 7);
  EXPECT_EQ(scalar<std::int8_t>("i8:-128"), -128);
  EXPECT_EQ(scalar<std::int64_t>("i64:-9223372036854775808"),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(scalar<std::uint64_t>("u64:18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(scalar<std::uint16_t>("u16:0xffff"), 0xffff);
  EXPECT_EQ(scalar<std::int16_t>("i16:-0x10"), -16);
  EXPECT_EQ(scalar<std::uint16_t>("f16:1.5"), 0x3e00);
  EXPECT_TRUE(scalar<bool>("bool:true"));
  EXPECT_FALSE(scalar<bool>("bool:0"));
  EXPECT_TRUE(std::isnan(scalar<float>("f32:nan")));
  EXPECT_EQ(scalar<float>("f32:-inf"), -std::numeric_limits<float>::infinity());
}

TEST(ArgumentSpec, ValuesOutOfRangeAreRefused) {
  EXPECT_EQ(error_of("i8:300"), "argument 'i8:300': out of range, -128 to 127");
  for (const char* text :
       {"i8:-129", "u8:256", "u8:-1", "i16:32768", "u16:65536", "i32:2147483648", "u32:4294967296",
        "i64:9223372036854775808", "i64:-9223372036854775809", "u64:18446744073709551616"})
    EXPECT_NE(error_of(text).find("out of range"), std::string::npos) << text;
  for (const char* text : {"f32:1e39", "f32:1e-60", "f64:1e400", "f16:65520", "f16:1e-9"})
    EXPECT_NE(error_of(text).find("too large or too small"), std::string::npos) << text;
}

TEST(ArgumentSpec, MalformedArgumentsAreQuotedInTheError) {
  for (const char* text : {"",
                           ":",
                           "f32",
                           "f32:",
                           "f32:x",
                           "f32:1x",
                           "f32: 1",
                           "i32:1.5",
                           "i32:",
                           "i32:-",
                           "i32:0x",
                           "bool:maybe",
                           "f99:1",
                           "c64:1,2,3",
                           "in:",
                           "out:",
                           "out:y.npy",
                           "out:y.npy:f32",
                           "out:y.npy:f32:",
                           "out:y.npy:f99:4",
                           "out:y.npy:f32:4x",
                           "out:y.npy:f32:-4",
                           "out::f32:4",
                           "out:y.npy:f32:99999999999x99999999999",
                           "inout:a",
                           "inout:a:",
                           "inout::b",
                           "inout:a:b:c",
                           "into:x",
                           "into::3",
                           "into:x:-1",
                           "pad:8",
                           "struct(",
                           "struct()",
                           "struct(i32:1,)",
                           "struct(i32:1))",
                           "struct(pad:0)",
                           "struct(f32:1,x)",
                           "array(oops:1)",
                           "x=i32:4"}) {
    EXPECT_NE(error_of(text).find(std::string("'") + text + "'"), std::string::npos)
        << text << ": " << error_of(text);
  }
}

TEST(ArgumentSpec, MembersAreSeparatedByCommasBeforeArguments) {
  const auto parsed = std::get<duet::tool::CompositeArgument>(
      parse_argument("struct(c64:1,-2,3,4, i32:1,2,3,array(null, in:a,b.npy) , u8:1)"));
  ASSERT_EQ(parsed.members.size(), 4U);
  EXPECT_FALSE(parsed.in_memory);
  EXPECT_EQ(std::get<duet::tool::ScalarArgument>(parsed.members[0].spec).bytes.size(), 16U);
  EXPECT_EQ(parsed.members[1].text, "i32:1,2,3");
  const auto& inner = std::get<duet::tool::CompositeArgument>(parsed.members[2].spec);
  EXPECT_TRUE(inner.in_memory);
  ASSERT_EQ(inner.members.size(), 2U);
  EXPECT_EQ(std::get<ArrayArgument>(inner.members[1].spec).content.path, "a,b.npy");
}

TEST(ArgumentSpec, OutputsInStructuresGetOtherFiles) {
  int count = 0;
  const auto next = [&] { return "f" + std::to_string(++count); };
  EXPECT_EQ(
      duet::tool::with_output_files(
          "struct(x=out:y.npy:f32:4, i32:1,2, array(inout:rand:f32:8:z.npy, in:a.npy))", next),
      "struct(x=out:f1:f32:4, i32:1,2, array(inout:rand:f32:8:f2, in:a.npy))");
}

TEST(ArgumentSpec, SuggestsWhatWasMeant) {
  EXPECT_NE(error_of("x.npy").find("did you mean in:x.npy?"), std::string::npos);
  EXPECT_NE(error_of("IN:x.npy").find("did you mean in:x.npy?"), std::string::npos);
  EXPECT_NE(error_of("8").find("did you mean i32:8?"), std::string::npos);
  EXPECT_NE(error_of("5000000000").find("did you mean i64:5000000000?"), std::string::npos);
  EXPECT_NE(error_of("2.5").find("did you mean f32:2.5?"), std::string::npos);
  EXPECT_NE(error_of("int:8").find("did you mean i32:8?"), std::string::npos);
  EXPECT_EQ(error_of("oops").find("did you mean"), std::string::npos);
}

TEST(ArgumentSpec, ColonsInFileNamesAreEscaped) {
  const auto both = std::get<ArrayArgument>(parse_argument("inout:a\\:1.npy:b\\:2.npy"));
  EXPECT_EQ(both.content.path, "a:1.npy");
  EXPECT_EQ(both.output, "b:2.npy");
  const auto in = std::get<ArrayArgument>(parse_argument("in:a\\:1\\\\.npy"));
  EXPECT_EQ(in.content.path, "a:1\\.npy");
  const auto made = std::get<ArrayArgument>(parse_argument("inout:rand:f32:4:b.npy"));
  EXPECT_EQ(made.content.kind, ArrayContent::Kind::random);
  EXPECT_EQ(made.output, "b.npy");
  EXPECT_TRUE(std::get<ArrayArgument>(parse_argument("out:-:f32:4")).is_output);
  EXPECT_TRUE(std::holds_alternative<NullArgument>(parse_argument("null")));
}

TEST(ArgumentSpec, ParsesFilesTypesAndShapesOfArrays) {
  const auto in = std::get<ArrayArgument>(parse_argument("in:/a b/x:1.npy"));
  EXPECT_EQ(in.content.path, "/a b/x:1.npy");
  EXPECT_EQ(in.output, "");
  const auto out = std::get<ArrayArgument>(parse_argument("out:y:1.npy:i16:32x4"));
  EXPECT_EQ(out.content.kind, ArrayContent::Kind::zeros);
  EXPECT_EQ(out.output, "y:1.npy");
  EXPECT_EQ(out.type, ElementType::i16);
  EXPECT_EQ(out.shape, (std::vector<std::size_t>{32, 4}));
  const auto both = std::get<ArrayArgument>(parse_argument("inout:a.npy:b.npy"));
  EXPECT_EQ(both.content.path, "a.npy");
  EXPECT_EQ(both.output, "b.npy");
}

TEST(LaunchSpec, ParsesShapes) {
  EXPECT_EQ(parse_dim3("128", "--block"), (Dim3{128, 1, 1}));
  EXPECT_EQ(parse_dim3("8,4,2", "--block"), (Dim3{8, 4, 2}));
  EXPECT_EQ(parse_launch_shape("7,3", "16,16", 64).grid, (Dim3{7, 3, 1}));
  EXPECT_EQ(parse_launch_shape("7,3", "16,16", 64).shared_bytes, 64u);
  EXPECT_EQ(parse_launch_shape("cover:1000", "256", 0).grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(parse_launch_shape("cover:5000000000", "256", 0).grid, (Dim3{19531250, 1, 1}));
  EXPECT_EQ(parse_launch_shape("cover:100,50", "16,16", 0).grid, (Dim3{7, 4, 1}));
}

TEST(LaunchSpec, InvalidShapesNameTheOption) {
  for (const char* text : {"", "0", "x", "1,", "1,0", "1,2,3,4", "-1", "99999999999", "1 2"}) {
    const auto block = error_of([text] { parse_launch_shape("1", text, 0); });
    EXPECT_NE(block.find("--block"), std::string::npos) << text << ": " << block;
    const auto grid = error_of([text] { parse_launch_shape(text, "1", 0); });
    EXPECT_NE(grid.find("--grid"), std::string::npos) << text << ": " << grid;
  }
  EXPECT_NE(error_of([] { parse_launch_shape("cover:", "1", 0); }).find("--grid"),
            std::string::npos);
}

}  // namespace
}  // namespace duet::tool
