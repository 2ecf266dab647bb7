// The parts of `duet bench`: formulas, lists of sizes, statistics, the best row.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bench/bench_table.hpp"
#include "bench/formula.hpp"
#include "bench/measurement.hpp"
#include "bench/sweep.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

std::string message_of(auto&& function) {
  try {
    (void)function();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(BenchFormula, ReplacesBraces) {
  const FormulaVariables variables{1000, 256};
  EXPECT_EQ(expand("rand:f32:{n}", variables, "ARG"), "rand:f32:1000");
  EXPECT_EQ(expand("{2*n}x{ceil(n/block)}", variables, "ARG"), "2000x4");
  EXPECT_EQ(expand("f32:{1/8}", variables, "ARG"), "f32:0.125");
  EXPECT_EQ(expand("in:x.npy", variables, "ARG"), "in:x.npy");
  EXPECT_EQ(expand("i64:{2^53}", variables, "ARG"), "i64:9007199254740992");
  EXPECT_EQ(evaluate("12*n + floor(block/3)", variables, "--bytes"), 12085);
}

TEST(BenchFormula, ReportsErrors) {
  const FormulaVariables variables{0, 256};
  EXPECT_NE(message_of([&] {
              return evaluate("12*m", variables, "--bytes");
            }).find("--bytes: the formula '12*m' is wrong"),
            std::string::npos);
  EXPECT_NE(message_of([&] { return evaluate("", variables, "--bytes"); }).find("--bytes"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              return evaluate("1/n", variables, "--flops");
            }).find("'1/n' is inf for n = 0, block = 256"),
            std::string::npos);
  EXPECT_NE(message_of([&] { return expand("i32:{n", variables, "ARG"); }).find("no '}'"),
            std::string::npos);
}

TEST(BenchSweep, ParsesLists) {
  EXPECT_EQ(parse_sizes("1,64k,2Ki,3M,1Mi,1Gi"),
            (std::vector<std::size_t>{1, 64000, 2048, 3000000, 1048576, 1073741824}));
  const std::vector<Dim3> blocks = parse_blocks("128,16x8,4x4x4");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(block_text(blocks[0]), "128");
  EXPECT_EQ(block_text(blocks[1]), "16x8");
  EXPECT_EQ(block_text(blocks[2]), "4x4x4");
  for (const char* wrong :
       {"", "1,", "0", "-1", "12q", "1.5", "99999999999999999999", "10000000Gi"}) {
    EXPECT_NE(message_of([&] { return parse_sizes(wrong); }).find("--size: '"), std::string::npos)
        << wrong;
  }
  for (const char* wrong : {"", "0", "16x", "axb", "1x2x3x4"}) {
    EXPECT_NE(message_of([&] { return parse_blocks(wrong); }).find("--block"), std::string::npos)
        << wrong;
  }
}

TEST(BenchStatistics, QuantilesAreInterpolated) {
  const Measurement time = summarise({4, 1, 3, 2}, 7);
  EXPECT_EQ(time.median, 2.5);
  EXPECT_EQ(time.least, 1);
  EXPECT_EQ(time.lower_quartile, 1.75);
  EXPECT_EQ(time.upper_quartile, 3.25);
  EXPECT_EQ(time.spread(), 0.6);
  EXPECT_EQ(time.samples, 4u);
  EXPECT_EQ(time.launches, 7u);
  EXPECT_EQ(summarise({5}, 1).upper_quartile, 5);
}

TEST(BenchStatistics, MarksTheBestOfEachSize) {
  const auto row = [](std::size_t n, double median) {
    return BenchRow{.n = n, .time = Measurement{.median = median}};
  };
  std::vector<BenchRow> rows{row(1, 3), row(1, 2), row(1, 2), row(2, 5), BenchRow{.n = 2}};
  mark_best(rows);
  std::vector<bool> best;
  for (const BenchRow& one : rows) best.push_back(one.is_best);
  EXPECT_EQ(best, (std::vector<bool>{false, true, false, true, false}));
}

TEST(BenchStatistics, TimesOfAnEmptyKernelAreBelowTheResolution) {
  const Measurement empty{.median = 2, .lower_quartile = 1.9, .upper_quartile = 2.1};
  BenchRow row{.n = 1, .time = Measurement{.median = 2.2, .lower_quartile = 2.0}};
  EXPECT_TRUE(is_below_resolution(row, empty));
  row.time->lower_quartile = 2.15;
  EXPECT_FALSE(is_below_resolution(row, empty));
  row.time.reset();
  EXPECT_FALSE(is_below_resolution(row, empty));
}

}  // namespace
}  // namespace duet::tool
