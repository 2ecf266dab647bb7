#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/module.hpp>

#include "cases/case_run.hpp"
#include "cases/folder.hpp"
#include "cases/gallery.hpp"
#include "commands.hpp"
#include "compile_flags.hpp"
#include "support/exit_status.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

struct Options {
  std::string folder{};
  std::vector<std::string> architectures{};
};

/// The gallery with what the present device makes of it.
CaseFolder compute_results() {
  if (const auto reason = Device::unavailable_reason())
    throw Error(reason->code(),
                fmt::format("there is no device to compute the expected results with; export with "
                            "the CPU backend first, then with this one into the same folder ({})",
                            reason->what()));
  const Device device(0);
  CaseFolder folder{.origin = {backend_name(), device.info().name, device.info().architecture},
                    .cases = {}};
  for (Case& what : case_gallery()) {
    const Module module(device, compile(what.program(), device));
    auto expected = run_case(module.kernel(what.kernel), what);
    folder.cases.push_back({std::move(what), std::move(expected), {}});
  }
  return folder;
}

/// What the folder has, so that code of another backend joins results that are there.
CaseFolder present_cases(const std::string& folder) {
  CaseFolder present = read_cases(folder);
  const std::vector<Case> gallery = case_gallery();
  const bool same = std::ranges::equal(
      present.cases, gallery, {}, [](const StoredCase& stored) { return stored.what.source; },
      &Case::source);
  if (!same)
    throw UsageError("'" + folder +
                     "' has cases of another version of duet; export to a new folder");
  return present;
}

CaseCode compile_case(const Case& what, const std::string& architecture) {
  Code code = compile(what.program(), architecture);
  const auto lowered = code.lowered_names.find(what.kernel);
  CaseCode result{
      .architecture = std::move(code.architecture),
      .format = code.format,
      .lowered_name = lowered == code.lowered_names.end() ? what.kernel : lowered->second};
  const std::vector<KernelInfo> kernels = read_kernels(code.bytes);
  if (!kernels.empty()) result.wave_size = kernels.front().wave_size;
  result.bytes = std::move(code.bytes);
  return result;
}

void add_code(StoredCase& stored, const std::string& architecture) {
  CaseCode code = compile_case(stored.what, architecture);
  std::erase_if(stored.code,
                [&](const CaseCode& old) { return old.architecture == code.architecture; });
  stored.code.push_back(std::move(code));
}

int run(const Options& options) {
  CaseFolder folder = has_cases(options.folder) ? present_cases(options.folder) : compute_results();
  std::vector<std::string> architectures = options.architectures;
  if (architectures.empty()) {
    architectures.push_back(Device::count() > 0 ? Device(0).info().architecture
                                                : supported_architectures().back());
  }
  for (const std::string& architecture : architectures)
    for (StoredCase& stored : folder.cases) add_code(stored, architecture);
  write_cases(options.folder, folder);
  fmt::print("wrote {} cases for {} to {}\nexpected results from {} ({}), backend {}\n",
             folder.cases.size(), fmt::join(architectures, ", "), options.folder,
             folder.origin.device, folder.origin.architecture, folder.origin.backend);
  return exit_success;
}

}  // namespace

void add_export_cases_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "export-cases", "Write kernels with arguments and expected results, to check devices with");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("DIR", options->folder,
                   "The folder. If it has cases, their results stay and code is added")
      ->required();
  add_architectures(*command, options->architectures);
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
