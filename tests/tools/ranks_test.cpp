// `duet run --ranks` and `duet bench collectives` as a user calls them.

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <duet/duet.hpp>
#include <nlohmann/json.hpp>

#include "run_fixture.hpp"

namespace {

using Json = nlohmann::json;

using RanksTest = RunTest;

/// --reduce needs a device for each rank, and NCCL, on GPUs.
bool is_cpu() { return std::string(duet::backend_name()) == "CPU"; }

TEST_F(RanksTest, EachHasItsArgumentsAndFiles) {
  NEEDS_DEVICE();
  const Result result =
      scale({"in:x.npy", "out:y{rank}.npy:f32:4", "i32:4", "f32:{rank}", "--ranks", "3"});
  expect_result(result, 0, {"rank     0\n", "rank     2\n", "wrote    y2.npy"});
  EXPECT_EQ(read<float>("y0.npy"), (std::vector<float>{0, 0, 0, 0}));
  EXPECT_EQ(read<float>("y2.npy"), (std::vector<float>{2, 4, 6, 8}));
}

TEST_F(RanksTest, CombineOutputs) {
  if (!is_cpu()) GTEST_SKIP() << "needs NCCL";
  const Result result = scale({"in:x.npy", "out:y.npy:f32:4", "i32:4", "f32:{rank}", "--ranks", "4",
                               "--reduce", "sum", "--json"});
  ASSERT_EQ(result.status, 0) << result.output;
  EXPECT_EQ(read<float>("y.npy"), (std::vector<float>{6, 12, 18, 24}));
  const Json ranks = Json::parse(result.output)["ranks"];
  ASSERT_EQ(ranks.size(), 4u);
  EXPECT_EQ(ranks[0]["outputs"].size(), 1u);
  EXPECT_EQ(ranks[3]["outputs"].size(), 0u);
  EXPECT_EQ(ranks[3]["rank"], 3);
}

TEST_F(RanksTest, Mistakes) {
  NEEDS_DEVICE();
  const std::vector<std::string> arguments{"in:x.npy", "out:y.npy:f32:4", "i32:4", "f32:1"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), arguments.begin(), arguments.end());
    return scale(more);
  };
  expect_result(with({"--ranks", "2"}), 2, {"several ranks would write 'y.npy'", "{rank}"});
  expect_result(with({"--reduce", "sum"}), 2, {"--reduce needs --ranks N or --launched"});
  expect_result(with({"--launched", "--ranks", "2"}), 2, {"each process is one rank"});
  expect_result(with({"--launched"}), 2, {"--launched: ", "torchrun"});
}

TEST_F(RanksTest, BenchMeasuresCollectives) {
  if (!is_cpu()) GTEST_SKIP() << "needs NCCL";
  const std::string picture = (folder_ / "p.svg").string();
  const Result result = duet({"bench", "collectives", "--ranks", "3", "--size", "64,3000",
                              "--rounds", "2", "--collective", "all_reduce", "--collective",
                              "all_gather", "--json", "--picture", picture});
  ASSERT_EQ(result.status, 0) << result.output;
  const Json json = Json::parse(result.output);
  EXPECT_EQ(json["ranks"], 3);
  EXPECT_EQ(json["engine"], "in_process");
  ASSERT_EQ(json["rows"].size(), 4u);
  const Json& row = json["rows"][1];
  EXPECT_EQ(row["collective"], "all_reduce");
  EXPECT_EQ(row["bytes"], 3000);
  const double rate = 3000 / row["median_us"].get<double>() / 1e3;
  EXPECT_NEAR(row["algorithm_gb_per_s"].get<double>(), rate, 1e-9);
  EXPECT_NEAR(row["bus_gb_per_s"].get<double>(), rate * 4 / 3, 1e-9);
  EXPECT_NEAR(json["rows"][3]["bus_gb_per_s"].get<double>(),
              json["rows"][3]["algorithm_gb_per_s"].get<double>() * 2 / 3, 1e-9);
  std::ifstream file(picture);
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find(">all_gather</text>"), std::string::npos);
}

TEST_F(RanksTest, BenchWithoutALauncher) {
  expect_result(duet({"bench", "collectives"}), 1, {"started by no launcher"});
}

}  // namespace
