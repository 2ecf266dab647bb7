// `duet bench` as a user calls it.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "command_fixture.hpp"

namespace {

using Json = nlohmann::json;

class BenchCommand : public CommandTest {
 protected:
  BenchCommand() {
    write("saxpy.cu", R"(
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
)");
  }
  /// Runs the saxpy kernel with little time for each row.
  Result bench(const std::vector<std::string>& more) const {
    std::vector<std::string> all{"bench",        "saxpy.cu", "f32:2",  "rand:f32:{n}",
                                 "rand:f32:{n}", "i32:{n}",  "--time", "0.002"};
    all.insert(all.end(), more.begin(), more.end());
    return duet(all);
  }
};

TEST_F(BenchCommand, PrintsATable) {
  NEEDS_DEVICE();
  expect_result(
      bench({"--size", "1000,64Ki", "--block", "64,256", "--bytes", "12*n", "--flops", "2*n"}), 0,
      {"an empty kernel takes", "kernel saxpy", "block", "median", "spread", "GB/s", "GFLOP/s",
       "best", "\n65536 "});
}

TEST_F(BenchCommand, PrintsJson) {
  NEEDS_DEVICE();
  const Result result =
      bench({"--size", "64Ki,128Ki", "--block", "64,128", "--bytes", "12*n", "--json"});
  ASSERT_EQ(result.status, 0) << result.output;
  const Json json = Json::parse(result.output);
  ASSERT_EQ(json["rows"].size(), 4u);
  EXPECT_GT(json["empty_kernel"]["median_us"], 0);
  int best = 0;
  for (const Json& row : json["rows"]) {
    const Json& time = row["time"];
    EXPECT_GT(time["min_us"], 0);
    EXPECT_LE(time["min_us"], time["lower_quartile_us"]);
    EXPECT_LE(time["lower_quartile_us"], time["median_us"]);
    EXPECT_GE(time["samples"], 5);
    EXPECT_NEAR(row["gb_per_s"].get<double>(),
                12 * row["n"].get<double>() / time["median_us"].get<double>() / 1e3, 1e-6);
    EXPECT_TRUE(row["gflop_per_s"].is_null());
    if (row["best"]) ++best;
  }
  EXPECT_EQ(best, 2);
  EXPECT_EQ(json["rows"][3]["grid"], Json({1024, 1, 1}));
}

TEST_F(BenchCommand, AShapeThatTheDeviceRefusesIsARow) {
  NEEDS_DEVICE();
  expect_result(bench({"--size", "1000", "--block", "64,100000"}), 0,
                {"not run: ", "100000", "best"});
  expect_result(bench({"--size", "1000", "--block", "100000"}), 1, {"not run: "});
}

TEST_F(BenchCommand, ReportsWrongUsage) {
  expect_result(bench({}), 2, {"'duet bench' needs --size"});
  expect_result(bench({"--size", "many"}), 2, {"--size: 'many' is not a size"});
  expect_result(bench({"--size", "8", "--bytes", "12*m"}), 2, {"--bytes: the formula '12*m'"});
  expect_result(bench({"--size", "8", "--grid", "{n/16}"}), 2, {"--grid '0.5'"});
  expect_result(bench({"--size", "8", "i32:{n"}), 2, {"has no '}'"});
  expect_result(bench({"--size", "8", "rand:f99:{n}"}), 2, {"f99"});
}

TEST_F(BenchCommand, ChecksTheArguments) {
  NEEDS_DEVICE();
  expect_result(bench({"--size", "8", "i32:1"}), 2, {"saxpy"});
  expect_result(duet({"bench", "saxpy.cu", "f32:2", "rand:i32:{n}", "rand:f32:{n}", "i32:{n}",
                      "--size", "8"}),
                2, {"rand:i32:8"});
}

}  // namespace
