// Cases made from dumped launches: unchanged launches pass, changed ones fail.

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "../support/environment.hpp"
#include "cases/folder.hpp"
#include "cases_fixture.hpp"

namespace {

using duet::tool::CaseFolder;

/// Dumps launches and makes cases from them.
class LaunchCases : public CasesCommand {
 protected:
  /// Launches a kernel on one array of floats and dumps the launch.
  /// @param body     the kernel's body; its parameters are float* x and float a
  /// @param content  the array
  void keep(const std::string& folder, const std::string& label, const std::string& body,
            const std::vector<float>& content = {1, 2, 3, 4}) const {
    write("k.cu", "#include <step.hpp>\n__global__ void k(float* x, float a) {" + body + "}");
    write("step.hpp", "__device__ float step(float x) { return x + 1; }\n");
    const auto bytes = std::as_bytes(std::span(content));
    duet::tool::write_npy(
        folder_ / "x.npy",
        {duet::tool::ElementType::f32, {content.size()}, false, {bytes.begin(), bytes.end()}});
    const duet::test::ScopedVariable off("DUET_CACHE", "off"), kept("DUET_KEEP_LAUNCHES", folder),
        named("DUET_KEEP_LABEL", label);
    expect_result(duet({"run", "k.cu", "-k", "k", "--header", "step.hpp=step.hpp", "--grid", "1",
                        "--block", std::to_string(content.size()), "inout:x.npy:y.npy", "f32:0.5"}),
                  0, {});
  }
  void annotate(const std::string& file, const std::vector<double>& values) const {
    write(file, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)});
  }
};

const std::string stepping = "x[threadIdx.x] = step(x[threadIdx.x]) * a;";

TEST_F(LaunchCases, DumpedLaunchesPass) {
  NEEDS_DEVICE();
  keep("kept", "Suite.First", stepping);
  keep("kept", "Suite.First", stepping, {5, 6});
  keep("kept", "Suite.First", stepping);
  expect_result(duet({"export-cases", "cases", "--launches", "kept"}), 0,
                {"read 2 launches", "2 of 2 cases have code", "wrote 2 cases"});
  for (const char* name :
       {"cases/source/Suite.First.0.cu", "cases/data/Suite.First.0.0.npy",
        "cases/source/Suite.First.0.0.hpp", "cases/data/Suite.First.1.0.expected.npy"})
    EXPECT_TRUE(exists(name)) << name;
  EXPECT_FALSE(exists("cases/source/Suite.First.1.cu")) << "equal sources are written once";
  expect_result(duet({"check-cases", "cases"}), 0,
                {"pass  Suite.First.0", "pass  Suite.First.1", "2 cases: 2 passed"});
  expect_result(duet({"export-cases", "cases", "--launches", "kept"}), 2,
                {"'cases' already has cases"});
  expect_result(duet({"export-cases", "cases"}), 0, {"wrote 2 cases"});
  expect_result(duet({"check-cases", "cases"}), 0, {"2 cases: 2 passed"});
}

TEST_F(LaunchCases, AChangedResultIsReported) {
  NEEDS_DEVICE();
  keep("kept", "Suite.First", stepping);
  expect_result(duet({"export-cases", "cases", "--launches", "kept"}), 0, {});
  flip_last_byte("cases/data/Suite.First.0.0.expected.npy");
  expect_result(duet({"check-cases", "cases"}), 1,
                {"FAIL  Suite.First.0", "argument 0: 1 of 4 elements differ, first [3]: 2.5"});
}

TEST_F(LaunchCases, AppliesTheAllowedErrorsOfATest) {
  NEEDS_DEVICE();
  keep("kept", "Suite.First", stepping);
  const std::vector<float> expected{1.25f, 1.5f, 2.5f, 100};  // 1, 1.5, 2, 2.5 are computed
  write("kept/Suite.First.0/argument.0.expected",
        {reinterpret_cast<const char*>(expected.data()), expected.size() * sizeof(float)});
  annotate("kept/Suite.First.0/argument.0.allowed", {0.25, 0, 0.25, HUGE_VAL});
  expect_result(duet({"export-cases", "cases", "--launches", "kept"}), 0, {});
  expect_result(duet({"check-cases", "cases"}), 1,
                {"argument 0: 1 of 4 elements differ, first [2]: 2 instead of 2.5"});
  annotate("kept/Suite.First.0/argument.0.allowed", {0.25, 0, 0.5, HUGE_VAL});
  expect_result(duet({"export-cases", "again", "--launches", "kept"}), 0, {});
  expect_result(duet({"check-cases", "again"}), 0, {"pass  Suite.First.0"});
}

TEST_F(LaunchCases, SkipsLaunchesThatDifferInTheSecondRun) {
  NEEDS_DEVICE();
  keep("kept", "Suite.Same", stepping);
  keep("again", "Suite.Same", stepping);
  keep("kept", "Suite.Other", stepping);
  keep("again", "Suite.Other", stepping);
  flip_last_byte("again/Suite.Other.0/memory.0.after");
  keep("kept", "Suite.Once", stepping);
  expect_result(duet({"export-cases", "cases", "--launches", "kept", "--again", "again"}), 0,
                {"read 3 launches", "skipped 1: not in the second run",
                 "skipped 1: other results in the second run", "wrote 1 cases"});
  expect_result(duet({"check-cases", "cases"}), 0, {"pass  Suite.Same.0"});
  expect_result(duet({"export-cases", "cases2", "--again", "again"}), 2, {"--launches"});
}

TEST_F(LaunchCases, SkipsLaunchesAfterWhichAKernelThatDoesNothingWouldPass) {
  NEEDS_DEVICE();
  keep("kept", "Suite.Right", stepping);
  keep("kept", "Suite.Idle", "if (a > 1) x[threadIdx.x] = step(a);");
  expect_result(duet({"export-cases", "cases", "--launches", "kept"}), 0,
                {"skipped 1: no memory changes (the first is Suite.Idle.0)", "wrote 1 cases"});
}

TEST_F(LaunchCases, MergesEqualLaunchesOfTwoFoldersUnlessTheyUseWaves) {
  NEEDS_DEVICE();
  const std::string with_waves = "x[threadIdx.x] = step(a); /* by a wave */";
  for (const char* folder : {"kept", "more"}) {
    keep(folder, "Suite.Plain", stepping);
    keep(folder, "Suite.Waves", with_waves);
    // Of two members with the same name, the parser uses the last.
    replace(std::string(folder) + "/Suite.Waves.0/launch.json", "\"fingerprint\"",
            "\"wave_size\": " + std::string(folder == std::string("kept") ? "32" : "64") +
                ", \"fingerprint\"");
  }
  expect_result(duet({"export-cases", "cases", "--launches", "kept", "--launches", "more"}), 0,
                {"read 4 launches", "skipped 1: in two folders", "wrote 3 cases"});
  const std::string index = read("cases/index.json");
  for (const char* name :
       {"\"Suite.Plain.0\"", "\"Suite.Waves.0.wave32\"", "\"Suite.Waves.0.wave64\""})
    EXPECT_NE(index.find(name), std::string::npos) << name;
}

TEST_F(LaunchCases, SkipsCodeOfAnotherWaveSize) {
  NEEDS_DEVICE();
  keep("kept", "Suite.First", stepping);
  expect_result(duet({"export-cases", "cases", "--launches", "kept"}), 0, {});
  CaseFolder folder = duet::tool::read_cases(folder_ / "cases");
  folder.cases[0].what.wave_size = 128;
  folder.cases[0].code[0].wave_size = 32;
  duet::tool::write_cases(folder_ / "cases", folder);
  expect_result(duet({"check-cases", "cases"}), 1,
                {"with waves of 128, only for", "with waves of 32"});
}

TEST_F(LaunchCases, ACompileErrorConcernsOnlyItsCase) {
  NEEDS_DEVICE();
  keep("kept", "Suite.Right", stepping);
  keep("kept", "Suite.Wrong", stepping);
  write("kept/Suite.Wrong.0/program.cu", "__global__ void k(float* x, float a) { no such thing; }");
  expect_result(
      duet({"export-cases", "cases", "--launches", "kept"}), 0,
      {"1 of 2 cases have code", "1 cases have no code", "the first is Suite.Wrong.0", "error:"});
  expect_result(duet({"check-cases", "cases"}), 0, {"pass  Suite.Right.0", "skip  Suite.Wrong.0"});
}

TEST_F(LaunchCases, ReportsADamagedDump) {
  NEEDS_DEVICE();
  expect_result(duet({"export-cases", "cases", "--launches", "nowhere"}), 2, {"'nowhere'"});
  keep("kept", "Suite.First", stepping);
  replace("kept/Suite.First.0/launch.json", "\"version\": 1", "\"version\": 9");
  expect_result(duet({"export-cases", "cases", "--launches", "kept"}), 2,
                {"Suite.First.0", "version 1"});
}

}  // namespace
