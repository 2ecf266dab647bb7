#include <array>
#include <cstdio>
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
#include "options/validators.hpp"
#include "support/colour.hpp"
#include "support/exit_status.hpp"
#include "support/json_output.hpp"
#include "support/progress.hpp"
#include "support/redirected_output.hpp"

namespace duet::tool {
namespace {

struct Options {
  std::string folder{};
  int device = 0;
  bool json = false;
};

enum class Outcome { passed, failed, skipped };

struct Checked {
  Outcome outcome;
  std::string architecture;  ///< Of the code that ran; empty if none did.
  std::string reason;        ///< Of a failure or a skip.
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

Checked check(const Device& device, const StoredCase& stored) {
  const CaseCode* const code = code_for(device, stored);
  if (code == nullptr) return {Outcome::skipped, "", reason_for_skip(device, stored)};
  std::string wrong;
  try {
    wrong = run_and_compare(device, stored, *code);
  } catch (const Error& error) {  // counts as a failure; the next cases still run
    wrong = error.what();
  }
  return {wrong.empty() ? Outcome::passed : Outcome::failed, code->architecture, wrong};
}

void print(const Case& what, const Checked& checked) {
  const std::string word = checked.outcome == Outcome::skipped  ? "skip"
                           : checked.outcome == Outcome::passed ? tinted(stdout, Tint::good, "pass")
                                                                : tinted(stdout, Tint::bad, "FAIL");
  fmt::print("{}  {}{}{}{}\n", word, what.name,
             checked.architecture.empty() ? "" : fmt::format(" ({})", checked.architecture),
             checked.reason.empty() ? "" : ": ", checked.reason);
}

Json to_json(const Case& what, const Checked& checked) {
  constexpr const char* outcomes[] = {"passed", "failed", "skipped"};
  Json json;
  json["name"] = what.name;
  json["outcome"] = outcomes[static_cast<int>(checked.outcome)];
  json["architecture"] = checked.architecture.empty() ? Json(nullptr) : Json(checked.architecture);
  json["reason"] = checked.reason;
  return json;
}

Json to_json(const Device& device, const ResultsOrigin& origin) {
  Json json;
  json["backend"] = backend_name();
  json["device"] = device.info().name;
  json["architecture"] = device.info().architecture;
  json["results_from"] = to_json(origin);
  json["cases"] = Json::array();
  return json;
}

int run(const Options& options) {
  const CaseFolder folder = read_cases(options.folder);
  const Device device(options.device);
  Json json = to_json(device, folder.origin);
  if (!options.json) {
    fmt::print("device {}: {} ({}), backend {}; expected results from {} ({}), backend {}\n",
               device.ordinal(), device.info().name, device.info().architecture, backend_name(),
               folder.origin.device, folder.origin.architecture, folder.origin.backend);
  }
  std::array<int, 3> counts{};
  Progress progress;
  for (const StoredCase& stored : folder.cases) {
    progress.show(json["cases"].size(), folder.cases.size(), stored.what.name);
    const Checked checked = [&] {
      const RedirectedOutput redirected(options.json);
      return check(device, stored);
    }();
    ++counts.at(static_cast<std::size_t>(checked.outcome));
    json["cases"].push_back(to_json(stored.what, checked));
    if (options.json) continue;
    progress.hide();
    print(stored.what, checked);
  }
  progress.hide();
  const auto [passed, failed, skipped] = counts;
  json["passed"] = passed;
  json["failed"] = failed;
  json["skipped"] = skipped;
  if (options.json) {
    print_json(json);
  } else {
    fmt::print("{} cases: {} passed, {} failed, {} without code for this device\n",
               folder.cases.size(), passed, failed, skipped);
  }
  // Fails without a passed case, so that skipping all of them is no success.
  return failed == 0 && passed > 0 ? exit_success : exit_failure;
}

}  // namespace

void add_check_cases_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "check-cases", "Run the cases that export-cases wrote and compare their results");
  const auto options = std::make_shared<Options>();
  command->add_option("DIR", options->folder, "The folder with the cases")->required();
  command->add_option("--device", options->device, "Number of the device (default 0)")
      ->check(integer_from(0));
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
