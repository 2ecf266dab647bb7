#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/module.hpp>
#include <duet/prebuilt.hpp>

#include "cases/case_run.hpp"
#include "cases/folder.hpp"
#include "commands.hpp"
#include "support/exit_status.hpp"

namespace duet::tool {
namespace {

struct Options {
  std::string folder{};
  int device = 0;
};

struct Tally {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
};

/// Whether the code has the wave size that the case needs.
bool fits(const Case& what, const CaseCode& code) {
  return !what.wave_size || !code.wave_size || *what.wave_size == *code.wave_size;
}

/// Returns the best code for the case and the device; null without one.
const CaseCode* code_for(const Device& device, const StoredCase& stored) {
  Prebuilt prebuilt;
  std::vector<const CaseCode*> fitting;
  for (const CaseCode& one : stored.code) {
    if (!fits(stored.what, one)) continue;
    fitting.push_back(&one);
    prebuilt.images.push_back({.architecture = one.architecture, .format = one.format});
  }
  const Prebuilt::Image* const image = image_for(device, prebuilt);
  return image == nullptr ? nullptr
                          : fitting[static_cast<std::size_t>(image - prebuilt.images.data())];
}

/// The message for a case without code for the device.
std::string reason_for_skip(const Device& device, const StoredCase& stored) {
  std::vector<std::string> others;
  for (const CaseCode& one : stored.code)
    others.push_back(fits(stored.what, one)
                         ? one.architecture
                         : fmt::format("{} with waves of {}", one.architecture, *one.wave_size));
  std::string text = fmt::format("no code for {}", device.info().architecture);
  if (stored.what.wave_size) text += fmt::format(" with waves of {}", *stored.what.wave_size);
  return others.empty() ? text : fmt::format("{}, only for {}", text, fmt::join(others, ", "));
}

/// Runs the case. Returns a description of the differences, empty if there are none.
std::string run_and_compare(const Device& device, const StoredCase& stored, const CaseCode& code) {
  const Module module(
      device,
      Code{.bytes = code.bytes.get(), .format = code.format, .architecture = code.architecture});
  const auto results = run_case(module.kernel(code.lowered_name), stored.what);
  std::string text;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) continue;
    const auto& array = std::get<CaseArray>(stored.what.arguments[i]);
    const auto difference = find_difference(*results[i], array, stored.what.tolerance);
    if (!difference) continue;
    text += fmt::format("{}argument {}: {} of {} elements differ, first [{}]: {} instead of {}",
                        text.empty() ? "" : "; ", i, difference->count, results[i]->count(),
                        difference->first, difference->found, difference->expected);
    if (difference->worst != difference->first)
      text += fmt::format(", worst [{}]: {} instead of {}", difference->worst,
                          difference->worst_found, difference->worst_expected);
  }
  return text;
}

void check(const Device& device, const StoredCase& stored, Tally& tally) {
  const CaseCode* const code = code_for(device, stored);
  if (code == nullptr) {
    fmt::print("skip  {}: {}\n", stored.what.name, reason_for_skip(device, stored));
    ++tally.skipped;
    return;
  }
  std::string wrong;
  try {
    wrong = run_and_compare(device, stored, *code);
  } catch (const Error& error) {  // counts as a failure; the next cases still run
    wrong = error.what();
  }
  ++(wrong.empty() ? tally.passed : tally.failed);
  fmt::print("{}  {} ({}){}{}\n", wrong.empty() ? "pass" : "FAIL", stored.what.name,
             code->architecture, wrong.empty() ? "" : ": ", wrong);
}

int run(const Options& options) {
  const CaseFolder folder = read_cases(options.folder);
  const Device device(options.device);
  fmt::print("device {}: {} ({}), backend {}; expected results from {} ({}), backend {}\n",
             device.ordinal(), device.info().name, device.info().architecture, backend_name(),
             folder.origin.device, folder.origin.architecture, folder.origin.backend);
  Tally tally;
  for (const StoredCase& stored : folder.cases) check(device, stored, tally);
  fmt::print("{} cases: {} passed, {} failed, {} without code for this device\n",
             folder.cases.size(), tally.passed, tally.failed, tally.skipped);
  // Fails without a passed case, so that skipping all of them is no success.
  return tally.failed == 0 && tally.passed > 0 ? exit_success : exit_failure;
}

}  // namespace

void add_check_cases_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "check-cases", "Run the cases that export-cases wrote and compare their results");
  const auto options = std::make_shared<Options>();
  command->add_option("DIR", options->folder, "The folder with the cases")->required();
  command->add_option("--device", options->device, "Number of the device (default 0)")
      ->check(CLI::NonNegativeNumber);
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
