#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/module.hpp>

#include "cases/case_compiler.hpp"
#include "cases/case_run.hpp"
#include "cases/folder.hpp"
#include "cases/gallery.hpp"
#include "commands.hpp"
#include "import/launch_import.hpp"
#include "options/compile_flags.hpp"
#include "support/exit_status.hpp"
#include "support/json_output.hpp"
#include "support/progress.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

struct Options {
  std::string folder{};
  std::vector<std::string> architectures{};
  std::vector<std::filesystem::path> launches{};
  std::vector<std::filesystem::path> again{};
  bool json = false;
};

/// What the command has done, as JSON. Without --json the same facts are printed as text.
class Report {
 public:
  explicit Report(bool as_json) : as_json_(as_json) {}

  void imported(const ImportedLaunches& launches) {
    json_["launches"] = launches.launches;
    json_["skipped_launches"] = Json::array();
    say("read {} launches\n", launches.launches);
    for (const auto& [reason, left_out] : launches.left_out) {
      json_["skipped_launches"].push_back(
          {{"reason", reason}, {"count", left_out.count}, {"first", left_out.first}});
      say("  skipped {}: {}{}\n", left_out.count, reason,
          left_out.first.empty() ? "" : fmt::format(" (the first is {})", left_out.first));
    }
  }
  void compiled(std::size_t count, std::size_t cases, const std::string& architecture) {
    json_["architectures"].push_back({{"architecture", architecture}, {"cases_with_code", count}});
    say("{} of {} cases have code for {}\n", count, cases, architecture);
  }
  void noted(const std::vector<std::string>& notes) {
    json_["notes"] = notes;
    for (const std::string& note : notes) say("{}\n", note);
  }
  void written(const std::string& path, const CaseFolder& folder,
               const std::vector<std::string>& architectures) {
    json_["folder"] = path;
    json_["cases"] = folder.cases.size();
    json_["results_from"] = to_json(folder.origin);
    say("wrote {} cases for {} to {}\nexpected results from {} ({}), backend {}\n",
        folder.cases.size(), fmt::join(architectures, ", "), path, folder.origin.device,
        folder.origin.architecture, folder.origin.backend);
    if (as_json_) print_json(json_);
  }

 private:
  template <typename... T>
  void say(fmt::format_string<T...> format, T&&... values) {
    if (!as_json_) fmt::print(format, std::forward<T>(values)...);
  }

  bool as_json_;
  Json json_{};
};

/// Runs the gallery on device 0. Returns the cases with the results as expected ones.
CaseFolder compute_results() {
  if (const auto reason = Device::unavailable_reason())
    throw Error(reason->code(),
                fmt::format("there is no device to compute the expected results; export with the "
                            "CPU backend first, then with this one to the same folder ({})",
                            reason->what()));
  const Device device(0);
  CaseFolder folder{.origin = {backend_name(), device.info().name, device.info().architecture},
                    .cases = {}};
  Progress progress;
  std::vector<Case> gallery = case_gallery();
  for (Case& what : gallery) {
    progress.show(folder.cases.size(), gallery.size(), what.name);
    const Module module(device, compile(what.program, device));
    auto results = run_case(module.kernel(what.kernel), what);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!results[i]) continue;
      auto& array = std::get<CaseArray>(what.arguments[i]);
      if (results[i]->bytes != array.array.get().bytes) array.expected = *std::move(results[i]);
    }
    folder.cases.push_back({std::move(what), {}});
  }
  return folder;
}

/// Reads the folder's cases, so that code of another backend can be added to them.
CaseFolder present_cases(const std::string& folder) {
  CaseFolder present = read_cases(folder);
  if (!present.is_gallery) return present;
  const std::vector<Case> gallery = case_gallery();
  const bool same = std::ranges::equal(
      present.cases, gallery, {},
      [](const StoredCase& stored) { return stored.what.program.source; },
      [](const Case& what) { return what.program.source; });
  if (!same)
    throw UsageError("'" + folder +
                     "' has cases from another version of duet; export to a new folder");
  return present;
}

CaseFolder dumped_cases(const Options& options, Report& report) {
  if (has_cases(options.folder))
    throw UsageError("'" + options.folder +
                     "' already has cases; export launches to a new folder. To add code to these "
                     "cases, leave out --launches");
  ImportedLaunches imported = import_launches(options.launches, options.again);
  report.imported(imported);
  return std::move(imported.folder);
}

/// Compiles all cases for the architecture. @returns how many could be compiled
std::size_t add_code(CaseFolder& folder, CaseCompiler& compiler, const std::string& architecture) {
  std::size_t count = 0;
  std::size_t done = 0;
  Progress progress;
  for (StoredCase& stored : folder.cases) {
    progress.show(done++, folder.cases.size(), stored.what.name + " " + architecture);
    std::optional<CaseCode> code = compiler.compile(stored.what, architecture);
    if (!code) continue;
    ++count;
    std::erase_if(stored.code,
                  [&](const CaseCode& old) { return old.architecture == code->architecture; });
    stored.code.push_back(*std::move(code));
  }
  return count;
}

int run(const Options& options) {
  Report report(options.json);
  CaseFolder folder = !options.launches.empty()   ? dumped_cases(options, report)
                      : has_cases(options.folder) ? present_cases(options.folder)
                                                  : compute_results();
  std::vector<std::string> architectures = options.architectures;
  if (architectures.empty()) {
    architectures.push_back(Device::count() > 0 ? Device(0).info().architecture
                                                : supported_architectures().back());
  }
  CaseCompiler compiler;
  for (const std::string& architecture : architectures) {
    const std::size_t count = add_code(folder, compiler, architecture);
    report.compiled(count, folder.cases.size(), architecture);
  }
  report.noted(compiler.notes());
  write_cases(options.folder, folder);
  report.written(options.folder, folder, architectures);
  return exit_success;
}

}  // namespace

void add_export_cases_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "export-cases", "Write kernels with arguments and expected results, for check-cases");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("DIR", options->folder,
                   "The folder. If it has cases, their results are kept and code is added")
      ->required();
  const auto folders = [&](const char* name, std::vector<std::filesystem::path>& values,
                           const char* help) {
    return command->add_option(name, values, help)
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
  };
  CLI::Option* launches = folders("--launches", options->launches,
                                  "Export the launches in this folder, written by a program under "
                                  "$DUET_KEEP_LAUNCHES, instead of the gallery; may be repeated");
  folders("--again", options->again,
          "Launches of a second run of the same program, one for each --launches; launches whose "
          "results differ are skipped")
      ->needs(launches);
  add_architectures(*command, options->architectures);
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
