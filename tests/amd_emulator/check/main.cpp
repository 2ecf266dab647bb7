// amd_check_cases DIR [--arch NAME] [--filter TEXT] [--interleave SEED] [--threads N] [--times]
// [--approximations END] [--races]: runs the cases that `duet export-cases` wrote (docs/cases.md)
// in the emulator and compares. Exit status: 0 all are right, 1 some are not, 2 wrong usage.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "base/target.hpp"
#include "cases/folder.hpp"
#include "check/emulated_case.hpp"

namespace {

struct Options {
  std::string folder{};
  std::string architecture{};
  std::string filter{};
  amd_emulator::RunOptions run{};
  bool times = false;
};

struct Totals {
  std::size_t passed = 0;
  std::size_t failed = 0;
};

bool is_for_amd(const duet::tool::CaseCode& code, const Options& options) {
  if (!code.architecture.starts_with("gfx")) return false;
  return options.architecture.empty() || code.architecture == options.architecture;
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int check(const Options& options) {
  const duet::tool::CaseFolder folder = duet::tool::read_cases(options.folder);
  std::map<std::string, Totals> totals;
  double spent = 0;
  amd_emulator::u64 instructions = 0;
  for (const duet::tool::StoredCase& stored : folder.cases) {
    if (stored.what.name.find(options.filter) == std::string::npos) continue;
    for (const duet::tool::CaseCode& code : stored.code) {
      if (!is_for_amd(code, options)) continue;
      const double begin = seconds();
      const auto result = amd_emulator::run_case(stored.what, code, options.run);
      const double took = seconds() - begin;
      spent += took;
      instructions += result.counts.instructions;
      const std::string target =
          fmt::format("{} wave{}", code.architecture, code.wave_size.value_or(0));
      Totals& total = totals[target];
      ++(result.failure.empty() ? total.passed : total.failed);
      if (!result.failure.empty())
        fmt::print("FAIL  {} ({}): {}\n", stored.what.name, target, result.failure);
      if (options.times)
        fmt::print("{:8.3f} s {:10} instructions  {} ({})\n", took, result.counts.instructions,
                   stored.what.name, target);
      std::fflush(stdout);
    }
  }
  std::size_t failed = 0;
  std::size_t passed = 0;
  for (const auto& [target, total] : totals) {
    fmt::print("{}: {} passed, {} failed\n", target, total.passed, total.failed);
    failed += total.failed;
    passed += total.passed;
  }
  fmt::print("{} instructions of waves in {:.1f} s\n", instructions, spent);
  return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  options.run.threads = std::max(1U, std::thread::hardware_concurrency());
  CLI::App app("Runs cases for AMD GPUs in the emulator and compares their results");
  app.add_option("DIR", options.folder, "The folder with the cases")->required();
  app.add_option("--arch", options.architecture, "Only code for this architecture");
  app.add_option("--filter", options.filter, "Only cases whose name contains this");
  app.add_option("--interleave", options.run.interleaving,
                 "Waves of a block take turns at random, by this number");
  app.add_option("--threads", options.run.threads, "Threads that run blocks");
  app.add_option("--seed", options.run.seed, "Of what registers and LDS begin with");
  const std::map<std::string, amd_emulator::Approximation> ends{
      {"nearest", amd_emulator::Approximation::nearest},
      {"least", amd_emulator::Approximation::least},
      {"greatest", amd_emulator::Approximation::greatest}};
  app.add_option("--approximations", options.run.approximation,
                 "What v_rcp_f32 and others return of their range: nearest, least or greatest")
      ->transform(CLI::CheckedTransformer(ends));
  app.add_flag("--races", options.run.detects_races,
               "Report bytes that waves use without a barrier in between");
  app.add_flag("--times", options.times, "Print the time and the instructions of each case");
  constexpr int wrong_usage = 2;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : wrong_usage;
  }
  try {
    return check(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "amd_check_cases: {}\n", error.what());
    return wrong_usage;
  }
}
