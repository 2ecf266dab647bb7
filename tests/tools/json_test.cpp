// --json: one document on standard output and nothing else; messages go to standard error.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "command_fixture.hpp"

namespace {

using Json = nlohmann::json;

class JsonOutput : public CommandTest {
 protected:
  JsonOutput() {
    write("k.cu", "extern \"C\" __global__ void k(int* x) { *x = 1; }\n");
    write("bad.cu", "extern \"C\" __global__ void b(int* x) { oops; }\n");
  }

  /// Runs `duet LINE --json`. Messages go to the file "messages".
  Json output_of(const std::string& line, int status = 0) const {
    const Result result = shell("\"$DUET\" " + line + " --json 2>messages");
    EXPECT_EQ(result.status, status) << line << "\n" << result.output;
    Json json = Json::parse(result.output, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << line << "\n" << result.output;
    return json;
  }
  std::string messages() const { return duet::tool::read_text(folder_ / "messages"); }
};

TEST_F(JsonOutput, Prepare) {
  NEEDS_DEVICE();
  ASSERT_EQ(setenv("DUET_CACHE_DIR", (folder_ / "cache").c_str(), 1), 0);
  ASSERT_EQ(setenv("DUET_CACHE", "on", 1), 0);
  const Json json = output_of("prepare k.cu bad.cu", 1);
  EXPECT_EQ(json["compiled"], 1);
  EXPECT_EQ(json["failed"], 1);
  EXPECT_EQ(json["programs"][0], Json({{"file", "k.cu"}, {"error", nullptr}}));
  EXPECT_NE(json["programs"][1]["error"].get<std::string>().find("oops"), std::string::npos);
  EXPECT_NE(messages().find("oops"), std::string::npos);
  EXPECT_EQ(output_of("prepare k.cu")["cached"], 1);
  EXPECT_EQ(output_of("cache verify")["checked"], 1);
  unsetenv("DUET_CACHE_DIR");
  unsetenv("DUET_CACHE");
}

TEST_F(JsonOutput, Cases) {
  NEEDS_DEVICE();
  const Json written = output_of("export-cases cases");
  EXPECT_EQ(written["results_from"]["backend"], duet::backend_name());
  ASSERT_GT(written["cases"], 0);
  EXPECT_EQ(written["architectures"][0]["cases_with_code"], written["cases"]);
  const Json checked = output_of("check-cases cases");
  EXPECT_EQ(checked["passed"], written["cases"]);
  ASSERT_EQ(checked["cases"].size(), written["cases"].get<std::size_t>());
  EXPECT_EQ(checked["cases"][0]["outcome"], "passed");
}

TEST_F(JsonOutput, AFailureLeavesStandardOutputEmpty) {
  const Result result = shell("\"$DUET\" check-cases none --json 2>messages");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_NE(messages().find("none"), std::string::npos);
}

TEST_F(JsonOutput, PrepareNeedsACacheThatStores) {
  NEEDS_DEVICE();
  expect_result(shell("DUET_CACHE=off \"$DUET\" prepare k.cu"), 2, {"DUET_CACHE is 'off'"});
  expect_result(shell("DUET_CACHE=on DUET_CACHE_DIR=/proc/none \"$DUET\" prepare k.cu"), 1,
                {"the kernel cache is not used", "/proc/none"});
  expect_result(
      shell("DUET_CACHE=on DUET_CACHE_DIR=c DUET_CACHE_MAX_SIZE=1K \"$DUET\" prepare k.cu"), 1,
      {"holds 1024 bytes at most", "1 compiled"});
  // Fails before it is looked for in the cache.
  expect_result(shell("DUET_CACHE=on DUET_CACHE_DIR=c \"$DUET\" prepare k.cu --wave-size 7"), 1,
                {"0 compiled, 0 already in the cache, 1 failed"});
}

}  // namespace
